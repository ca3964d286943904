//! Why a question is wrong: a list to mark with digits, as many as apply.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::note::NoteEditor;
use super::{Canvas, Outcome, Raw, Reply, Screen};
use crate::benchmark::decision::WrongReason;
use crate::keyword::Keyword;
use crate::tui::action::Action;
use crate::tui::drafts::DraftFor;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::{StatusKind, StatusMessage};
use crate::tui::widgets::chrome::{draw_action_bar, draw_popup, popup_area};
use crate::tui::widgets::scroll::ListWindow;

const TITLE: &str = "What is wrong?";
/// Room for every reason.
const SIZE: (u16, u16) = (40, WrongReason::ALL.len() as u16 + 2);

/// Why a question is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongBecause {
    /// The reasons; at least one unless they are optional.
    pub reasons: Vec<WrongReason>,
    /// A remark, where `other` is among the reasons.
    pub note: Option<String>,
}

/// The popup that asks for reasons.
pub struct ReasonPicker {
    /// The question's key.
    about: String,
    needs_reason: bool,
    marked: Vec<WrongReason>,
    window: ListWindow,
    note: Reply<String>,
    reply: Reply<WrongBecause>,
}

impl ReasonPicker {
    /// Asks what is wrong with a question.
    pub fn about(key: &str, reply: Reply<WrongBecause>) -> Self {
        ReasonPicker {
            about: key.to_owned(),
            needs_reason: true,
            marked: Vec::new(),
            window: ListWindow::default(),
            note: Reply::default(),
            reply,
        }
    }

    /// Lets the picker be closed without a reason.
    #[must_use]
    pub fn with_optional_reasons(self) -> Self {
        ReasonPicker { needs_reason: false, ..self }
    }

    fn close_with(&self, note: Option<String>) -> Outcome {
        self.reply.send(WrongBecause { reasons: self.marked.clone(), note });
        Outcome::Close
    }

    fn toggle(&mut self, reason: WrongReason) {
        match self.marked.iter().position(|&marked| marked == reason) {
            Some(position) => {
                self.marked.remove(position);
            }
            None => self.marked.push(reason),
        }
        self.marked.sort_unstable();
    }

    fn confirm(&mut self, session: &mut Session) -> Outcome {
        if self.marked.is_empty() && self.needs_reason {
            session.status = Some(StatusMessage::hint("mark at least one reason with its digit"));
            return Outcome::Stay;
        }
        if self.marked.contains(&WrongReason::Other) {
            let what = DraftFor::WhatIsWrong(self.about.clone());
            let editor = NoteEditor::new(TITLE, what, &session.drafts, self.note.handle());
            return Outcome::Open(Box::new(editor));
        }
        self.close_with(None)
    }
}

impl Screen for ReasonPicker {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reasons
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        vec![Action::Confirm, Action::Toggle, Action::Up, Action::Down, Action::Back]
    }

    fn raw(&mut self, input: &Raw, _: &mut Session) -> Option<Outcome> {
        let Raw::Key(key) = input else { return None };
        let KeyCode::Char(digit) = key.code else { return None };
        let reason = WrongReason::from_digit(digit)?;
        self.window.mark(WrongReason::ALL.iter().position(|&known| known == reason).unwrap_or(0));
        self.toggle(reason);
        Some(Outcome::Stay)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Toggle => {
                if let Some(&reason) = WrongReason::ALL.get(self.window.marked()) {
                    self.toggle(reason);
                }
            }
            Action::Confirm => return self.confirm(session),
            movement => self.window.act(movement),
        }
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        match self.note.take() {
            Some(note) => self.close_with(Some(note)),
            None => {
                session.status =
                    Some(StatusMessage::hint("`other` needs a few words; nothing is saved yet"));
                Outcome::Stay
            }
        }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        let popup = popup_area(SIZE, area);
        self.window.fit(WrongReason::ALL.len(), popup.height.saturating_sub(2));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let inner = draw_popup(TITLE, SIZE, canvas.area, theme, canvas.buffer);
        for (row, place) in (0..inner.height).zip(self.window.in_sight()) {
            let reason = &WrongReason::ALL[place];
            let mark = if self.marked.contains(reason) { "[x]" } else { "[ ]" };
            let words = if place == self.window.marked() { theme.selected } else { theme.text };
            let line = Line::from(vec![
                Span::styled(format!(" {} ", reason.digit()), theme.key),
                Span::styled(format!("{mark} {}", reason.words()), words),
            ]);
            line.render(Rect { y: inner.y + row, height: 1, ..inner }, canvas.buffer);
        }
        let bar = Rect { y: canvas.area.bottom() - 1, height: 1, ..canvas.area };
        Clear.render(bar, canvas.buffer);
        let words = format!("{} marked · digits mark", self.marked.len());
        let status = session.status.clone().filter(|status| status.kind == StatusKind::Hint);
        let status = status.unwrap_or_else(|| StatusMessage::hint(words));
        let commands = self.commands(session);
        draw_action_bar(
            Some(&status),
            &commands,
            (&session.keymap, KeyContext::Reasons),
            bar,
            theme,
            canvas.buffer,
        );
    }

    fn is_popup(&self) -> bool {
        true
    }
}
