//! Typing in the flag panel: digits mark, a capital letter may choose the right answer, everything
//! else is the note.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{FlagPanel, Focus};
use crate::messages::text;
use crate::screens::Outcome;
use crate::session::Session;
use crate::terms::letter;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::WrongReason;

impl FlagPanel {
    /// Handles a typed character. `None` if the key map is to decide.
    fn character(&mut self, key: KeyEvent, typed: char, session: &mut Session) -> Option<Outcome> {
        if self.focus == Focus::Note {
            self.note.key(key);
            return Some(Outcome::Stay);
        }
        if let Some(place) = self.reasons.iter().position(|(digit, _)| *digit == typed) {
            self.list.mark(place);
            self.right.settle();
            return Some(self.toggle(self.reasons[place].1, session));
        }
        if self.asks_for_answer()
            && let Some(label) = Label::from_letter(typed)
            && self.right.take_letter(key, label)
        {
            match self.right.is_reference(label) {
                true => session.hint(text!("panel-is-reference", typed = letter(label))),
                false => self.answer_chosen(),
            }
            return Some(Outcome::Stay);
        }
        if let Some(capitals) = self.right.begin_of_sentence() {
            self.chosen_last = self.right.chosen.map(|_| WrongReason::WrongReferenceAnswer);
            self.focus_on(Focus::Note);
            capitals.into_iter().chain([key]).for_each(|key| self.note.key(key));
            return Some(Outcome::Stay);
        }
        if typed == ' ' {
            return (!self.has_cursor).then_some(Outcome::Stay);
        }
        self.focus_on(Focus::Note);
        self.note.key(key);
        Some(Outcome::Stay)
    }

    pub(super) fn answer_chosen(&mut self) {
        self.chosen_last = Some(WrongReason::WrongReferenceAnswer);
        self.focus_on(Focus::NoteNext);
    }

    /// Handles a key before the key map does. `None` if the key map is to decide.
    pub(super) fn key(&mut self, key: KeyEvent, session: &mut Session) -> Option<Outcome> {
        let has_modifier = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        let writes = self.focus == Focus::Note;
        if !matches!(key.code, KeyCode::Char(_)) {
            self.right.settle();
        }
        match key.code {
            KeyCode::Esc => {
                self.leave(session);
                return Some(Outcome::Close);
            }
            KeyCode::Char(typed) if !has_modifier => {
                session.status = None;
                return self.character(key, typed, session);
            }
            KeyCode::Enter if has_modifier => {
                self.focus_on(Focus::Note);
                self.note.new_line();
            }
            KeyCode::Backspace if !writes && self.chosen_last.is_some() => {
                return self.choose_again(session).or(Some(Outcome::Stay));
            }
            KeyCode::Backspace => {
                self.note.key(key);
                if self.note.is_empty() && writes {
                    self.focus_on(Focus::NoteNext);
                }
            }
            KeyCode::Char('w' | 'u' | 'h' | 'a' | 'e' | 'k') if writes => self.note.key(key),
            KeyCode::Left
            | KeyCode::Right
            | KeyCode::Up
            | KeyCode::Down
            | KeyCode::Home
            | KeyCode::End
            | KeyCode::Delete
                if writes =>
            {
                self.note.key(key);
            }
            _ => return None,
        }
        Some(Outcome::Stay)
    }
}
