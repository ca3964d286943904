//! The screen of one text: the question and everybody's labels beside what the model wrote, or around
//! it where the screen is narrow.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::board::Board;
use super::sheet::Sheet;
use crate::agreement::extraction::ComparedText;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::draw_head;
use crate::tui::screens::pager::{Pager, PagerOutcome};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::columns::{GAP_CELLS, side_by_side};

/// From this width on question and text stand side by side.
const WIDE: usize = 96;

/// A text of a list that can be leafed through.
pub(super) struct Reading {
    board: Arc<Board>,
    extractor: usize,
    listed: Vec<ComparedText>,
    pager: Pager,
    sheet: Sheet,
    /// The width for which the lines are laid out.
    laid_out_for: Option<usize>,
}

impl Reading {
    /// Opens a text of the list; where that fails, the screen below says so.
    pub fn open(
        board: Arc<Board>,
        extractor: usize,
        listed: Vec<ComparedText>,
        at: usize,
        session: &mut Session,
    ) -> Option<Reading> {
        match Sheet::read(&board, extractor, listed.get(at)?, session) {
            Ok(sheet) => {
                let pager = Pager::at(at, listed.len());
                Some(Reading { board, extractor, listed, pager, sheet, laid_out_for: None })
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another text of the list.
    fn turn(&mut self, at: usize, session: &mut Session) {
        match Sheet::read(&self.board, self.extractor, &self.listed[at], session) {
            Ok(sheet) => {
                self.sheet = sheet;
                self.pager = Pager::at(at, self.listed.len());
                self.laid_out_for = None;
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let below = |parts: [Vec<Line<'static>>; 2]| parts.join(&Line::default());
        if width < WIDE {
            let text = below([self.sheet.text(width, theme), self.sheet.labels(width, theme)]);
            return below([self.sheet.question(width, theme), text]);
        }
        let left = width * 2 / 5;
        let right = width - left - GAP_CELLS;
        let beside = below([self.sheet.question(left, theme), self.sheet.labels(left, theme)]);
        side_by_side(&[(beside, left), (self.sheet.text(right, theme), right)], theme)
    }
}

impl Screen for Reading {
    fn key_context(&self) -> KeyContext {
        KeyContext::Passes
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        Pager::commands(self.sheet.pictures().len())
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match self.pager.update(action, self.sheet.pictures(), session) {
            PagerOutcome::To(at) => self.turn(at, session),
            PagerOutcome::Outcome(outcome) => return outcome,
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let width = usize::from(Pager::body(area).width);
        if self.laid_out_for != Some(width) {
            let lines = self.lay_out(width, session);
            self.pager.show(lines, area);
            self.laid_out_for = Some(width);
        }
        self.pager.fit(area);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let compared = &self.listed[self.pager.position()];
        let name = &self.board.extractors()[self.extractor].extractor;
        let what = format!("{name} · {}", self.board.text(compared.text).item);
        draw_head("agreement", Some(&what), Some(&self.board.basis()), canvas, session);
        let (sign, tone) = match compared.read == compared.reference {
            true => ("✓ as people", theme.agree),
            false => ("✗ otherwise", theme.disagree),
        };
        let labels =
            format!("people {}, {name} {}", compared.reference.name(), compared.read.name());
        let told = vec![
            Span::styled(format!(" {sign}"), tone),
            Span::styled(format!("   {labels}"), theme.text),
        ];
        self.pager.draw(told, self.sheet.pictures().len() > 0, canvas, session);
    }
}
