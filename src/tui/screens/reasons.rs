//! Why a question is wrong: a list to mark with digits, as many as apply.

use crossterm::event::KeyCode;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::note::NoteEditor;
use super::{Canvas, Raw, Reply, Screen, Step};
use crate::benchmark::decision::WrongReason;
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::session::Session;
use crate::tui::widgets::chrome::{Echo, draw_action_bar, draw_popup};

/// The popup that asks for reasons.
#[derive(Debug, Default)]
pub struct ReasonPicker {
    marked: Vec<WrongReason>,
    cursor: usize,
}

impl ReasonPicker {
    fn toggle(&mut self, reason: WrongReason) {
        match self.marked.iter().position(|&marked| marked == reason) {
            Some(position) => {
                self.marked.remove(position);
            }
            None => self.marked.push(reason),
        }
        self.marked.sort_unstable();
    }

    fn confirm(&mut self, session: &mut Session) -> Step {
        if self.marked.is_empty() {
            session.echo = Some(Echo::hint("mark at least one reason with its digit"));
            return Step::Stay;
        }
        if self.marked.contains(&WrongReason::Other) {
            return Step::Open(Box::new(NoteEditor::asking("What is wrong?")));
        }
        Step::Close(Some(Reply::Reasons(self.marked.clone(), None)))
    }
}

impl Screen for ReasonPicker {
    fn place(&self) -> Place {
        Place::Reasons
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        vec![Action::Confirm, Action::Toggle, Action::Up, Action::Down, Action::Back]
    }

    fn raw(&mut self, input: &Raw, _: &mut Session) -> Option<Step> {
        let Raw::Key(key) = input else { return None };
        let KeyCode::Char(digit) = key.code else { return None };
        let reason = WrongReason::from_digit(digit)?;
        self.cursor = WrongReason::ALL.iter().position(|&known| known == reason).unwrap_or(0);
        self.toggle(reason);
        Some(Step::Stay)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Step {
        match action {
            Action::Up => self.cursor = self.cursor.saturating_sub(1),
            Action::Down => self.cursor = (self.cursor + 1).min(WrongReason::ALL.len() - 1),
            Action::Toggle => self.toggle(WrongReason::ALL[self.cursor]),
            Action::Confirm => return self.confirm(session),
            _ => {}
        }
        Step::Stay
    }

    fn resume(&mut self, reply: Option<Reply>, session: &mut Session) -> Step {
        match reply {
            Some(Reply::Note(note)) => {
                Step::Close(Some(Reply::Reasons(self.marked.clone(), Some(note))))
            }
            _ => {
                session.echo = Some(Echo::hint("`other` needs a few words; nothing is saved yet"));
                Step::Stay
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let size = (40, WrongReason::ALL.len() as u16 + 2);
        let inner = draw_popup("What is wrong?", size, canvas.area, theme, canvas.buffer);
        for (row, reason) in WrongReason::ALL.iter().enumerate().take(usize::from(inner.height)) {
            let mark = if self.marked.contains(reason) { "[x]" } else { "[ ]" };
            let words = if row == self.cursor { theme.selected } else { theme.text };
            let line = Line::from(vec![
                Span::styled(format!(" {} ", reason.digit()), theme.key),
                Span::styled(format!("{mark} {}", reason.words()), words),
            ]);
            line.render(
                ratatui::layout::Rect { y: inner.y + row as u16, height: 1, ..inner },
                canvas.buffer,
            );
        }
        let bar = ratatui::layout::Rect { y: canvas.area.bottom() - 1, height: 1, ..canvas.area };
        ratatui::widgets::Clear.render(bar, canvas.buffer);
        let words = format!("{} marked · digits mark", self.marked.len());
        let echo = session
            .echo
            .clone()
            .filter(|echo| echo.kind == crate::tui::widgets::chrome::EchoKind::Hint);
        let echo = echo.unwrap_or_else(|| Echo::hint(words));
        let commands = self.commands(session);
        draw_action_bar(
            Some(&echo),
            &commands,
            (&session.keymap, Place::Reasons),
            bar,
            theme,
            canvas.buffer,
        );
    }

    fn is_popup(&self) -> bool {
        true
    }
}
