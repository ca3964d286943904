//! Undo and redo in a queue, and their messages.

use crate::messages::text;
use crate::plain::words;
use crate::session::Session;
use crate::status::StatusMessage;
use assay_store::StoreError;

/// The direction in which the history is walked.
#[derive(Clone, Copy)]
pub(super) enum Correction {
    Undo,
    Redo,
}

impl Correction {
    fn done(self) -> &'static str {
        match self {
            Correction::Undo => text!("correction-taken-back"),
            Correction::Redo => text!("correction-brought-back"),
        }
    }

    fn nothing(self) -> &'static str {
        match self {
            Correction::Undo => text!("correction-nothing-to-take-back"),
            Correction::Redo => text!("correction-nothing-to-bring-back"),
        }
    }
}

impl Correction {
    /// Corrects the newest decision of a queue and reports it. Returns the position of its item, if
    /// there was one to correct.
    pub(super) fn apply(self, queue: &'static str, session: &mut Session) -> Option<usize> {
        let context = session.context(queue, None, None);
        let Session { store, desks, .. } = session;
        let desk = desks.named_mut(queue)?;
        let history = desk.history();
        let target = match self {
            Correction::Undo => history.next_undo(),
            Correction::Redo => history.next_redo().map(|(_, restored)| restored),
        };
        let what = target.map(|row| format!("{} ({})", words::act(&row.act), row.item));
        let outcome = store.briefly(|store| match self {
            Correction::Undo => desk.undo(store, &context),
            Correction::Redo => desk.redo(store, &context),
        });
        if let Err(error) = &outcome
            && session.waits_after(error)
        {
            return None;
        }
        session.end_waiting();
        let position = outcome.as_ref().ok().copied().flatten();
        session.status = Some(message(self, &what.unwrap_or_default(), outcome));
        position
    }
}

fn message(
    correction: Correction,
    what: &str,
    outcome: Result<Option<usize>, StoreError>,
) -> StatusMessage {
    match outcome {
        Ok(Some(_)) => {
            StatusMessage::saved(text!("correction-of", done = correction.done(), what = what))
        }
        Ok(None) => StatusMessage::hint(correction.nothing()),
        Err(error) => StatusMessage::not_saved(&error),
    }
}
