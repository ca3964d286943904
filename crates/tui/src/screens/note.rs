//! A small editor for remarks. Everything typed or pasted is text here and never an answer to a
//! question.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::panel_place::PanelPlace;
use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::drafts::Drafts;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::chrome::{draw_box, draw_popup};
use crate::widgets::note_field::NoteField;
use crate::widgets::typing::draw_typing_bar;
use assay_store::DraftFor;

/// The rows of an editor in its own area, including the border.
const ROWS: u16 = 8;

/// The popup in which a note is written. The text is a draft until the screen that opened this has
/// saved it.
pub struct NoteEditor {
    title: String,
    what: DraftFor,
    /// The note as it was saved last.
    saved: String,
    place: Option<PanelPlace>,
    reply: Answer<String>,
    field: NoteField,
}

impl NoteEditor {
    /// An editor that continues the draft. Its text is sent to `reply` when it is to be saved.
    pub fn new(title: String, what: DraftFor, drafts: &Drafts, reply: Answer<String>) -> Self {
        let field = NoteField::new(drafts.text(&what));
        NoteEditor { title, what, saved: String::new(), place: None, reply, field }
    }

    /// Starts from the saved note if there is no draft.
    #[must_use]
    pub fn with_saved(self, note: Option<&str>) -> Self {
        let saved = note.unwrap_or_default().to_owned();
        let field = if self.field.is_empty() { NoteField::new(&saved) } else { self.field };
        NoteEditor { saved, field, ..self }
    }

    /// Draws the editor in the screen's area for it, if there is one.
    #[must_use]
    pub fn at(self, place: Option<PanelPlace>) -> Self {
        NoteEditor { place, ..self }
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        let has_modifier = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => {
                self.leave(session);
                return Outcome::Close;
            }
            KeyCode::Char('c') if has_modifier => return Outcome::Quit,
            KeyCode::Enter if !has_modifier => {
                self.save(session);
                return Outcome::Close;
            }
            KeyCode::Enter => self.field.new_line(),
            _ => self.field.key(key),
        }
        Outcome::Stay
    }

    fn leave(&self, session: &mut Session) {
        self.keep_draft(session);
        if !session.drafts.text(&self.what).is_empty() {
            session.status = Some(StatusMessage::hint(text!("note-draft-kept")));
        }
    }

    /// Gives the text to the screen that opened this, which says whether it changes anything.
    fn save(&self, session: &mut Session) {
        self.keep_draft(session);
        match self.field.text() {
            note if !note.is_empty() => (self.reply)(note),
            _ if self.saved.is_empty() => {}
            _ => session.status = Some(StatusMessage::hint(text!("note-empty"))),
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
        let draft = Some(self.field.text()).filter(|draft| *draft != self.saved);
        session.drafts.keep(self.what.clone(), draft.unwrap_or_default());
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let inner = match self.place.as_ref().map(PanelPlace::area) {
            Some(room) => {
                let height = room.height.min(ROWS);
                let area = Rect { y: room.bottom() - height, height, ..room };
                draw_box(&self.title, area, theme, canvas.buffer)
            }
            None => {
                let (width, height) = (canvas.area.width.saturating_sub(8), canvas.area.height);
                let size = (width.min(70), height.saturating_sub(3).min(10));
                draw_popup(&self.title, size, canvas.area, theme, canvas.buffer)
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
