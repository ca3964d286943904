//! Remarks that were begun and not saved: they are kept while their writer looks elsewhere. They are
//! no decisions, so they end with the session.

use std::collections::HashMap;

/// What a draft is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DraftFor {
    /// A note on an item.
    Note {
        /// The name of its queue.
        queue: &'static str,
        /// The item.
        item: String,
    },
    /// What is wrong with the question with this key, beyond the reasons to mark.
    WhatIsWrong(String),
    /// The words of the question with this key, while they are being fixed.
    Fix(String),
}

/// The drafts of a session.
#[derive(Clone, Debug, Default)]
pub struct Drafts(HashMap<DraftFor, String>);

impl Drafts {
    /// What was written so far; empty where nothing was.
    pub fn text(&self, what: &DraftFor) -> &str {
        self.0.get(what).map_or("", String::as_str)
    }

    /// Keeps what is written so far; an empty text is forgotten.
    pub fn keep(&mut self, what: DraftFor, text: String) {
        match text.is_empty() {
            true => self.forget(&what),
            false => drop(self.0.insert(what, text)),
        }
    }

    /// Forgets a draft: it was saved.
    pub fn forget(&mut self, what: &DraftFor) {
        self.0.remove(what);
    }
}
