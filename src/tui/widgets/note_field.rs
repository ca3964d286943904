//! A field for a remark of one or several lines. Everything typed or pasted is text here.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use super::typing::{pasted, text_area, text_of};

/// A remark longer than this (in characters) is cut off when it is pasted.
const LONGEST: usize = 4000;

/// The field, with the cursor at the end of its text.
pub struct NoteField(TextArea<'static>);

impl NoteField {
    /// A field with a text that is continued.
    pub fn new(text: &str) -> Self {
        NoteField(text_area(text))
    }

    /// The text without spaces around it.
    pub fn text(&self) -> String {
        text_of(&self.0)
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.text().is_empty()
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) {
        self.0.input(key);
    }

    /// Begins a new line.
    pub fn new_line(&mut self) {
        self.0.insert_newline();
    }

    /// Takes pasted text.
    pub fn paste(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text().chars().count());
        self.0.insert_str(pasted(text, true, room));
    }

    /// Shows the cursor, or hides it while another part has the focus.
    pub fn set_focus(&mut self, has_focus: bool) {
        let cursor = Style::default();
        self.0.set_cursor_style(match has_focus {
            true => cursor.add_modifier(Modifier::REVERSED),
            false => cursor,
        });
    }

    /// Draws the text.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        (&self.0).render(area, buffer);
    }
}
