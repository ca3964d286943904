//! What all screens share while one annotator sits at the keyboard.

use std::sync::Arc;

use super::attention::Attention;
use super::drafts::Drafts;
use super::keymap::Keymap;
use super::picture::{Surface, Waker};
use super::status::StatusMessage;
use super::theme::Theme;
use crate::queue::review::Circumstances;
use crate::queue::{ExtractDesk, ReviewDesk};
use crate::store::{QUEUE_REVIEW, Store, StoreError};

/// What all screens share.
pub struct Session {
    /// The database.
    pub store: Store,
    /// The annotator's review.
    pub desk: ReviewDesk,
    /// The annotator's reading of a sample of texts, where there is one.
    pub extract: Option<ExtractDesk>,
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
    /// Said on every screen about the data, for instance that it is made up.
    pub notice: Option<String>,
    /// Has a frame drawn when work on another thread is done.
    pub wake: Waker,
    today: Today,
    attention: Attention,
}

/// The work of the day so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Today {
    /// Questions finished.
    pub finished: usize,
    /// Milliseconds of attention.
    pub active_ms: u64,
}

impl Today {
    /// Seconds of attention for each question, once there are some.
    pub fn seconds_each(self) -> Option<u64> {
        (self.active_ms / 1000).checked_div(self.finished as u64)
    }
}

impl Session {
    /// Begins a session.
    pub fn new(
        store: Store,
        desk: ReviewDesk,
        surface: Surface,
        theme: Theme,
        keymap: Keymap,
    ) -> Result<Self, StoreError> {
        let (finished, active_ms) =
            store.work_since(desk.annotator(), QUEUE_REVIEW, &start_of_today())?;
        Ok(Session {
            store,
            desk,
            extract: None,
            hints: false,
            surface,
            theme,
            keymap,
            drafts: Drafts::default(),
            status: None,
            terminal: String::new(),
            notice: None,
            wake: Arc::new(|| ()),
            today: Today { finished, active_ms },
            attention: Attention::begin(),
        })
    }

    /// The work of the day so far.
    pub fn today(&self) -> Today {
        self.today
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self) {
        self.attention.attend();
    }

    /// What surrounds the decision that is made now; the attention paid so far goes with it.
    pub fn circumstances(
        &mut self,
        screen: &'static str,
        picture: Option<String>,
        cells: Option<(u16, u16)>,
    ) -> Circumstances {
        let active_ms = self.attention.spend();
        self.today.active_ms = self.today.active_ms.saturating_add(active_ms);
        Circumstances { screen, picture, cells, active_ms }
    }

    /// How many questions of the benchmark this annotator has judged.
    pub fn judged(&self) -> usize {
        let progress = self.desk.progress();
        progress.done.saturating_sub(progress.skipped)
    }

    /// Counts what an undo or a redo changed since so many questions were judged.
    pub fn recount(&mut self, judged_before: usize) {
        self.today.finished = (self.today.finished + self.judged()).saturating_sub(judged_before);
    }

    /// Counts a finished question.
    pub fn finished_one(&mut self) {
        self.today.finished += 1;
    }
}

/// Midnight of the local day as the store writes moments.
fn start_of_today() -> String {
    use chrono::{Local, NaiveTime, SecondsFormat, TimeZone, Utc};
    let midnight = Local::now().date_naive().and_time(NaiveTime::MIN);
    // A day whose midnight falls into a change of the clocks begins at the earlier one.
    let local = Local.from_local_datetime(&midnight).earliest();
    let utc = local.map_or_else(Utc::now, |moment| moment.with_timezone(&Utc));
    utc.to_rfc3339_opts(SecondsFormat::Millis, true)
}
