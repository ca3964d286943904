//! All passes of one question side by side, with the evidence marked from which each label was read;
//! below each other where the screen is narrow.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::board::{Board, sign};
use super::questions::tone;
use super::sheet::Sheet;
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::screens::frame::draw_head;
use crate::tui::screens::leafing::{Leafed, Leafing};
use crate::tui::screens::{Canvas, Screen, Step};
use crate::tui::session::Session;
use crate::tui::widgets::abreast::{GAP_CELLS, abreast};
use crate::tui::widgets::chrome::Echo;

/// A question with one model's passes.
pub(super) struct Passes {
    board: Arc<Board>,
    model: usize,
    /// The questions that are leafed through.
    questions: Vec<usize>,
    leafing: Leafing,
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
                let leafing = Leafing::at(at, questions.len());
                Some(Passes { board, model, questions, leafing, sheet })
            }
            Err(error) => {
                session.echo = Some(Echo::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another question of the list.
    fn turn(&mut self, at: usize, session: &mut Session) {
        match Sheet::read(&self.board, self.model, self.questions[at], session) {
            Ok(sheet) => {
                self.sheet = sheet;
                self.leafing = Leafing::at(at, self.questions.len());
            }
            Err(error) => session.echo = Some(Echo::error(error.to_string())),
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
            lines.extend(abreast(&blocks, theme));
            lines.push(Line::default());
        }
        lines
    }
}

impl Screen for Passes {
    fn place(&self) -> Place {
        Place::Passes
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        Leafing::commands(self.sheet.pictures().len())
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Step {
        match self.leafing.update(action, self.sheet.pictures(), session) {
            Leafed::To(at) => self.turn(at, session),
            Leafed::Step(step) => return step,
        }
        Step::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let lines = self.lay_out(usize::from(Leafing::body(area).width), session);
        self.leafing.show(lines, area);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let line = &self.board.models()[self.model];
        let question = self.questions[self.leafing.place()];
        let key = &self.board.compared().questions()[question].key;
        let what = format!("{} · #{key}", line.model);
        draw_head("models", Some(&what), Some(&self.board.told()), canvas, session);
        let judgement = line.judgements[question];
        let decided = judgement.map_or("not asked".into(), |one| one.decided_by.to_string());
        let told = format!(" {} {decided}", sign(judgement));
        let told = vec![Span::styled(told, tone(judgement, theme))];
        self.leafing.draw(told, self.sheet.pictures().len() > 0, canvas, session);
    }
}
