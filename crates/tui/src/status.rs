//! The status message: one line about the last key, at the bottom of the screen, or in the title line of a queue
//! where it says that something was saved.

use std::time::{Duration, Instant};

use super::theme::{Theme, Tone};
use crate::messages::text;
use assay_store::StoreError;

/// How long a message that something was saved stays.
pub const ECHO: Duration = Duration::from_secs(3);

/// A short message about the last act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusMessage {
    pub text: String,
    /// What kind of message it is; this determines its colour and how long it stays.
    pub kind: StatusKind,
    /// Whether an unexpected part was added: the message is then not cut, even if it reports a
    /// saved decision.
    pub has_more: bool,
    /// Since when it is shown.
    pub since: Instant,
}

/// What kind of message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// A decision is committed.
    Saved,
    /// Information.
    Hint,
    /// A failure.
    Error,
}

impl StatusMessage {
    /// A decision is committed.
    pub fn saved(text: impl Into<String>) -> Self {
        Self::new(StatusKind::Saved, format!("✓ {}", text.into()))
    }

    /// Information.
    pub fn hint(text: impl Into<String>) -> Self {
        Self::new(StatusKind::Hint, text.into())
    }

    /// A failure.
    pub fn error(text: impl Into<String>) -> Self {
        Self::new(StatusKind::Error, format!("! {}", text.into()))
    }

    fn new(kind: StatusKind, text: String) -> Self {
        StatusMessage { text, kind, has_more: false, since: Instant::now() }
    }

    /// A decision could not be committed.
    pub fn not_saved(error: &StoreError) -> Self {
        StatusMessage::error(text!("not-saved", error))
    }

    /// A decision is committed as soon as another program has finished writing.
    pub fn waiting() -> Self {
        StatusMessage::hint(text!("waiting-for-writer"))
    }

    /// Adds that a key was pressed before its item was on the screen.
    pub fn append_early_key(&mut self, key: &str) {
        let too_early = text!("too-early");
        if !self.text.contains(too_early) {
            self.add(&format!("{key} {too_early}"));
        }
    }

    /// Adds further information.
    pub fn add(&mut self, words: &str) {
        self.text.push_str(&format!(" · {words}"));
        self.has_more = true;
    }

    /// Whether it says nothing else than that something was saved: it is in the title line of a queue, and
    /// goes by itself.
    pub fn is_echo(&self) -> bool {
        self.kind == StatusKind::Saved && !self.has_more
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
