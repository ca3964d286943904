//! The verify queue: questions that machines or reviewers suspect, decided by people.
//!
//! One item for each question, whatever the number of its flags, the strongest evidence first. The
//! verifier answers blind; then the reference answer and the evidence are shown. What other verifiers
//! decided never is. In a bundle there is no evidence, and every question of it is an item. What
//! adjudicators have settled is an item only for those who have verified it. A fix makes a new revision in the
//! transaction of the decision; the item stays the revision that was suspected, so that others verify the same
//! words and `undo` finds it.

use super::definition::Queue;
use super::desk::Desk;
use super::opened::{OpenedQuestion, OwnRows};
use super::order::{Rank, unranked};
use super::question::open_blind;
use super::steps::{Steps, VERIFY};
use crate::outcomes::verification::suspicion_after_answer;
use crate::outcomes::{RecordedQuestion, recorded_questions};
use assay_core::benchmark::QuestionText;
use assay_core::benchmark::queues::QUEUE_VERIFY;
use assay_store::{
    Annotator, AskAgain, Benchmark, BlindQuestion, Guideline, QuestionEntry, QuestionId, Refusal,
    Result, Store,
};

/// The queue in which suspected questions are verified.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyQueue {
    has_settled: bool,
}

/// One annotator's verification of one benchmark.
pub type VerifyDesk = Desk<VerifyQueue>;

impl VerifyQueue {
    /// The queue with what adjudicators have settled, for a verifier who names a question: verifiers have the
    /// last word.
    pub const fn with_settled() -> Self {
        VerifyQueue { has_settled: true }
    }
}

impl Queue for VerifyQueue {
    const NAME: &'static str = QUEUE_VERIFY;
    const STEPS: Steps = VERIFY;
    /// Nothing of the evidence but how strong it is.
    type Item = QuestionEntry;
    type Content = BlindQuestion;
    type Opened = OpenedQuestion;

    fn of_benchmark(_: &Store, _: &Benchmark) -> Result<Self> {
        Ok(VerifyQueue::default())
    }

    fn guideline(&self, _: &Store) -> Result<Guideline> {
        Ok(Guideline::new(include_str!("../../../../assets/guidelines/verify.md")))
    }

    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<(Self::Item, Rank)>> {
        if store.bundled_queue()? == Some(Self::NAME) {
            // There is no evidence in a bundle.
            return Ok(unranked(store.question_entries(benchmark)?));
        }
        let is_item = |one: &&RecordedQuestion| {
            let waits = self.has_settled || one.record.deciding().is_for_verifiers();
            waits && !one.suspicion.is_empty()
        };
        let item = |one: &RecordedQuestion| (one.deciding().clone(), one.suspicion.rank());
        Ok(recorded_questions(store, benchmark)?.iter().filter(is_item).map(item).collect())
    }

    fn load(&self, store: &Store, _: &Annotator, item: &Self::Item) -> Result<Self::Content> {
        store.blind_question(item.id)
    }

    /// Blind as long as there is no answer that counts, then with the evidence. A skipped question is blind
    /// again. Refused where the annotator is to guess in the review, and it is not recorded that they see
    /// the picture here ([`Desk::record_exposure`]).
    fn open(&self, store: &Store, own: OwnRows<'_>, item: &Self::Item) -> Result<OpenedQuestion> {
        // The store hides the picture at a closed gate until it is recorded that it is seen.
        if store.is_gated(own.annotator, item.id)? {
            return Err(Refusal::PictureNotRecorded.into());
        }
        let mut opened = open_blind(self, store, own, item)?;
        if opened.reveal.is_some() {
            let suspicion = suspicion_after_answer(store, own.annotator, item.id)?;
            opened.suspicion = Some(suspicion);
        }
        Ok(opened)
    }

    fn why_absent(&self, item: &str) -> String {
        format!(
            "nothing speaks against question {item} any more, or adjudicators have settled it; `assay \
             decide undo` takes a decision back"
        )
    }
}

/// The predictions that other words of a question make stale: all that current runs have of the words
/// before, unless a model is shown the same ones.
pub fn predictions_to_ask_again(
    store: &Store,
    question_id: QuestionId,
    text: &QuestionText,
) -> Result<Vec<AskAgain>> {
    let words = |id: QuestionId| -> Result<QuestionText> {
        Ok(QuestionText::from_question(&store.whole_question(id)?))
    };
    let before = words(question_id)?;
    let mut stale: Vec<AskAgain> = Vec::new();
    if before.reads_like(text) {
        return Ok(stale);
    }
    for id in store.revisions(question_id)? {
        if !words(id)?.reads_like(&before) {
            continue;
        }
        for of_run in store.predictions_on(id)? {
            let same = |known: &&mut AskAgain| {
                (&known.model, known.input) == (&of_run.model, of_run.input)
            };
            match stale.iter_mut().find(same) {
                Some(known) => known.passes += of_run.passes,
                None => stale.push(of_run),
            }
        }
    }
    Ok(stale)
}
