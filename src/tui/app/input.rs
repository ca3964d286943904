//! What was pressed, pasted or clicked: first the screen on top is asked whether it is for a text field,
//! then the keymap what it means.

use std::time::Instant;

use crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::App;
use crate::tui::action::Action;
use crate::tui::key::Key;
use crate::tui::screens::{Raw, Step};
use crate::tui::widgets::chrome::{Echo, EchoKind};

impl App {
    pub(super) fn handle_key(&mut self, event: KeyEvent, at: Instant) {
        let was_for_earlier_item = at < self.painted_at;
        if event.kind == KeyEventKind::Release || was_for_earlier_item {
            return;
        }
        self.session.attend();
        self.needs_drawing = true;
        if let Some(step) =
            self.layers.last_mut().and_then(|top| top.raw(&Raw::Key(event), &mut self.session))
        {
            self.take(step);
            return;
        }
        let key = Key::of(event);
        let top = self.top();
        let commands = top.commands(&self.session);
        let candidates: Vec<Action> = self.session.keymap.actions(top.place(), key).collect();
        let applies = |action: &Action| commands.contains(action) || action.is_program_wide();
        match candidates.iter().copied().find(applies) {
            Some(action) => {
                self.clear_passing_echo();
                self.act(action);
            }
            None => {
                let hint = match candidates.first() {
                    Some(&action) => self
                        .top()
                        .why_not(action)
                        .unwrap_or_else(|| format!("{}: not now", action.sentence())),
                    None => format!("{key} does nothing here; ? shows the keys"),
                };
                self.session.echo = Some(Echo::hint(hint));
            }
        }
    }

    /// What a failure or a hint said is over with the next key; what was saved stays to be seen.
    fn clear_passing_echo(&mut self) {
        if self.session.echo.as_ref().is_some_and(|echo| echo.kind != EchoKind::Saved) {
            self.session.echo = None;
        }
    }

    pub(super) fn handle_paste(&mut self, text: String) {
        self.needs_drawing = true;
        let raw = Raw::Paste(text);
        match self.layers.last_mut().and_then(|top| top.raw(&raw, &mut self.session)) {
            Some(step) => self.take(step),
            None => {
                let hint = "pasted text answers nothing; open a note first and paste there";
                self.session.echo = Some(Echo::hint(hint));
            }
        }
    }

    pub(super) fn handle_mouse(&mut self, mouse: MouseEvent, at: Instant) {
        if at < self.painted_at {
            return;
        }
        let step = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let at = Position { x: mouse.column, y: mouse.row };
                self.layers.last_mut().map(|top| top.click(at, &mut self.session))
            }
            MouseEventKind::ScrollUp => Some(Step::Do(Action::ScrollUp)),
            MouseEventKind::ScrollDown => Some(Step::Do(Action::ScrollDown)),
            _ => None,
        };
        if let Some(step) = step {
            self.needs_drawing = true;
            self.session.attend();
            self.take(step);
        }
    }
}
