//! Models: how each did, down to what it wrote in every pass of a question.
//!
//! Four layers: the models ([`Models`]), one model's abilities (`abilities`), the questions of one
//! ability (`questions`), and all passes of a question side by side (`passes`). The figures are counted
//! on a thread of their own (`board`) by the rules, strategy, split and input that keys choose
//! (`basis`); no key waits for them, and what was counted last stays on the screen until then.
//!
//! Other than review and browse, this shows reference answers and what models said. It is made for
//! those who lead and evaluate. Whoever opens a question here is known to have seen it: see
//! [`crate::store::Store::record_answer_exposure`].

mod abilities;
mod basis;
mod board;
mod draw;
mod passes;
mod questions;
mod sheet;

use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use self::abilities::Abilities;
use self::basis::Basis;
use self::board::Board;
use super::background::Background;
use super::{Canvas, Outcome, Screen};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};

/// The list of models.
pub struct Models {
    /// What the person wants to see counted; the board may still be of another basis.
    wanted: Basis,
    board: Option<Arc<Board>>,
    counting: Option<Background<Board>>,
    failure: Option<String>,
    window: ListWindow,
    list: Rect,
    has_warned: bool,
}

impl Models {
    /// The models as the rules that the field uses read them.
    pub fn new(session: &Session) -> Self {
        let wanted = Basis::default();
        Models {
            counting: Some(board::count(session, wanted.clone())),
            wanted,
            board: None,
            failure: None,
            window: ListWindow::default(),
            list: Rect::default(),
            has_warned: false,
        }
    }

    /// Takes the figures where they have come, and has them counted anew where another basis was
    /// chosen meanwhile.
    fn collect(&mut self, session: &Session) {
        if let Some(counting) = &mut self.counting {
            counting.collect();
        }
        match self.counting.take_if(|counting| !counting.is_waiting()) {
            Some(Background::Ready(board)) => {
                board::retire(self.board.replace(board));
                self.failure = None;
            }
            Some(Background::Failed(failure)) => self.failure = Some(failure),
            Some(Background::Counting(_)) | None => return,
        }
        if self.failure.is_none() {
            self.count(session);
        }
    }

    /// Counts by the basis that is wanted, one count at a time.
    fn count(&mut self, session: &Session) {
        let is_there = self.board.as_ref().is_some_and(|board| *board.basis() == self.wanted);
        if self.counting.is_none() && !is_there {
            self.counting = Some(board::count(session, self.wanted.clone()));
        }
    }

    fn choose(&mut self, action: Action, session: &Session) {
        match action {
            Action::Rules => self.wanted.next_rules(),
            Action::Strategy => {
                self.wanted.next_strategy(self.board.as_ref().map(|board| board.strategy()));
            }
            Action::Input => self.wanted.next_input(),
            _ => {
                let items = session.review().items().iter();
                self.wanted.next_split(items.filter_map(|item| item.split.as_deref()));
            }
        }
        self.failure = None;
        self.count(session);
    }

    fn open_marked(&mut self, session: &mut Session) -> Outcome {
        let Some(board) = &self.board else { return Outcome::Stay };
        if self.window.marked() >= board.models().len() {
            return Outcome::Stay;
        }
        let abilities = Abilities::new(Arc::clone(board), self.window.marked());
        self.warn(session);
        Outcome::Open(Box::new(abilities))
    }

    /// Says once what opening a question here means for those who still have to decide.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.review().progress();
        if !self.has_warned && progress.done < progress.total {
            let words = "opening a question shows its answer; your later decisions will say so";
            session.status = Some(StatusMessage::hint(words));
        }
        self.has_warned = true;
    }
}

impl Screen for Models {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let has_models = self.board.as_ref().is_some_and(|board| !board.models().is_empty());
        let open = [Action::Confirm].into_iter().filter(|_| has_models);
        let others = [
            Action::Strategy,
            Action::Rules,
            Action::Back,
            Action::Filter,
            Action::Input,
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

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => return self.open_marked(session),
            Action::Rules | Action::Strategy | Action::Filter | Action::Input => {
                self.choose(action, session);
            }
            movement => self.window.act(movement),
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.window.click(self.list, at) { self.open_marked(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.collect(session);
        self.list = Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area };
        let models = self.board.as_ref().map_or(0, |board| board.models().len());
        self.window.fit(models, self.list.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::models(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.counting.is_some()
    }
}

impl Drop for Models {
    fn drop(&mut self) {
        board::retire(self.board.take());
    }
}
