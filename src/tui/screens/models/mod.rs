//! Models: how each did, down to what it wrote in every pass of a question.
//!
//! Four layers: the models ([`Models`]), one model's abilities (`abilities`), the questions of one
//! ability (`questions`), and all passes of a question side by side (`passes`). The figures are counted
//! once, on a thread of their own (`board`); no key waits for them.
//!
//! Other than review and browse, this shows reference answers and what models said. It is made for
//! those who lead and evaluate. Whoever opens a question here is known to have seen it: see
//! [`crate::store::Store::note_answers_seen`].

mod abilities;
mod board;
mod draw;
mod passes;
mod questions;
mod sheet;

use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use self::abilities::Abilities;
use self::board::Board;
use super::counted::Counted;
use super::{Canvas, Screen, Step};
use crate::extract::RuleSet;
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::session::Session;
use crate::tui::widgets::chrome::Echo;
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};

/// The list of models.
pub struct Models {
    rules: RuleSet,
    state: Counted<Board>,
    window: ListWindow,
    list: Rect,
    has_warned: bool,
}

fn count(session: &Session, rules: RuleSet) -> Counted<Board> {
    Counted::start(session, move |store, benchmark| Ok(Board::of(store, benchmark, rules)?))
}

impl Models {
    /// The models as the rules that the field uses read them.
    pub fn new(session: &Session) -> Self {
        let rules = RuleSet::default();
        Models {
            rules,
            state: count(session, rules),
            window: ListWindow::default(),
            list: Rect::default(),
            has_warned: false,
        }
    }

    fn board(&self) -> Option<&Arc<Board>> {
        self.state.ready()
    }

    fn open_marked(&mut self, session: &mut Session) -> Step {
        let Some(board) = self.board() else { return Step::Stay };
        if self.window.marked() >= board.models().len() {
            return Step::Stay;
        }
        let abilities = Abilities::new(Arc::clone(board), self.window.marked());
        self.warn(session);
        Step::Open(Box::new(abilities))
    }

    /// Says once what opening a question here means for those who still have to decide.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.desk.progress();
        if !self.has_warned && progress.done < progress.total {
            let words = "opening a question shows its answer; your later decisions will say so";
            session.echo = Some(Echo::hint(words));
        }
        self.has_warned = true;
    }
}

impl Screen for Models {
    fn place(&self) -> Place {
        Place::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let has_models = self.board().is_some_and(|board| !board.models().is_empty());
        let open = [Action::Confirm].into_iter().filter(|_| has_models);
        let others = [
            Action::Rules,
            Action::Back,
            Action::OpenBrowse,
            Action::Guideline,
            Action::Palette,
            Action::Help,
        ];
        open.chain(others).chain(LIST_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenModels)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Step {
        match action {
            Action::Confirm => return self.open_marked(session),
            Action::Rules => {
                let at = RuleSet::ALL.iter().position(|&rules| rules == self.rules).unwrap_or(0);
                self.rules = RuleSet::ALL[(at + 1) % RuleSet::ALL.len()];
                self.state = count(session, self.rules);
            }
            movement => self.window.act(movement),
        }
        Step::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Step {
        if !self.list.contains(at) {
            return Step::Stay;
        }
        let row = self.window.in_sight().start + usize::from(at.y - self.list.y);
        if row == self.window.marked() {
            return self.open_marked(session);
        }
        self.window.mark(row);
        Step::Stay
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.state.collect();
        self.list = Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area };
        let models = self.board().map_or(0, |board| board.models().len());
        self.window.fit(models, self.list.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::models(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.state.is_waiting()
    }
}
