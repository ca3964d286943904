//! The field in which a short answer is typed, blind, below the question. Enter commits it; everything typed or pasted
//! is text here.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use super::panel_place::{PanelPlace, draw_head};
use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::typed_choice::has_modifier;
use crate::widgets::typing::{draw_typing_bar, pasted, text_area, text_of};
use assay_core::benchmark::review::TypedAnswer;

/// The rows of the field, with its title.
const ROWS: usize = 4;

/// The popup.
pub struct AnswerEntry {
    title: String,
    place: PanelPlace,
    field: TextArea<'static>,
    reply: Answer<TypedAnswer>,
}

impl AnswerEntry {
    /// The field, with what was typed already, in the screen's area for it; what is committed is sent to `reply`.
    pub fn new(title: String, typed: &str, place: PanelPlace, reply: Answer<TypedAnswer>) -> Self {
        place.want(false, |_| ROWS);
        AnswerEntry { title, place, field: text_area(typed), reply }
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        match key.code {
            KeyCode::Char('c') if has_modifier(key) => return Outcome::Quit,
            KeyCode::Esc => return Outcome::Close,
            KeyCode::Enter => match text_of(&self.field).parse() {
                Ok(typed) => {
                    (self.reply)(typed);
                    return Outcome::Close;
                }
                Err(_) => session.hint(text!("answer-entry-one-line", most = TypedAnswer::LONGEST)),
            },
            KeyCode::PageUp => {
                self.place.scroll(Action::PageUp);
            }
            KeyCode::PageDown => {
                self.place.scroll(Action::PageDown);
            }
            KeyCode::Char(_) if self.room() == 0 => {}
            _ => {
                self.field.input(key);
            }
        }
        Outcome::Stay
    }

    /// How many more bytes there are.
    fn room(&self) -> usize {
        TypedAnswer::LONGEST.saturating_sub(text_of(&self.field).len())
    }
}

impl Screen for AnswerEntry {
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(text) => {
                let accepted = pasted(text, false, self.room());
                self.field.insert_str(accepted);
                Some(Outcome::Stay)
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let inner = draw_head(&self.title, self.place.area(), theme, canvas.buffer);
        let text = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        (&self.field).render(text, canvas.buffer);
        let hint = session.status.as_ref().map(|said| said.text.clone());
        let hint = hint.unwrap_or_else(|| text!("answer-entry-keys").to_owned());
        draw_typing_bar(&hint, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
