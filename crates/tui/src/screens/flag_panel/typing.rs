//! Typing in the flag panel: digits mark, a capital letter may choose the right answer, everything
//! else is the note.
//!
//! Small letters never choose: they are the note. Capital letters directly followed by text were
//! the start of a sentence; the previous answer is then restored, and they are added to the note.

use crossterm::event::{KeyCode, KeyEvent};

use super::{FlagPanel, Focus};
use crate::messages::text;
use crate::screens::Outcome;
use crate::session::Session;
use crate::typed_choice::has_modifier;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::WrongReason;
use assay_workflow::queue::steps::Input;

/// Capital letters with which a sentence may begin.
pub(super) struct Capitals {
    keys: Vec<KeyEvent>,
    /// The choice before them.
    before: Option<Label>,
}

/// The keys besides letters that edit the note while it is written.
const EDITING: [KeyCode; 13] = [
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Delete,
    KeyCode::Char('w'),
    KeyCode::Char('u'),
    KeyCode::Char('h'),
    KeyCode::Char('a'),
    KeyCode::Char('e'),
    KeyCode::Char('k'),
];

impl FlagPanel {
    /// Handles a typed character. `None` if the key map is to decide.
    fn character(&mut self, key: KeyEvent, typed: char, session: &mut Session) -> Option<Outcome> {
        if self.focus == Focus::Note {
            self.note.key(key);
            return Some(Outcome::Stay);
        }
        if let Some(place) = self.reasons.iter().position(|(digit, _)| *digit == typed) {
            self.list.mark(place);
            self.capitals = None;
            return Some(self.toggle(self.reasons[place].1, session));
        }
        if self.takes_capital(key, typed, session) {
            return Some(Outcome::Stay);
        }
        if let Some(Capitals { keys, before }) = self.capitals.take() {
            let _ = self.say(Input::Right(before));
            self.chosen_last = before.map(|_| WrongReason::WrongReferenceAnswer);
            self.focus_on(Focus::Note);
            keys.into_iter().chain([key]).for_each(|key| self.note.key(key));
            return Some(Outcome::Stay);
        }
        if typed == ' ' {
            return (!self.has_cursor).then_some(Outcome::Stay);
        }
        self.focus_on(Focus::Note);
        self.note.key(key);
        Some(Outcome::Stay)
    }

    /// Takes the capital letter of a choice: chooses it unless it is the reference answer. Returns whether
    /// the letter is that of a choice.
    fn takes_capital(&mut self, key: KeyEvent, typed: char, session: &mut Session) -> bool {
        let Some(label) = Label::from_letter(typed).filter(|_| self.asks_for_answer()) else {
            return false;
        };
        let before = self.draft.corrected;
        let is_choice = self.choose(label, session);
        if is_choice {
            self.capitals.get_or_insert(Capitals { keys: Vec::new(), before }).keys.push(key);
        }
        is_choice
    }

    /// Handles a key before the key map does. `None` if the key map is to decide.
    pub(super) fn key(&mut self, key: KeyEvent, session: &mut Session) -> Option<Outcome> {
        let writes = self.focus == Focus::Note;
        if !matches!(key.code, KeyCode::Char(_)) {
            self.capitals = None;
        }
        match key.code {
            KeyCode::Esc => {
                self.note.leave(text!("panel-draft-kept"), session);
                return Some(Outcome::Close);
            }
            KeyCode::Char(typed) if !has_modifier(key) => {
                session.status = None;
                return self.character(key, typed, session);
            }
            KeyCode::Enter if has_modifier(key) => {
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
            code if writes && EDITING.contains(&code) => self.note.key(key),
            _ => return None,
        }
        Some(Outcome::Stay)
    }
}
