//! The answer for choices that have no key of their own: those beyond the ninth are listed, and the letter
//! that is typed answers.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthStr;

use super::{Canvas, Outcome, Raw, Reply, Screen};
use crate::benchmark::{Choice, Label};
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::cells::cells;
use crate::tui::widgets::chrome::draw_popup;
use crate::tui::widgets::typing::draw_typing_bar;
use crate::tui::widgets::wrap::cut;
use crate::visible::visible_line;

/// The widest line of a choice, in cells.
const WIDEST: usize = 60;

/// The choices that no key chooses: those beyond the ninth.
pub fn choices_without_key(choices: &[Choice]) -> impl Iterator<Item = &Choice> {
    choices.iter().filter(|choice| Action::choose(choice.label).is_none())
}

/// The popup in which a choice is typed.
pub struct ChoiceEntry {
    choices: Vec<(Label, String)>,
    reply: Reply<Label>,
}

impl ChoiceEntry {
    /// A popup for those of the choices that have no key. The one that is typed is sent to `reply`.
    pub fn new(choices: &[Choice], reply: Reply<Label>) -> Self {
        let line = |choice: &Choice| (choice.label, visible_line(&choice.text).into_owned());
        ChoiceEntry { choices: choices_without_key(choices).map(line).collect(), reply }
    }

    fn key(&self, key: KeyEvent, session: &mut Session) -> Outcome {
        let has_modifier = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if has_modifier => return Outcome::Quit,
            KeyCode::Esc => return Outcome::Close,
            KeyCode::Char(typed) if !has_modifier => {
                let label = Label::from_letter(typed.to_ascii_uppercase());
                if let Some(label) = label.filter(|label| self.has(*label)) {
                    self.reply.send(label);
                    return Outcome::Close;
                }
                let hint = text!("entry-no-such-choice", typed = visible_line(&typed.to_string()));
                session.status = Some(StatusMessage::hint(hint));
            }
            _ => {}
        }
        Outcome::Stay
    }

    fn has(&self, label: Label) -> bool {
        self.choices.iter().any(|(known, _)| *known == label)
    }
}

impl Screen for ChoiceEntry {
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(_) => Some(Outcome::Stay),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let title = text!("entry-title");
        let longest = self.choices.iter().map(|(_, text)| text.width()).max().unwrap_or(0);
        let width = (longest.min(WIDEST) + 6).max(title.width() + 6);
        let size = (cells(width), cells(self.choices.len() + 2));
        let inner = draw_popup(title, size, canvas.area, theme, canvas.buffer);
        for ((label, text), y) in self.choices.iter().zip(inner.top()..inner.bottom()) {
            let letter = label.letter().to_ascii_lowercase().to_string();
            canvas.buffer.set_string(inner.x + 1, y, letter, theme.key);
            let room = usize::from(inner.width.saturating_sub(5));
            canvas.buffer.set_string(inner.x + 4, y, cut(text, room), theme.text);
        }
        let hint = session.status.as_ref().map_or(text!("entry-keys"), |said| said.text.as_str());
        draw_typing_bar(hint, canvas.area, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
