//! Drafts: what is typed is written into the database at pauses, when its panel is left, and at the end.

use std::time::{Duration, Instant};

use super::App;
use crate::store::StoreError;
use crate::tui::messages::text;
use crate::tui::status::StatusMessage;
use crate::tui::store_words::InWords;

/// What was typed is written so long after the first key that is not written yet.
const DELAY: Duration = Duration::from_millis(400);

impl App {
    /// After a key that may have been typed into a draft.
    pub(super) fn drafts_will_be_due(&mut self) {
        self.drafts_due.get_or_insert_with(|| Instant::now() + DELAY);
    }

    /// How long it is until drafts are written, if some may have to be.
    pub(super) fn until_drafts(&self) -> Option<Duration> {
        Some(self.drafts_due?.saturating_duration_since(Instant::now()))
    }

    /// Writes what is typed on the screens and not saved.
    pub(super) fn keep_drafts(&mut self) {
        self.drafts_due = None;
        for layer in &self.layers {
            layer.keep_draft(&mut self.session);
        }
        self.write_drafts();
    }

    /// Writes the drafts that changed. While another program is writing, they are written later; what fails
    /// otherwise is said.
    pub(super) fn write_drafts(&mut self) {
        match self.session.write_drafts() {
            Ok(()) => {}
            Err(StoreError::Busy { .. }) => self.drafts_will_be_due(),
            Err(error) => {
                let words = text!("draft-not-written", error = error.in_words());
                self.session.status = Some(StatusMessage::error(words));
                self.needs_drawing = true;
            }
        }
    }
}
