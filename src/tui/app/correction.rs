//! Undo and redo: they act on the queue that is open, on whatever screen, and open the item that they
//! changed.

use super::App;
use crate::store::StoreError;
use crate::tui::screens::registry;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// The direction in which the history is walked.
#[derive(Clone, Copy)]
pub(super) enum Correction {
    Undo,
    Redo,
}

impl Correction {
    fn done(self) -> &'static str {
        match self {
            Correction::Undo => "taken back",
            Correction::Redo => "brought back",
        }
    }

    fn nothing(self) -> &'static str {
        match self {
            Correction::Undo => "there is nothing to take back",
            Correction::Redo => "there is nothing to bring back",
        }
    }
}

impl App {
    /// Corrects the newest decision of the current queue, says so, and opens its item.
    pub(super) fn correct(&mut self, correction: Correction) {
        let queue = registry::current_queue(&self.layers);
        let context = self.session.context(queue, None, None);
        let Session { store, desks, .. } = &mut self.session;
        let Some(desk) = desks.named_mut(queue) else { return };
        let outcome = match correction {
            Correction::Undo => desk.undo(store, &context),
            Correction::Redo => desk.redo(store, &context),
        };
        let position = outcome.as_ref().ok().copied().flatten();
        self.session.status = Some(message(correction, outcome));
        if let Some((position, open)) = position.zip(registry::item_opener(queue)) {
            let screen = open(position, &mut self.session);
            self.show_item(screen);
        }
    }
}

fn message(correction: Correction, outcome: Result<Option<usize>, StoreError>) -> StatusMessage {
    match outcome {
        Ok(Some(_)) => StatusMessage::saved(correction.done()),
        Ok(None) => StatusMessage::hint(correction.nothing()),
        Err(error) => StatusMessage::error(error.to_string()),
    }
}
