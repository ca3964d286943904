//! Checks that all wanted questions have choices that can be ranked by likelihood.

use super::options::AskError;
use super::plan::{Plan, Wanted};
use super::questions::Questions;
use assay_store::{Benchmark, Store};

/// Looks for open questions, which do not have choices to rank, before any request is sent.
///
/// # Errors
/// If there is one among those that are wanted.
pub fn check_rankable(
    store: &mut Store,
    benchmark: &Benchmark,
    wanted: &Wanted,
) -> Result<(), AskError> {
    let (mut prepared, questions) = Questions::load(store, benchmark)?;
    let plan = Plan::compute(store, &mut prepared, None, wanted)?;
    check_choices(&plan, &questions)
}

/// Looks for open questions in a plan.
///
/// # Errors
/// If there is one.
pub(super) fn check_choices(plan: &Plan, questions: &Questions) -> Result<(), AskError> {
    let planned = plan.questions.iter().map(|planned| questions.question(planned.position));
    let mut open = planned.filter(|question| question.choices.is_empty());
    match open.next() {
        None => Ok(()),
        Some(first) => {
            Err(AskError::OpenQuestion { question: first.key.to_string(), further: open.count() })
        }
    }
}
