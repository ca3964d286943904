//! What is checked before anything is asked, so that a run that could not be finished is not begun and
//! nothing is paid for it: that all wanted questions have choices to rank, and that referenced pictures
//! exist.
//!
//! Only the existence of the files is checked, which is fast; a changed file is found when its
//! picture is read, and ends the run with what was answered so far.

use super::options::AskError;
use super::plan::{Plan, Wanted};
use super::questions::Questions;
use assay_core::benchmark::Input;
use assay_store::{Benchmark, Store, StoreError};

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

/// Looks for the pictures of the questions of a plan.
///
/// # Errors
/// [`AskError::PictureGone`] if one is missing.
pub(super) fn look_for_pictures(
    store: &Store,
    plan: &Plan,
    questions: &Questions,
    input: Input,
) -> Result<(), AskError> {
    if input == Input::Text || store.referenced_pictures()? == 0 {
        return Ok(());
    }
    let mut first: Option<(String, StoreError)> = None;
    let mut further = 0;
    for planned in &plan.questions {
        let question = questions.question(planned.position);
        let looked = question.pictures.iter().map(|picture| store.look_for_picture(picture.hash));
        match looked.collect::<Result<(), _>>() {
            Ok(()) => {}
            Err(StoreError::BrokenReference { .. }) if first.is_some() => further += 1,
            Err(reason @ StoreError::BrokenReference { .. }) => {
                first = Some((question.key.to_string(), reason));
            }
            Err(other) => return Err(other.into()),
        }
    }
    match first {
        None => Ok(()),
        Some((question, reason)) => {
            Err(AskError::PictureGone { question, reason: Box::new(reason), further })
        }
    }
}
