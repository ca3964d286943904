//! The screens, one file each, and what every screen can do.
//!
//! A screen is a layer: the ones above may be popups that let it show through. It changes only in
//! `update` and its kin; drawing reads. What it wants beyond itself it says as a [`Step`].

pub mod agreement;
pub mod browse;
mod counted;
pub mod extract;
mod frame;
pub mod guideline;
pub mod help;
pub mod history;
pub mod home;
mod leafing;
pub mod models;
pub mod note;
pub mod palette;
pub mod reasons;
pub mod review;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::keymap::Place;
use super::picture::{Look, PictureStage};
use super::session::Session;
use crate::benchmark::ImageHash;
use crate::benchmark::decision::WrongReason;

/// What a screen wants after an input.
pub enum Step {
    /// Nothing more.
    Stay,
    /// Another layer on top.
    Open(Box<dyn Screen>),
    /// To be closed, leaving something for the layer below.
    Close(Option<Reply>),
    /// To have an action done as if its key had been pressed.
    Do(Action),
    /// To have a question opened in the review, by its position in the annotator's order.
    Question(usize),
    /// To have the picture looked at closer or elsewhere.
    Look(Look),
    /// To have the picture shown on the whole screen.
    FullScreen(ImageHash),
    /// To end the program.
    Quit,
}

/// What a closed layer leaves for the one below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The reasons why a question is wrong, and a remark where `other` is among them.
    Reasons(Vec<WrongReason>, Option<String>),
    /// A note to be saved.
    Note(String),
    /// An action to be done.
    Act(Action),
    /// Which questions to list.
    Filter(browse::Filter),
}

/// Input that is not an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    /// A key, before the keymap is asked.
    Key(KeyEvent),
    /// Pasted text.
    Paste(String),
}

/// Where a frame is drawn.
pub struct Canvas<'a> {
    /// The cells.
    pub buffer: &'a mut Buffer,
    /// The pictures.
    pub stage: &'a mut PictureStage,
    /// The whole screen.
    pub area: Rect,
}

/// A layer of the screen.
pub trait Screen {
    /// Which keys hold here.
    fn place(&self) -> Place;

    /// The actions that do something now, the most wanted first: they feed the action bar, the
    /// help, the palette and the keys alike.
    fn commands(&self, session: &Session) -> Vec<Action>;

    /// Why an action that has a key here does nothing now, where there is more to say than that.
    fn why_not(&self, action: Action) -> Option<String> {
        let _ = action;
        None
    }

    /// The action that opens this screen, so that it is not opened twice.
    fn opened_by(&self) -> Option<Action> {
        None
    }

    /// Does an action that is among the commands.
    fn update(&mut self, action: Action, session: &mut Session) -> Step;

    /// Goes on after a layer above was closed.
    fn resume(&mut self, reply: Option<Reply>, session: &mut Session) -> Step {
        let _ = (reply, session);
        Step::Stay
    }

    /// Takes input before the keymap does: text fields, digits. Nothing if it is not for here.
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Step> {
        let _ = (input, session);
        None
    }

    /// A click, or a turn of the wheel as `Action::ScrollUp` and `ScrollDown` come by `update`.
    fn click(&mut self, at: Position, session: &mut Session) -> Step {
        let _ = (at, session);
        Step::Stay
    }

    /// Looks closer at the picture, or elsewhere.
    fn look(&mut self, look: Look, stage: &PictureStage) {
        let _ = (look, stage);
    }

    /// Lays out before a frame.
    fn prepare(&mut self, area: Rect, session: &Session) {
        let _ = (area, session);
    }

    /// Draws.
    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session);

    /// Whether the layer below shows around it.
    fn is_popup(&self) -> bool {
        false
    }

    /// Whether something is still being worked out on another thread.
    fn is_waiting(&self) -> bool {
        false
    }

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
