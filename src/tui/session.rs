//! What all screens share while one annotator sits at the keyboard.

use std::sync::Arc;

use super::attention::Attention;
use super::drafts::Drafts;
use super::keymap::Keymap;
use super::picture::{Surface, Waker};
use super::status::StatusMessage;
use super::theme::Theme;
use crate::queue::{DecisionContext, Desks, ReviewDesk, SittingSummary};
use crate::store::{Store, StoreError};

/// What all screens share.
pub struct Session {
    /// The database.
    pub store: Store,
    /// The annotator's open desks.
    pub desks: Desks,
    /// Whether labels and choices are marked in the texts that are read.
    pub hints: bool,
    /// How pictures are painted.
    pub surface: Surface,
    /// Colours by meaning.
    pub theme: Theme,
    /// Which key does what.
    pub keymap: Keymap,
    /// Remarks that were begun.
    pub drafts: Drafts,
    /// What just happened.
    pub status: Option<StatusMessage>,
    /// What the terminal calls itself; untrusted text, empty where it does not say.
    pub terminal: String,
    /// Why pictures are painted as they are, as the end of a sentence.
    pub pictures_because: String,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Said on every screen about the data, for instance that it is made up.
    pub notice: Option<String>,
    /// Has a frame drawn when work on another thread is done.
    pub wake: Waker,
    attention: Attention,
    /// How many rows of the review there were at the start.
    rows_at_start: usize,
}

impl Session {
    /// Begins a session.
    pub fn new(store: Store, desks: Desks, surface: Surface, theme: Theme, keymap: Keymap) -> Self {
        let rows_at_start = desks.review().history().rows().len();
        Session {
            store,
            desks,
            hints: false,
            surface,
            theme,
            keymap,
            drafts: Drafts::default(),
            status: None,
            terminal: String::new(),
            pictures_because: String::new(),
            mouse: false,
            notice: None,
            wake: Arc::new(|| ()),
            attention: Attention::start(),
            rows_at_start,
        }
    }

    /// The annotator's review, which gives the lists of questions their order.
    pub fn review(&self) -> &ReviewDesk {
        self.desks.review()
    }

    /// What was done in the review since the session began.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn summary(&self) -> Result<SittingSummary, StoreError> {
        SittingSummary::since(self.review(), &self.store, self.rows_at_start)
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self) {
        self.attention.attend();
    }

    /// What surrounds the decision that is made now; the attention paid so far goes with it.
    pub fn context(
        &mut self,
        screen: &'static str,
        picture: Option<String>,
        cells: Option<(u16, u16)>,
    ) -> DecisionContext {
        DecisionContext { screen, picture, cells, active_ms: self.attention.spend() }
    }
}
