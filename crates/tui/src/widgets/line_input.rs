//! A field of one line to type into. Everything printable is text here.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

/// The longest text that is taken, in characters.
const LONGEST: usize = 200;

/// The text so far; typing goes on at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineInput {
    text: String,
}

impl LineInput {
    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Empties the field.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// Handles a key that types or deletes; returns whether it did.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if ctrl => self.clear(),
            KeyCode::Char('w') if ctrl => self.delete_word(),
            KeyCode::Char('h') if ctrl => self.delete_letter(),
            KeyCode::Char(letter) if !ctrl && !alt => self.push(letter),
            KeyCode::Backspace => self.delete_letter(),
            _ => return false,
        }
        true
    }

    /// Takes pasted text, line breaks as spaces.
    pub fn paste(&mut self, text: &str) {
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).for_each(|c| self.push(c));
    }

    fn push(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < LONGEST {
            self.text.push(letter);
        }
    }

    fn delete_letter(&mut self) {
        let last = self.text.grapheme_indices(true).next_back();
        self.text.truncate(last.map_or(0, |(start, _)| start));
    }

    fn delete_word(&mut self) {
        let kept = self.text.trim_end().rfind(char::is_whitespace).map_or(0, |space| space + 1);
        self.text.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> LineInput {
        let mut input = LineInput::default();
        input.paste(text);
        input
    }

    #[test]
    fn backspace_takes_what_a_reader_sees_as_one_letter() {
        let mut input = typed("羊e\u{301}");
        input.key(KeyCode::Backspace.into());
        assert_eq!(input.text(), "羊");
    }

    #[test]
    fn words_and_the_whole_line_can_be_deleted() {
        let mut input = typed("red sheep");
        input.key(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(input.text(), "red ");
        input.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(input.text(), "");
    }

    #[test]
    fn what_is_pasted_stays_one_bounded_line_without_control_characters() {
        assert_eq!(typed("a\nb\u{1b}[31m").text(), "a b[31m");
        assert_eq!(typed(&"x".repeat(5000)).text().len(), LONGEST);
    }
}
