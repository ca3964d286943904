//! What leads nowhere in a bundle: it has the items of one queue, for one person. Screens offer what is left.

use crate::store::QUEUE_REVIEW;
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::session::Session;
use crate::tui::terms;

/// Whether an action that opens no queue leads anywhere in the database that is open. Outside of bundles
/// every action does.
pub fn is_possible(action: Action, session: &Session) -> bool {
    session.bundle().is_none_or(|queue| is_possible_in(action, queue))
}

/// Why an action, which may open a queue, is not available in the open bundle; `None` if it is
/// available.
pub fn why_not(action: Action, opens: Option<&str>, session: &Session) -> Option<String> {
    let queue = session.bundle()?;
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
        // A fix needs the reference answer, which is not there. The others are figures of a benchmark, its
        // models and its team; there are a few of its items.
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
