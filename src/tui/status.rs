//! The status message: one line at the bottom of the screen that says what the last key did.

use super::theme::{Theme, Tone};
use crate::store::StoreError;
use crate::tui::messages::text;
use crate::tui::store_words::InWords;

/// A short message about what just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusMessage {
    /// The text.
    pub text: String,
    /// What kind of message it is; this decides its colour and how long it stays.
    pub kind: StatusKind,
    /// Whether something was added that the last key does not make one expect: the message is not cut, even
    /// if it says that something was saved.
    pub has_more: bool,
}

/// What kind of message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// A decision is committed.
    Saved,
    /// Something to know.
    Hint,
    /// Something failed.
    Error,
}

impl StatusMessage {
    /// A decision is committed.
    pub fn saved(text: impl Into<String>) -> Self {
        StatusMessage {
            text: format!("✓ {}", text.into()),
            kind: StatusKind::Saved,
            has_more: false,
        }
    }

    /// Something to know.
    pub fn hint(text: impl Into<String>) -> Self {
        StatusMessage { text: text.into(), kind: StatusKind::Hint, has_more: false }
    }

    /// Something failed.
    pub fn error(text: impl Into<String>) -> Self {
        StatusMessage {
            text: format!("! {}", text.into()),
            kind: StatusKind::Error,
            has_more: false,
        }
    }

    /// A decision could not be committed.
    pub fn not_saved(error: &StoreError) -> Self {
        StatusMessage::error(text!("not-saved", error = error.in_words()))
    }

    /// A decision is committed as soon as another program has finished writing.
    pub fn waiting() -> Self {
        StatusMessage::hint(text!("waiting-for-writer"))
    }

    /// A key was pressed before what it is about was on the screen.
    pub fn append_early_key(&mut self, key: &str) {
        let too_early = text!("too-early");
        if !self.text.contains(too_early) {
            self.add(&format!("{key} {too_early}"));
        }
    }

    /// Adds something else to know.
    pub fn add(&mut self, words: &str) {
        self.text.push_str(&format!(" · {words}"));
        self.has_more = true;
    }

    /// The colour of its text.
    pub fn tone(&self, theme: &Theme) -> Tone {
        match self.kind {
            StatusKind::Saved => theme.saved,
            StatusKind::Hint => theme.warning,
            StatusKind::Error => theme.error,
        }
    }
}
