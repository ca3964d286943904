//! Undo and redo in a queue, and their messages.

use crate::messages::text;
use crate::plain::words;
use crate::session::Session;
use crate::status::StatusMessage;
use assay_store::{Result, StoreError};
use assay_workflow::queue::correction::Correction;

/// Corrects the newest decision of a queue and reports it. Returns the position of its item, if there was
/// one to correct.
pub(super) fn correct(
    correction: Correction,
    queue: &'static str,
    session: &mut Session,
) -> Option<usize> {
    let context = session.context(queue, None, None);
    let Session { store, desks, .. } = session;
    let desk = desks.named_mut(queue)?;
    let target = correction.target(desk.history());
    let what = target.map(|(_, row)| format!("{} ({})", words::act(&row.act), row.item));
    let outcome = store.briefly(|store| desk.correct(store, correction, &context));
    if let Err(error) = &outcome
        && session.waits_after(error)
    {
        return None;
    }
    session.end_waiting();
    let position = outcome.as_ref().ok().copied().flatten();
    session.status = Some(message(correction, &what.unwrap_or_default(), outcome));
    position
}

fn message(correction: Correction, what: &str, outcome: Result<Option<usize>>) -> StatusMessage {
    let (done, nothing) = match correction {
        Correction::Undo => {
            (text!("correction-taken-back"), text!("correction-nothing-to-take-back"))
        }
        Correction::Redo => {
            (text!("correction-brought-back"), text!("correction-nothing-to-bring-back"))
        }
    };
    match outcome {
        Ok(Some(_)) => StatusMessage::saved(text!("correction-of", done, what)),
        Ok(None) => StatusMessage::hint(nothing),
        // The item has left the queue: there is nothing that could not be saved.
        Err(error @ StoreError::Unknown { .. }) => StatusMessage::hint(error.to_string()),
        Err(error) => StatusMessage::not_saved(&error),
    }
}
