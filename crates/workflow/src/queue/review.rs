//! The review queue: every question of a benchmark, answered blind, then judged.
//!
//! Unless the queue is assigned, no one waits for another person: each reviewer has all questions in a separate
//! order, without leases. A review has two rows, the blind answer and the verdict; the reference answer comes
//! from the store only after the first.

use super::definition::Queue;
use super::desk::Desk;
use super::opened::{OpenedQuestion, OwnRows};
use super::order::{QueueItem, Rank, unranked};
use super::question::open_blind;
use super::steps::{REVIEW, Steps};
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_store::{
    Annotator, Benchmark, BlindQuestion, Guideline, QuestionEntry, QuestionId, Result, Store,
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
    const WITHHOLDS: bool = true;
    const STEPS: Steps = REVIEW;
    type Item = QuestionEntry;
    type Content = BlindQuestion;
    type Opened = OpenedQuestion;

    fn of_benchmark(_: &Store, _: &Benchmark) -> Result<Self> {
        Ok(ReviewQueue)
    }

    fn guideline(&self, store: &Store) -> Result<Guideline> {
        store.review_guideline()
    }

    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<(Self::Item, Rank)>> {
        Ok(unranked(store.question_entries(benchmark)?))
    }

    fn load(&self, store: &Store, by: &Annotator, item: &Self::Item) -> Result<Self::Content> {
        store.question_at_gate(by, item.id)
    }

    /// With the flags once the review is finished.
    fn open(&self, store: &Store, own: OwnRows<'_>, item: &Self::Item) -> Result<OpenedQuestion> {
        let mut opened = open_blind(self, store, own, item)?;
        if opened.state.is_decided() {
            opened.flags = store.flag_kinds_visible_to(own.annotator, item.id)?;
        }
        Ok(opened)
    }

    fn why_absent(&self, item: &str) -> String {
        format!("question {item} is no longer in the benchmark")
    }
}

impl Desk<ReviewQueue> {
    /// The category of a question as this annotator may see it in a list: where they are to choose one, it is
    /// hidden until they have.
    pub fn visible_category<'e>(&self, entry: &'e QuestionEntry) -> Option<&'e str> {
        let is_hidden = self.confirms_categories()
            && self.history().lacks_category(entry.key.as_str(), entry.revision);
        entry.category.as_deref().filter(|_| !is_hidden)
    }
}
