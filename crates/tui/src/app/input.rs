//! Keys, pastes and clicks: the screen on top takes what belongs to a text field; the keymap turns the
//! other keys into actions.

use std::time::Instant;

use crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::App;
use crate::action::Action;
use crate::key::Key;
use crate::messages::text;
use crate::picture::Look;
use crate::screens::{Outcome, Raw, registry};
use crate::status::StatusKind;

impl App {
    pub(super) fn handle_key(&mut self, event: KeyEvent, at: Instant) {
        let was_for_earlier_item = at < self.painted_at && !self.walks_history(event);
        if event.kind == KeyEventKind::Release {
            return;
        }
        if self.is_waiting_for_writer() && !self.leaves(event) {
            return self.retry();
        }
        if self.session.was_waiting_for_writer(at) {
            return;
        }
        if was_for_earlier_item {
            return self.report_early_key(event);
        }
        self.session.attend();
        self.needs_drawing = true;
        self.respond(|app| app.press(event));
    }

    fn press(&mut self, event: KeyEvent) {
        if let Some(outcome) = self.with_top(|top, session| top.raw(&Raw::Key(event), session)) {
            self.drafts_will_be_due();
            return self.take(outcome);
        }
        let commands = self.top().commands(&self.session);
        let candidates: Vec<Action> = self.actions_of(event).collect();
        let applies = |action: &Action| commands.contains(action) || action.is_program_wide();
        match candidates.iter().copied().find(applies) {
            Some(action) => self.act(action),
            None => {
                let hint = match candidates.first() {
                    Some(&action) => registry::why_not(action, &self.session)
                        .or_else(|| self.top().why_not(action))
                        .unwrap_or_else(|| text!("key-not-now", what = action.sentence())),
                    None => text!("key-does-nothing", key = Key::from(event)),
                };
                self.session.hint(hint);
            }
        }
    }

    /// Whether a key takes decisions back or brings them back. It means the history, not the item that
    /// is on the screen, so that each of several pressed at once counts.
    fn walks_history(&self, event: KeyEvent) -> bool {
        let first = self.actions_of(event).next();
        self.top().queue().is_some() && matches!(first, Some(Action::Undo | Action::Redo))
    }

    /// The actions of a key on the screen on top.
    fn actions_of(&self, event: KeyEvent) -> impl Iterator<Item = Action> + '_ {
        self.session.keymap.actions(self.top().key_context(), Key::from(event))
    }

    /// Whether a key ends or suspends the program; such keys always work.
    fn leaves(&self, event: KeyEvent) -> bool {
        self.actions_of(event)
            .any(|action| matches!(action, Action::Quit | Action::Suspend | Action::Redraw))
    }

    /// Reports, with what was saved, that a key was pressed too early and ignored.
    fn report_early_key(&mut self, event: KeyEvent) {
        let saved = self.session.status.as_mut();
        if let Some(saved) = saved.filter(|status| status.kind == StatusKind::Saved) {
            saved.append_early_key(&Key::from(event).to_string());
            self.needs_drawing = true;
        }
    }

    /// Handles a key or a click. A hint or an error of an earlier one disappears; the message about
    /// what was saved stays visible until this one shows a message, or another item or screen
    /// appears.
    fn respond(&mut self, act: impl FnOnce(&mut Self)) {
        let before = (self.layers.len(), self.item());
        let said = self.session.status.take();
        act(self);
        let is_same_place = (self.layers.len(), self.item()) == before;
        if self.session.status.is_none() && is_same_place {
            self.session.status = said.filter(|said| said.kind == StatusKind::Saved);
        }
    }

    pub(super) fn handle_paste(&mut self, text: String) {
        if self.is_waiting_for_writer() {
            return;
        }
        self.needs_drawing = true;
        match self.with_top(|top, session| top.raw(&Raw::Paste(text), session)) {
            Some(outcome) => {
                self.drafts_will_be_due();
                self.take(outcome);
            }
            None => self.session.hint(text!("paste-answers-nothing")),
        }
    }

    /// The picture follows the hand.
    fn drag(&mut self, from: Position, to: Position) -> Option<Outcome> {
        let look = self.pictures.dragged(from, to)?;
        self.grabbed = Some((to, true));
        Some(Outcome::Look(look))
    }

    pub(super) fn handle_mouse(&mut self, mouse: MouseEvent, at: Instant) {
        if at < self.painted_at || self.is_waiting_for_writer() {
            return;
        }
        let position = Position { x: mouse.column, y: mouse.row };
        let looks = self.top().commands(&self.session).contains(&Action::ZoomIn);
        let place = self.pictures.place_at(position).filter(|_| looks);
        let outcome = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(key) = self.clicked_key(position) {
                    return self.handle_key(key.event(), at);
                }
                self.grabbed = place.is_some().then_some((position, false));
                match place {
                    Some(_) => None,
                    None => Some(self.with_top(|top, session| top.click(position, session))),
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let from = self.grabbed.map(|(from, _)| from).filter(|from| *from != position);
                from.and_then(|from| self.drag(from, position))
            }
            // A picture that was not dragged was clicked.
            MouseEventKind::Up(MouseButton::Left) => {
                let clicked = self.grabbed.take().filter(|(_, is_moved)| !is_moved);
                clicked.and(place).map(Outcome::Look)
            }
            MouseEventKind::ScrollUp if place.is_some() => Some(Outcome::Look(Look::Closer)),
            MouseEventKind::ScrollDown if place.is_some() => Some(Outcome::Look(Look::Farther)),
            MouseEventKind::ScrollUp => Some(Outcome::Do(Action::ScrollUp)),
            MouseEventKind::ScrollDown => Some(Outcome::Do(Action::ScrollDown)),
            _ => None,
        };
        if let Some(outcome) = outcome {
            self.needs_drawing = true;
            self.session.attend();
            self.respond(|app| app.take(outcome));
        }
    }
}
