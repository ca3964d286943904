//! The actions that are not available in a bundle, which has the items of one queue for one person.
//! Screens offer the others.

use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use assay_store::QUEUE_REVIEW;

/// Whether an action that does not open a queue is available in the open database. Outside of
/// bundles every action is.
pub fn is_possible(action: Action, session: &Session) -> bool {
    session.bundle.is_none_or(|queue| is_possible_in(action, queue))
}

/// Why an action, which may open a queue, is not available in the open bundle; `None` if it is
/// available.
pub fn why_not(action: Action, opens: Option<&str>, session: &Session) -> Option<String> {
    let queue = session.bundle?;
    if is_possible_in(action, queue) && opens.is_none_or(|opened| opened == queue) {
        return None;
    }
    Some(match action {
        Action::Fix => text!("refusal-fix-in-bundle").to_owned(),
        _ => text!("bundle-has-one-queue", queue = terms::queue(queue)),
    })
}

fn is_possible_in(action: Action, queue: &str) -> bool {
    match action {
        // A fix needs the reference answer, which the bundle does not have. The others show figures
        // of a benchmark, its models and its team; the bundle only has a few items.
        Action::Fix
        | Action::OpenModels
        | Action::OpenAgreement
        | Action::OpenBoard
        | Action::OpenBenchmarks
        | Action::OpenDescription => false,
        // These lists are those of the review.
        Action::OpenBrowse | Action::OpenHistory | Action::Find => queue == QUEUE_REVIEW,
        _ => true,
    }
}
