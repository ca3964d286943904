//! The answer for choices without their own key: those beyond the ninth are listed, and the letter
//! that is typed answers.
//!
//! Their letters have other meanings as keys: `l` puts a question off, `s` skips it. On a question
//! with such a choice the letter does neither by itself; it opens the entry with the choice marked,
//! where Enter answers and Tab carries out the usual action of the key.

use crossterm::event::{KeyCode, KeyEvent};
use unicode_width::UnicodeWidthStr;

use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::terms::key_letter;
use crate::typed_choice::{TypedChoice, has_modifier};
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_box, popup_area};
use crate::widgets::typing::draw_typing_bar;
use crate::widgets::wrap::cut;
use assay_core::benchmark::{Choice, Label};
use assay_core::visible::visible_line;

/// The widest line of a choice, in cells.
const WIDEST: usize = 60;

/// The choices that no key chooses: those beyond the ninth.
pub fn choices_without_key(choices: &[Choice]) -> impl Iterator<Item = &Choice> {
    choices.iter().filter(|choice| Action::choose(choice.label).is_none())
}

/// The popup in which a choice is typed.
pub struct ChoiceEntry {
    choices: Vec<(Label, String)>,
    /// The choice that is marked because its letter opened the popup.
    typed: Option<TypedChoice>,
    reply: Answer<Label>,
}

impl ChoiceEntry {
    /// A popup for those of the choices that have no key, opened by the letter of one of them or not. The
    /// chosen one is sent to `reply`.
    pub fn new(choices: &[Choice], typed: Option<TypedChoice>, reply: Answer<Label>) -> Self {
        let line = |choice: &Choice| (choice.label, visible_line(&choice.text).into_owned());
        let choices = choices_without_key(choices).map(line).collect();
        ChoiceEntry { choices, typed, reply }
    }

    fn answer(&self, label: Label) -> Outcome {
        (self.reply)(label);
        Outcome::Close
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        match (key.code, self.typed) {
            (KeyCode::Char('c'), _) if has_modifier(key) => return Outcome::Quit,
            (KeyCode::Esc, _) => return Outcome::Close,
            (KeyCode::Enter, Some(typed)) => return self.answer(typed.label),
            (KeyCode::Tab, Some(TypedChoice { otherwise: Some(action), .. })) => {
                return Outcome::CloseThen(action);
            }
            (KeyCode::Char(typed), marked) if !has_modifier(key) => {
                let label = Label::from_letter(typed.to_ascii_uppercase());
                match (label.filter(|label| self.place(*label).is_some()), marked) {
                    (Some(label), None) => return self.answer(label),
                    // A key that is held down must not answer.
                    (Some(label), Some(marked)) if marked.label == label => {}
                    (Some(label), Some(_)) => {
                        self.typed = Some(TypedChoice { label, otherwise: None });
                    }
                    (None, _) => {
                        let typed = visible_line(&typed.to_string()).into_owned();
                        session.hint(text!("entry-no-such-choice", typed));
                    }
                }
            }
            _ => {}
        }
        Outcome::Stay
    }

    fn place(&self, label: Label) -> Option<usize> {
        self.choices.iter().position(|(known, _)| *known == label)
    }

    /// The current actions of the keys.
    fn keys(&self) -> String {
        let Some(TypedChoice { label, otherwise }) = self.typed else {
            return text!("entry-keys").to_owned();
        };
        match otherwise {
            None => text!("entry-enter", letter = key_letter(label)),
            Some(action) => {
                text!("entry-enter-or", letter = key_letter(label), what = action.sentence())
            }
        }
    }
}

impl Screen for ChoiceEntry {
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(_) => Some(Outcome::Stay),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let title = text!("entry-title");
        let longest = self.choices.iter().map(|(_, text)| text.width()).max().unwrap_or(0);
        let width = (longest.min(WIDEST) + 6).max(title.width() + 6);
        let size = (cells(width), cells(self.choices.len() + 2));
        let inner = draw_box(title, popup_area(size, canvas.area), theme, canvas.buffer);
        let marked = self.typed.and_then(|typed| self.place(typed.label));
        let above = marked.map_or(0, |at| (at + 1).saturating_sub(usize::from(inner.height)));
        let rows = self.choices.iter().enumerate().skip(above);
        for ((at, (label, text)), y) in rows.zip(inner.top()..inner.bottom()) {
            let tone = if marked == Some(at) { theme.selected } else { theme.text };
            canvas.buffer.set_string(inner.x + 1, y, key_letter(*label), theme.key);
            let room = usize::from(inner.width.saturating_sub(5));
            canvas.buffer.set_string(inner.x + 4, y, cut(text, room), tone);
        }
        let hint = session.status.as_ref().map_or_else(|| self.keys(), |said| said.text.clone());
        draw_typing_bar(&hint, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
