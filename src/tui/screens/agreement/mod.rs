//! Agreement: how each extractor agrees with the people who read the same texts.
//!
//! The layers: the extractors ([`Agreement`], drawn by `table`), one extractor's confusion with the
//! people (`matrix`), the texts of a cell or all that it reads otherwise (`texts`), one text with
//! everybody's labels (`reading`, laid out by `sheet`), and one extractor beside each other
//! (`pairs`). The figures are counted once, on a thread of their own (`board`); no key waits for them.
//!
//! Like the Models screens, these are not blind. Whoever opens a list of texts here is known to have
//! seen how they were read: see [`crate::store::Store::record_answer_exposures`].

mod board;
mod matrix;
mod pairs;
mod reading;
mod sheet;
mod table;
mod texts;

use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use self::board::{Board, Wanted};
use self::matrix::Matrix;
use self::pairs::Pairs;
use self::texts::Texts;
use super::background::Background;
use super::{Canvas, Outcome, Screen};
use crate::benchmark::decision::QUEUE_EXTRACT;
use crate::queue::OpenDesk;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};

/// The table of extractors.
pub struct Agreement {
    state: Background<Board>,
    window: ListWindow,
    list: Rect,
    has_warned: bool,
}

impl Agreement {
    /// The extractors against the majority of all people who read texts.
    pub fn new(session: &Session) -> Self {
        Agreement {
            state: Background::start(session, Board::of),
            window: ListWindow::default(),
            list: Rect::default(),
            has_warned: false,
        }
    }

    /// The figures, where there are any.
    fn board(&self) -> Option<&Arc<Board>> {
        self.state.ready().filter(|board| !board.is_empty())
    }

    /// Opens what `of` makes of the marked extractor.
    fn open(
        &mut self,
        session: &mut Session,
        of: impl FnOnce(Arc<Board>, usize, &mut Session) -> Option<Box<dyn Screen>>,
    ) -> Outcome {
        let Some(board) = self.board() else { return Outcome::Stay };
        let (board, marked) = (Arc::clone(board), self.window.marked());
        self.warn(session);
        of(board, marked, session).map_or(Outcome::Stay, Outcome::Open)
    }

    /// Says once what opening texts here means for those who still have to read some.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.desks.named(QUEUE_EXTRACT).map(OpenDesk::progress);
        if !self.has_warned && progress.is_some_and(|progress| progress.done < progress.total) {
            let words = "a list of texts shows their labels; your later decisions will say so";
            session.status = Some(StatusMessage::hint(words));
        }
        self.has_warned = true;
    }
}

impl Screen for Agreement {
    fn key_context(&self) -> KeyContext {
        KeyContext::Agreement
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let opening = [Action::Confirm, Action::Differences, Action::Pairs];
        let opening = opening.into_iter().filter(|_| self.board().is_some());
        let others = [Action::Back, Action::Guideline, Action::Palette, Action::Help];
        opening.chain(others).chain(LIST_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenAgreement)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => self
                .open(session, |board, extractor, _| Some(Box::new(Matrix::new(board, extractor)))),
            Action::Differences => self.open(session, |board, extractor, session| {
                Texts::open(board, extractor, Wanted::Differing, session)
            }),
            Action::Pairs => self
                .open(session, |board, extractor, _| Some(Box::new(Pairs::new(board, extractor)))),
            movement => {
                self.window.act(movement);
                Outcome::Stay
            }
        }
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.window.click(self.list, at) {
            self.update(Action::Confirm, session)
        } else {
            Outcome::Stay
        }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.state.collect();
        let extractors = self.board().map_or(0, |board| board.extractors().len());
        self.list = table::list_area(area, extractors);
        self.window.fit(extractors, self.list.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        table::draw(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.state.is_waiting()
    }
}
