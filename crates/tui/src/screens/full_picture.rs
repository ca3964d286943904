//! A picture on the whole screen: zoom, pan, leaf, and the keys of its question. The last row has
//! the question, or the message of the last key.

use std::time::Duration;

use ratatui::layout::Rect;

use super::choice_marks::ChoiceMarks;
use super::pictures::PictureStrip;
use super::{Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::picture::{Look, PicturePanes};
use crate::session::Session;
use crate::typed_choice::TypedChoice;
use crate::widgets::wrap::cut;
use assay_core::benchmark::decision::QUEUE_REVIEW;
use assay_core::benchmark::{Label, QuestionPicture};
use unicode_width::UnicodeWidthStr;

/// The keys that change the visible part of the picture.
const LOOKS: [Action; 10] = [
    Action::FullScreen,
    Action::ZoomIn,
    Action::ZoomOut,
    Action::ZoomReset,
    Action::Left,
    Action::Right,
    Action::Up,
    Action::Down,
    Action::NextPicture,
    Action::PreviousPicture,
];

/// The picture on the whole screen.
pub struct FullPicture {
    strip: PictureStrip,
    words: String,
    below: Option<ItemBelow>,
}

/// The item of a queue below the picture.
pub struct ItemBelow {
    pub queue: &'static str,
    /// The actions of its screen: their keys work here, and return to it.
    pub commands: Vec<Action>,
    pub marks: ChoiceMarks,
    /// The choices of the question without their own key; their letters open the entry in which they are
    /// typed.
    pub typed: Vec<Label>,
}

impl FullPicture {
    /// The picture that the strip shows, with a few words about it.
    pub fn new(strip: &PictureStrip, words: &str, below: Option<ItemBelow>) -> Self {
        FullPicture { strip: strip.clone().filling(), words: words.to_owned(), below }
    }

    /// One of several pictures, by number from 0.
    pub fn from_pictures(pictures: &[QuestionPicture], number: usize) -> Self {
        FullPicture::new(&PictureStrip::from_pictures(pictures, Some(number)), "", None)
    }

    fn marks(&self) -> ChoiceMarks {
        self.below.as_ref().map(|below| below.marks).unwrap_or_default()
    }
}

/// The change of the visible part of a picture by an action, if any.
pub(super) fn look(action: Action) -> Option<Look> {
    Some(match action {
        Action::ZoomIn => Look::Closer,
        Action::ZoomOut => Look::Farther,
        Action::ZoomReset => Look::Whole,
        Action::Left => Look::Left,
        Action::Right => Look::Right,
        Action::Up => Look::Up,
        Action::Down => Look::Down,
        _ => return None,
    })
}

impl Screen for FullPicture {
    fn key_context(&self) -> KeyContext {
        KeyContext::Queue(self.queue().unwrap_or(QUEUE_REVIEW))
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let below = self.below.iter().flat_map(|below| below.commands.iter().copied());
        let below = below.filter(|action| !LOOKS.contains(action) && !action.is_movement());
        LOOKS.into_iter().chain(below).collect()
    }

    fn queue(&self) -> Option<&'static str> {
        self.below.as_ref().map(|below| below.queue)
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        let (Raw::Key(event), Some(below)) = (input, &self.below) else { return None };
        let frame = (KeyContext::Queue(below.queue), below.commands.as_slice());
        session.typed_choice =
            Some(TypedChoice::from_key(*event, &below.typed, frame, &session.keymap)?);
        Some(Outcome::CloseThen(Action::OtherChoice))
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        match action {
            Action::NextPicture => self.strip.turn(1),
            Action::PreviousPicture => self.strip.turn(-1),
            Action::Play => self.strip.toggle_play(),
            Action::FullScreen => return Outcome::Close,
            other => return look(other).map_or(Outcome::CloseThen(other), Outcome::Look),
        }
        Outcome::Stay
    }

    fn until_tick(&self) -> Option<Duration> {
        self.strip.until_next_frame()
    }

    fn tick(&mut self, is_loading: bool) {
        self.strip.play_on(is_loading);
    }

    fn look(&mut self, look: Look, pictures: &PicturePanes) {
        self.strip.look(look, pictures);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let (area, theme) = (canvas.area, &session.theme);
        let picture = Rect { height: area.height.saturating_sub(1), ..area };
        self.strip.draw(picture, self.marks(), canvas, session);
        let key = |action| {
            let key = session.keymap.key_for(self.key_context(), action);
            key.map(|key| key.to_string()).unwrap_or_default()
        };
        let mut hints = Vec::new();
        if self.strip.is_zoomed() {
            hints.push(format!("{:.1}x", self.strip.zoom()));
        }
        if self.strip.len() > 1 {
            hints.push(self.strip.page_name(self.marks()));
        }
        let zoom = [Action::ZoomIn, Action::ZoomOut, Action::ZoomReset].map(key).join(" ");
        hints.extend([text!("full-zoom", zoom), text!("full-back", key = key(Action::FullScreen))]);
        let hints = hints.join(" · ");
        let row = Rect { y: picture.bottom(), height: 1, ..area };
        let room = usize::from(row.width).saturating_sub(hints.width() + 3);
        let (words, tone) = match &session.status {
            Some(status) => (status.text.as_str(), status.tone(theme)),
            None => (self.words.as_str(), theme.text),
        };
        canvas.buffer.set_string(row.x + 1, row.y, cut(words, room), tone);
        let x = row.right().saturating_sub(hints.width() as u16);
        canvas.buffer.set_string(x, row.y, hints, theme.dim);
    }
}
