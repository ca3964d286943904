//! Drafts: typed text is saved in the database at pauses, when its panel is closed, and at the end.

use std::time::{Duration, Instant};

use super::App;
use crate::messages::text;
use assay_store::StoreError;

/// The time from the first unsaved key until the draft is saved.
const DELAY: Duration = Duration::from_millis(400);

impl App {
    /// Schedules the saving of drafts, after a key that may have changed one.
    pub(super) fn drafts_will_be_due(&mut self) {
        self.drafts_due.get_or_insert_with(|| Instant::now() + DELAY);
    }

    /// The time until drafts are saved, if any may have changed.
    pub(super) fn until_drafts(&self) -> Option<Duration> {
        Some(self.drafts_due?.saturating_duration_since(Instant::now()))
    }

    /// Saves typed text of the screens that is not saved yet.
    pub(super) fn keep_drafts(&mut self) {
        self.drafts_due = None;
        for layer in &self.layers {
            layer.keep_draft(&mut self.session);
        }
        self.write_drafts();
    }

    /// Writes the drafts that changed. While another program writes, they are saved later; other
    /// failures are reported.
    pub(super) fn write_drafts(&mut self) {
        match self.session.write_drafts() {
            Ok(()) => {}
            Err(StoreError::Busy { .. }) => self.drafts_will_be_due(),
            Err(error) => {
                self.session.show_error(text!("draft-not-written", error));
                self.needs_drawing = true;
            }
        }
    }
}
