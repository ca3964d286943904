//! Undo and redo, which hold on every screen and lead to the item they speak of.

use super::App;
use crate::store::StoreError;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::extract::Extract;
use crate::tui::screens::review::Review;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// Which way the history is gone.
#[derive(Clone, Copy)]
pub(super) enum Correction {
    Undo,
    Redo,
}

impl Correction {
    fn past(self) -> &'static str {
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
    /// While texts are read it speaks of texts, else of reviews.
    pub(super) fn correct(&mut self, correction: Correction) {
        let reads_texts =
            self.layers.iter().any(|layer| layer.key_context() == KeyContext::Extract);
        let name = if reads_texts { "extract" } else { "review" };
        let context = self.session.context(name, None, None);
        let Session { store, desk, extract, .. } = &mut self.session;
        let outcome = match (extract, correction) {
            (Some(texts), Correction::Undo) if reads_texts => texts.undo(store, &context),
            (Some(texts), Correction::Redo) if reads_texts => texts.redo(store, &context),
            (_, Correction::Undo) => desk.undo(store, &context),
            (_, Correction::Redo) => desk.redo(store, &context),
        };
        let Some(position) = self.told(correction, outcome) else { return };
        match reads_texts {
            true => {
                let screen = Extract::at(position, &mut self.session);
                self.show_item(Box::new(screen));
            }
            false => {
                let screen = Review::at(position, &mut self.session);
                self.show_item(Box::new(screen));
            }
        }
    }

    /// Says what became of it, and where it leads.
    fn told(
        &mut self,
        correction: Correction,
        outcome: Result<Option<usize>, StoreError>,
    ) -> Option<usize> {
        let (status, position) = match outcome {
            Ok(Some(position)) => (StatusMessage::saved(correction.past()), Some(position)),
            Ok(None) => (StatusMessage::hint(correction.nothing()), None),
            Err(error) => (StatusMessage::error(error.to_string()), None),
        };
        self.session.status = Some(status);
        position
    }
}
