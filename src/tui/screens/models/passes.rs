//! All passes of one question side by side, with the evidence marked from which each label was read;
//! below each other where the screen is narrow.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::board::{Board, sign};
use super::questions::tone;
use super::sheet::Sheet;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::draw_head;
use crate::tui::screens::pager::{Pager, PagerOutcome};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::columns::{GAP_CELLS, side_by_side};

/// A question with one model's passes.
pub(super) struct Passes {
    board: Arc<Board>,
    model: usize,
    /// The questions that are leafed through.
    questions: Vec<usize>,
    pager: Pager,
    sheet: Sheet,
}

/// Narrower than this a text is hard to read, and the passes stand below each other.
const NARROWEST: usize = 26;

impl Passes {
    /// Opens a question; where that fails, the screen below says so.
    pub fn open(
        board: Arc<Board>,
        model: usize,
        questions: Vec<usize>,
        at: usize,
        session: &mut Session,
    ) -> Option<Passes> {
        let question = *questions.get(at)?;
        match Sheet::read(&board, model, question, session) {
            Ok(sheet) => {
                let pager = Pager::at(at, questions.len());
                Some(Passes { board, model, questions, pager, sheet })
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another question of the list.
    fn turn(&mut self, at: usize, session: &mut Session) {
        match Sheet::read(&self.board, self.model, self.questions[at], session) {
            Ok(sheet) => {
                self.sheet = sheet;
                self.pager = Pager::at(at, self.questions.len());
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let mut lines = self.sheet.head(width, theme);
        lines.push(Line::default());
        let passes = self.sheet.passes();
        let beside = (width + GAP_CELLS) / (NARROWEST + GAP_CELLS);
        let beside = beside.clamp(1, passes.max(1));
        // Rows of the same length look best: four passes are two and two, not three and one.
        let beside = passes.div_ceil(passes.div_ceil(beside).max(1)).max(1);
        let gap = if beside > 1 { GAP_CELLS } else { 0 };
        let column = (width + gap) / beside - gap;
        for first in (0..passes).step_by(beside) {
            let blocks: Vec<(Vec<Line<'static>>, usize)> = (first..(first + beside).min(passes))
                .map(|pass| (self.sheet.pass(pass, column, theme), column))
                .collect();
            lines.extend(side_by_side(&blocks, theme));
            lines.push(Line::default());
        }
        lines
    }
}

impl Screen for Passes {
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
        let lines = self.lay_out(usize::from(Pager::body(area).width), session);
        self.pager.show(lines, area);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let line = &self.board.models()[self.model];
        let question = self.questions[self.pager.position()];
        let key = &self.board.compared().questions()[question].key;
        let what = format!("{} · #{key}", line.model);
        draw_head("models", Some(&what), Some(&self.board.told()), canvas, session);
        let judgement = line.judgements[question];
        let decided = judgement.map_or("not asked".into(), |one| one.decided_by.to_string());
        let told = format!(" {} {decided}", sign(judgement));
        let told = vec![Span::styled(told, tone(judgement, theme))];
        self.pager.draw(told, self.sheet.pictures().len() > 0, canvas, session);
    }
}
