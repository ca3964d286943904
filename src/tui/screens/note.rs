//! A small editor for remarks. Everything typed or pasted is text here; nothing answers a question.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use super::{Canvas, Outcome, Raw, Reply, Screen};
use crate::tui::action::Action;
use crate::tui::drafts::{DraftFor, Drafts};
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::chrome::draw_popup;
use crate::tui::widgets::typing::{draw_typing_bar, pasted, text_area, text_of};

/// A remark longer than this (in characters) is cut off when it is pasted.
const LONGEST: usize = 4000;

/// The popup in which a note is written. What was written is a draft of the session until whoever
/// opened this has saved it.
pub struct NoteEditor {
    title: &'static str,
    what: DraftFor,
    reply: Reply<String>,
    area: TextArea<'static>,
}

impl NoteEditor {
    /// An editor that continues the draft. Its text is sent to `reply` when it is to be saved.
    pub fn new(title: &'static str, what: DraftFor, drafts: &Drafts, reply: Reply<String>) -> Self {
        let area = text_area(drafts.text(&what));
        NoteEditor { title, what, reply, area }
    }

    fn text(&self) -> String {
        text_of(&self.area)
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        let has_modifier = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => {
                let draft = self.text();
                if !draft.is_empty() {
                    session.status = Some(StatusMessage::hint("the draft is kept, not saved"));
                }
                session.drafts.keep(self.what.clone(), draft);
                return Outcome::Close;
            }
            KeyCode::Char('c') if has_modifier => return Outcome::Quit,
            KeyCode::Enter if !has_modifier => {
                let note = self.text();
                session.drafts.keep(self.what.clone(), note.clone());
                if !note.is_empty() {
                    self.reply.send(note);
                }
                return Outcome::Close;
            }
            KeyCode::Enter => self.area.insert_newline(),
            _ => {
                self.area.input(key);
            }
        }
        Outcome::Stay
    }
}

impl Screen for NoteEditor {
    fn key_context(&self) -> KeyContext {
        KeyContext::Everywhere
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        Vec::new()
    }

    fn update(&mut self, _: Action, _: &mut Session) -> Outcome {
        Outcome::Stay
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(text) => {
                let room = LONGEST.saturating_sub(self.text().chars().count());
                self.area.insert_str(pasted(text, true, room));
                Some(Outcome::Stay)
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let (width, height) = (canvas.area.width.saturating_sub(8), canvas.area.height);
        let size = (width.min(70), height.saturating_sub(3).min(10));
        let inner = draw_popup(self.title, size, canvas.area, theme, canvas.buffer);
        (&self.area).render(inner, canvas.buffer);
        let hint = "Enter saves · Alt-Enter new line · Esc keeps a draft";
        draw_typing_bar(hint, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
