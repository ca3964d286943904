//! The actions that are not available in a bundle, which has the items of one queue for one person.
//! Screens offer the others.

use crate::action::Action;
use crate::session::Session;
use assay_store::QUEUE_REVIEW;

/// Whether an action that does not open a queue is available in the open database. Outside of
/// bundles every action is.
pub fn is_possible(action: Action, session: &Session) -> bool {
    let Some(queue) = session.bundle else { return true };
    match action {
        // A fix needs the reference answer, which the bundle does not have. The others show figures
        // of a benchmark, its models and its team; the bundle only has a few items.
        Action::Fix
        | Action::OpenModels
        | Action::OpenAgreement
        | Action::OpenJudges
        | Action::OpenBoard
        | Action::OpenBenchmarks
        | Action::OpenDescription
        | Action::OpenLookAlikes
        | Action::OpenAudit => false,
        // These lists are those of the review.
        Action::OpenBrowse | Action::OpenHistory | Action::Find => queue == QUEUE_REVIEW,
        _ => true,
    }
}
