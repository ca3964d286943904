//! A small editor for remarks. Everything typed or pasted is text here and never an answer to a
//! question.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::panel_place::PanelPlace;
use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::drafts::Drafts;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::chrome::{draw_box, popup_area};
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
    /// An editor that continues the draft, or else the saved note, in the screen's area for it if there is
    /// one. Its text is sent to `reply` when it is to be saved.
    pub fn new(
        title: String,
        (what, drafts): (DraftFor, &Drafts),
        saved: Option<&str>,
        place: Option<PanelPlace>,
        reply: Answer<String>,
    ) -> Self {
        let saved = saved.unwrap_or_default().to_owned();
        let draft = drafts.text(&what);
        let field = NoteField::new(if draft.trim().is_empty() { &saved } else { draft });
        NoteEditor { title, what, saved, place, reply, field }
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
            session.hint(text!("note-draft-kept"));
        }
    }

    /// Gives the text to the screen that opened this, which says whether it changes anything.
    fn save(&self, session: &mut Session) {
        self.keep_draft(session);
        match self.field.text() {
            note if !note.is_empty() => (self.reply)(note),
            _ if self.saved.is_empty() => {}
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
        let draft = Some(self.field.text()).filter(|draft| *draft != self.saved);
        session.drafts.keep(self.what.clone(), draft.unwrap_or_default());
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let area = match self.place.as_ref().map(PanelPlace::area) {
            Some(room) => {
                let height = room.height.min(ROWS);
                Rect { y: room.bottom() - height, height, ..room }
            }
            None => {
                let (width, height) = (canvas.area.width.saturating_sub(8), canvas.area.height);
                popup_area((width.min(70), height.saturating_sub(3).min(10)), canvas.area)
            }
        };
        let inner = draw_box(&self.title, area, theme, canvas.buffer);
        let text = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        self.field.draw(text, canvas.buffer);
        let hint = text!("note-keys");
        draw_typing_bar(hint, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
