//! The screens, one file each, and the trait that every screen implements.
//!
//! Screens are layers: the ones above may be popups around which those below show. A screen changes
//! in `update`, `raw`, `click`, `resume`, `look` and `prepare`; `draw` only reads. Its request to
//! the program is an [`Outcome`]. [`registry`] maps actions to the screens that they open.

pub mod adjudicate;
pub mod agreement;
mod answer_entry;
mod audit;
mod background;
pub mod benchmarks;
pub mod board;
pub mod browse;
pub mod bundled;
mod category_list;
mod choice_entry;
mod choice_marks;
mod description;
pub mod extract;
mod figure_text;
mod fix_form;
pub mod flag_panel;
pub mod full_picture;
pub mod guideline;
pub mod help;
pub mod history;
pub mod home;
mod list_chrome;
mod list_layout;
mod list_screen;
mod look_alikes;
pub mod models;
pub mod note;
mod outcome;
mod pager;
pub mod palette;
mod panel_place;
mod pictures;
pub mod queue;
pub mod queues;
pub mod registry;
pub mod review;
pub mod settings;
mod team_lines;
mod thumbnails;
pub mod verify;
pub mod vote;
pub mod votes;

use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

pub use self::outcome::{Answer, Outcome, Reply};
use super::action::Action;
use super::keymap::KeyContext;
use super::picture::{Look, PicturePanes};
use super::session::Session;
use super::widgets::line_input::LineInput;
use assay_store::BlindQuestion;

/// Input that is not an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    /// A key, before the keymap is asked.
    Key(KeyEvent),
    /// Pasted text.
    Paste(String),
}

impl Raw {
    /// Types or pastes into a field. False for a key that is not text.
    fn type_into(&self, field: &mut LineInput) -> bool {
        match self {
            Raw::Paste(text) => {
                field.paste(text);
                true
            }
            Raw::Key(key) => field.key(*key),
        }
    }
}

/// Where a frame is drawn.
pub struct Canvas<'a> {
    /// The cells.
    pub buffer: &'a mut Buffer,
    pub pictures: &'a mut PicturePanes,
    /// The whole screen.
    pub area: Rect,
}

/// A layer of the screen.
pub trait Screen {
    /// Which keys apply here; a popup that only has a text field does not have its own.
    fn key_context(&self) -> KeyContext {
        KeyContext::Everywhere
    }

    /// The actions that do something now, the most wanted first: they are used by the action bar,
    /// the help, the palette and the keys.
    fn commands(&self, _session: &Session) -> Vec<Action> {
        Vec::new()
    }

    /// Why an action with a key here is not available now, if there is a specific reason.
    fn why_not(&self, _action: Action) -> Option<String> {
        None
    }

    /// The action that opens this screen, so that it is not opened twice.
    fn opened_by(&self) -> Option<Action> {
        None
    }

    /// The queue whose item is open here. Undo, redo and the guideline are then those of this queue.
    fn queue(&self) -> Option<&'static str> {
        None
    }

    /// The question that is open here: the guideline shows the definition of its ability.
    fn question(&self) -> Option<&BlindQuestion> {
        None
    }

    /// Does an action that is among the commands.
    fn update(&mut self, _action: Action, _session: &mut Session) -> Outcome {
        Outcome::Stay
    }

    /// Takes back a step that is not saved yet, before undo acts on saved ones. Returns whether
    /// there was one.
    fn take_back(&mut self, _session: &mut Session) -> bool {
        false
    }

    /// Continues after the layer above was closed, with what it left in a [`Reply`].
    fn resume(&mut self, _session: &mut Session) -> Outcome {
        Outcome::Stay
    }

    /// Handles input before the keymap does: text fields, digits. `None` if the keymap is to
    /// decide.
    fn raw(&mut self, _input: &Raw, _session: &mut Session) -> Option<Outcome> {
        None
    }

    /// Keeps typed text that is not saved yet as a draft.
    fn keep_draft(&self, _session: &mut Session) {}

    /// A click. The wheel calls `update` with `Action::ScrollUp` and `ScrollDown`.
    fn click(&mut self, _at: Position, _session: &mut Session) -> Outcome {
        Outcome::Stay
    }

    /// Looks closer at the picture, or elsewhere.
    fn look(&mut self, _look: Look, _pictures: &PicturePanes) {}

    /// Lays out before a frame.
    fn prepare(&mut self, _area: Rect, _session: &Session) {}

    /// Draws.
    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session);

    /// Whether the layer below shows around it.
    fn is_popup(&self) -> bool {
        false
    }

    /// Whether what is below is dimmed, because it is not read while this is open.
    fn dims_below(&self) -> bool {
        false
    }

    /// Whether a computation on another thread is still running.
    fn is_waiting(&self) -> bool {
        false
    }

    /// Called when a frame with this screen on top is on the terminal: background work may begin.
    fn painted(&mut self, _session: &Session) {}

    /// Tries again what could not be saved because another program was writing.
    fn retry(&mut self, _session: &mut Session) {}

    /// How long the open item stays held for the annotator unless it is held again; `None` if none
    /// is held.
    fn lease_time(&self, _session: &Session) -> Option<Duration> {
        None
    }

    /// The time until the next step of an animation, such as the frames of a video.
    fn until_tick(&self) -> Option<Duration> {
        None
    }

    /// Advances due animations. `is_loading` if the last frame lacks a picture.
    fn tick(&mut self, _is_loading: bool) {}

    /// Holds the item that is open here for longer.
    fn renew(&mut self, _session: &mut Session) {}

    /// Changes when another item is shown: keys that were typed before it was painted are dropped.
    fn item(&self) -> u64 {
        0
    }
}

/// A number that no item had before in this program.
fn fresh_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static SHOWN: AtomicU64 = AtomicU64::new(0);
    SHOWN.fetch_add(1, Ordering::Relaxed) + 1
}
