//! The layers of screens, and how they are opened and closed.

use super::{App, TerminalRequest};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::queues::Opener;
use crate::screens::{Outcome, Screen, registry};
use crate::session::Session;

impl App {
    /// Opens the screen of an action, or goes back to it if it is already open. A text to read,
    /// such as help, is closed by the key that opened it.
    pub(super) fn open(&mut self, action: Action, opener: Opener) {
        let open = self.layers.iter().position(|layer| layer.opened_by() == Some(action));
        if let Some(at) = open {
            if at + 1 == self.layers.len() && self.top().key_context() == KeyContext::Reader {
                return self.take(Outcome::Close);
            }
            self.layers.truncate(at + 1);
            return self.resume();
        }
        let outcome = opener(&self.layers, &mut self.session);
        self.take(outcome);
    }

    /// Finding happens in the list of questions.
    pub(super) fn find(&mut self) {
        if self.top().opened_by() != Some(Action::OpenBrowse) {
            self.act(Action::OpenBrowse);
        }
        self.act_on_top(Action::Find);
    }

    /// Opens an item of a queue above home and the lists, so that going back finds them as they
    /// were. There is one at a time.
    pub(super) fn show_item(&mut self, screen: Box<dyn Screen>) {
        let stays = |layer: &dyn Screen| {
            use KeyContext::{Agreement, Grid, Home, Judges, List, Passes};
            let context = layer.key_context();
            matches!(context, Home | List | Grid | Agreement | Judges | Passes) && !layer.is_popup()
        };
        self.layers.retain(|layer| stays(layer.as_ref()));
        self.layers.push(screen);
    }

    /// Asks for a benchmark; `then` is opened in the chosen one.
    pub fn choose_benchmark(&mut self, then: Option<Action>) {
        let chooser = registry::chooser(&self.session, then);
        self.layers.push(chooser);
    }

    pub(super) fn take(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Stay => {}
            Outcome::Open(screen) => self.layers.push(screen),
            Outcome::OpenItem(screen) => self.show_item(screen),
            Outcome::Do(action) => self.act(action),
            Outcome::HomeThen(action) => {
                self.act(Action::Home);
                if let Some(action) = action {
                    self.act(action);
                }
            }
            Outcome::Look(look) => {
                if let Some(top) = self.layers.last_mut() {
                    top.look(look, &self.pictures);
                }
            }
            Outcome::Quit => self.terminal_request = Some(TerminalRequest::Quit),
            Outcome::Close | Outcome::CloseThen(_) if self.layers.len() == 1 => {
                let key = self.session.key_of(KeyContext::Home, Action::Quit);
                self.session.hint(text!("home-key-quits", key));
            }
            Outcome::Close => {
                self.layers.pop();
                self.resume();
            }
            Outcome::CloseThen(action) => {
                self.layers.pop();
                self.act(action);
            }
        }
    }

    pub(super) fn resume(&mut self) {
        let outcome = self.with_top(|top, session| top.resume(session));
        self.take(outcome);
    }

    pub(super) fn lowest_visible(&self) -> usize {
        self.layers.iter().rposition(|layer| !layer.is_popup()).unwrap_or(0)
    }

    /// The home screen is never popped, so there always is a top.
    pub(super) fn top(&self) -> &dyn Screen {
        self.layers[self.layers.len() - 1].as_ref()
    }

    /// Lets the screen on top act.
    pub(super) fn with_top<T>(
        &mut self,
        act: impl FnOnce(&mut Box<dyn Screen>, &mut Session) -> T,
    ) -> T {
        let top = self.layers.len() - 1;
        act(&mut self.layers[top], &mut self.session)
    }
}
