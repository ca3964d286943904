//! A small editor for remarks. Everything typed or pasted is text here and never an answer to a
//! question.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::panel_place::{PanelPlace, draw_head};
use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::typed_choice::has_modifier;
use crate::widgets::chrome::{draw_box, popup_area};
use crate::widgets::note_field::NoteField;
use crate::widgets::typing::draw_typing_bar;

/// The rows of an editor in the text column, with its title.
const ROWS: usize = 6;

/// The popup in which a note is written. The text is a draft until the screen that opened this has
/// saved it.
pub struct NoteEditor {
    title: String,
    /// The screen's area for it, if there is one.
    place: Option<PanelPlace>,
    /// Takes the text when it is to be saved.
    reply: Answer<String>,
    field: NoteField,
}

impl NoteEditor {
    /// An editor in the screen's area for it, or in a popup.
    pub fn new(
        title: String,
        place: Option<PanelPlace>,
        reply: Answer<String>,
        field: NoteField,
    ) -> Self {
        if let Some(place) = &place {
            place.want(false, |_| ROWS);
        }
        NoteEditor { title, place, reply, field }
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        match key.code {
            KeyCode::Esc => {
                self.field.leave(text!("note-draft-kept"), session);
                return Outcome::Close;
            }
            KeyCode::Char('c') if has_modifier(key) => return Outcome::Quit,
            KeyCode::Enter if !has_modifier(key) => {
                self.save(session);
                return Outcome::Close;
            }
            KeyCode::Enter => self.field.new_line(),
            KeyCode::PageUp => return self.scroll(Action::PageUp),
            KeyCode::PageDown => return self.scroll(Action::PageDown),
            _ => self.field.key(key),
        }
        Outcome::Stay
    }

    /// Scrolls the card above the editor.
    fn scroll(&self, action: Action) -> Outcome {
        if let Some(place) = &self.place {
            place.scroll(action);
        }
        Outcome::Stay
    }

    /// Gives the text to the screen that opened this, which says whether it changes anything.
    fn save(&self, session: &mut Session) {
        self.keep_draft(session);
        match self.field.text() {
            note if !note.is_empty() => (self.reply)(note),
            _ if self.field.saved.is_empty() => {}
            _ => session.hint(text!("note-empty")),
        }
    }
}

impl Screen for NoteEditor {
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(text) => {
                self.field.paste(text);
                Some(Outcome::Stay)
            }
        }
    }

    fn keep_draft(&self, session: &mut Session) {
        self.field.keep_draft(session);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let (width, height) = (canvas.area.width.saturating_sub(8), canvas.area.height);
        let popup = (width.min(70), height.saturating_sub(3).min(10));
        let inner = match &self.place {
            Some(place) => draw_head(&self.title, place.area(), theme, canvas.buffer),
            None => {
                let area = popup_area(popup, canvas.area);
                draw_box(&self.title, area, theme, canvas.buffer)
            }
        };
        let text = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        self.field.draw(text, canvas.buffer);
        let hint = text!("note-keys");
        draw_typing_bar(hint, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
