//! A field for a remark of one or several lines. Everything typed or pasted is text here, and a draft until it
//! is saved.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use super::typing::{pasted, set_focus, text_area, text_of};
use super::wrap::wrapped;
use crate::session::Session;
use assay_store::DraftFor;

/// The maximum number of characters of a remark; typed or pasted text beyond it is dropped.
const LONGEST: usize = 4000;

/// The field, with the cursor at the end of its text.
pub struct NoteField {
    area: TextArea<'static>,
    /// How many characters it has at most. Only counted again if this shows that the field is full,
    /// so that typing does not become slower with the length.
    at_most: usize,
    what: DraftFor,
    /// The remark as it was saved last.
    pub saved: String,
}

impl NoteField {
    /// A field that continues the draft, or else the saved remark.
    pub fn new(what: DraftFor, saved: Option<&str>, session: &Session) -> Self {
        let saved = saved.unwrap_or_default().to_owned();
        let draft = session.drafts.text(&what);
        let text = if draft.trim().is_empty() { &saved } else { draft };
        NoteField { area: text_area(text), at_most: text.chars().count(), what, saved }
    }

    /// Keeps the text as a draft where it is not the saved one.
    pub fn keep_draft(&self, session: &mut Session) {
        let draft = Some(self.text()).filter(|draft| *draft != self.saved);
        session.drafts.keep(self.what.clone(), draft.unwrap_or_default());
    }

    /// The same when the field is left, which is reported with these words.
    pub fn leave(&self, words: &str, session: &mut Session) {
        self.keep_draft(session);
        if !session.drafts.text(&self.what).is_empty() {
            session.hint(words);
        }
    }

    /// The text without spaces around it.
    pub fn text(&self) -> String {
        text_of(&self.area)
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.text().is_empty()
    }

    /// How many rows the text has at a width.
    pub fn rows(&self, width: u16) -> usize {
        let width = usize::from(width).max(2);
        self.area.lines().iter().map(|line| wrapped(line, width).len().max(1)).sum()
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) {
        let writes = matches!(key.code, KeyCode::Char(_) | KeyCode::Tab);
        if writes && self.room() == 0 {
            return;
        }
        self.at_most += usize::from(writes);
        self.area.input(key);
    }

    /// Begins a new line.
    pub fn new_line(&mut self) {
        if self.room() > 0 {
            self.at_most += 1;
            self.area.insert_newline();
        }
    }

    /// Takes pasted text.
    pub fn paste(&mut self, text: &str) {
        let room = self.room();
        self.at_most += text.chars().count().min(room);
        self.area.insert_str(pasted(text, true, room));
    }

    /// How many characters can be added.
    fn room(&mut self) -> usize {
        if self.at_most >= LONGEST {
            let lines = self.area.lines();
            let characters = lines.iter().map(|line| line.chars().count() + 1).sum::<usize>();
            self.at_most = characters.saturating_sub(1);
        }
        LONGEST.saturating_sub(self.at_most)
    }

    /// Shows the cursor, or hides it while another part has the focus.
    pub fn set_focus(&mut self, has_focus: bool) {
        set_focus(&mut self.area, has_focus);
    }

    /// Draws the text.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        (&self.area).render(area, buffer);
    }
}
