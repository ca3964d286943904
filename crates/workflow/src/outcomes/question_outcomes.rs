//! What becomes of each question of a benchmark, with the reference answer that it has then.

use std::collections::HashSet;
use std::sync::Arc;

use super::records::{RecordedQuestion, recorded_questions};
use assay_core::benchmark::Label;
use assay_core::benchmark::outcome::{Fate, Outcome, Policy};
use assay_store::{Benchmark, Result, Store};

/// What becomes of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionOutcome {
    /// The question with what was said about it.
    pub question: RecordedQuestion,
    /// What becomes of it.
    pub outcome: Outcome,
    /// The reference answer that it has in the clean benchmark; `None` where it is removed or has none.
    pub answer: Option<Label>,
}

/// What becomes of the current questions of a benchmark, in the order of the file.
pub fn question_outcomes(
    store: &Store,
    benchmark: &Benchmark,
    policy: Policy,
) -> Result<Vec<QuestionOutcome>> {
    let with_outcome = |question: RecordedQuestion| {
        let outcome = question.outcome(policy);
        let answer = match (outcome.answer, question.cleaned(&outcome)) {
            (None, Some(entry)) => store.reference(entry.id)?.answer,
            (answer, _) => answer,
        };
        Ok(QuestionOutcome { question, outcome, answer })
    };
    let recorded = recorded_questions(store, benchmark)?;
    Arc::unwrap_or_clone(recorded).into_iter().map(with_outcome).collect()
}

/// The keys of the questions that leave a benchmark.
pub fn removed_questions(store: &Store, benchmark: &Benchmark) -> Result<HashSet<String>> {
    let recorded = recorded_questions(store, benchmark)?;
    let is_removed = |one: &&RecordedQuestion| one.outcome(Policy::default()).fate == Fate::Removed;
    Ok(recorded.iter().filter(is_removed).map(|one| one.key().to_owned()).collect())
}
