//! The review queue: every question of a benchmark, answered blind, then judged.
//!
//! Nobody waits for anybody: each reviewer has all questions in an order of their own, without
//! leases. A review has two rows, the blind answer and the verdict; the reference answer comes from
//! the store only after the first.

use super::desk::{Desk, Queue};
use super::order::QueueItem;
use crate::benchmark::decision::{BlindAnswer, QUEUE_REVIEW};
use crate::benchmark::history::{History, ItemState};
use crate::store::{
    Annotator, Benchmark, BlindQuestion, FlagKind, Guideline, QuestionEntry, QuestionId, Reveal,
    Store, StoreError,
};

/// The queue in which questions are reviewed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReviewQueue;

/// One annotator's review of one benchmark.
pub type ReviewDesk = Desk<ReviewQueue>;

impl QueueItem for QuestionEntry {
    fn name(&self) -> &str {
        self.key.as_str()
    }

    fn revision(&self) -> u32 {
        self.revision
    }

    fn question_id(&self) -> QuestionId {
        self.id
    }
}

impl Queue for ReviewQueue {
    const NAME: &'static str = QUEUE_REVIEW;
    type Item = QuestionEntry;
    type Content = BlindQuestion;

    fn guideline(&self, store: &Store) -> Result<Guideline, StoreError> {
        store.review_guideline()
    }

    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<Self::Item>, StoreError> {
        store.question_entries(benchmark)
    }

    fn load(&self, store: &Store, item: &Self::Item) -> Result<Self::Content, StoreError> {
        store.blind_question(item.id)
    }

    fn has_seen_reference(
        &self,
        _: &Store,
        _: &Annotator,
        item: &Self::Item,
        history: &History,
    ) -> Result<bool, StoreError> {
        Ok(history.has_answered(item.name(), item.revision))
    }

    fn why_absent(&self, item: &str) -> String {
        format!("question {item} is no longer in the benchmark")
    }
}

/// A question with what this annotator may see of it by now.
#[derive(Clone, Debug)]
pub struct OpenedQuestion {
    /// The question.
    pub question: BlindQuestion,
    /// Its state.
    pub state: ItemState,
    /// The annotator's own answer, where it still counts.
    pub answer: Option<BlindAnswer>,
    /// The reference answer, where there is an own answer.
    pub reveal: Option<Reveal>,
    /// What the filters suspect; empty until the review is finished.
    pub flags: Vec<FlagKind>,
}

impl Desk<ReviewQueue> {
    /// The blind answer in force on the item at a position.
    pub fn answer(&self, position: usize) -> Option<BlindAnswer> {
        let item = self.items().get(position)?;
        self.history().answer(item.name(), item.revision)
    }

    /// The reference answer of the question at a position, once an answer is in force.
    pub fn reveal(&self, store: &Store, position: usize) -> Result<Reveal, StoreError> {
        store.reveal(self.item(position)?.id, self.annotator())
    }

    /// The question at a position as this annotator may see it now: blind as long as they have no
    /// answer that counts. A skipped question is blind again.
    pub fn open_question(
        &self,
        store: &Store,
        position: usize,
    ) -> Result<OpenedQuestion, StoreError> {
        let question = self.load(store, position)?;
        let state = self.state(position);
        let answer = match state {
            ItemState::Answered(_) | ItemState::Decided(_) | ItemState::Later => {
                self.answer(position)
            }
            ItemState::Untouched | ItemState::Skipped => None,
        };
        let reveal = answer.map(|_| self.reveal(store, position)).transpose()?;
        let flags = match state.is_decided() {
            true => store.flag_kinds_visible_to(self.annotator(), question.id)?,
            false => Vec::new(),
        };
        Ok(OpenedQuestion { question, state, answer, reveal, flags })
    }
}
