//! All passes of one question side by side, or below each other where the screen is narrow. The words
//! from which each label was extracted are marked.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::data::{ModelsData, sign};
use super::draw::tone;
use super::question_detail::QuestionDetail;
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
    data: Arc<ModelsData>,
    model: usize,
    /// The questions of the list below.
    questions: Vec<usize>,
    pager: Pager,
    detail: QuestionDetail,
}

/// Narrower than this a text is hard to read, and the passes are below each other.
const NARROWEST: usize = 26;

impl Passes {
    /// Opens a question; if that fails, the screen below shows the error.
    pub fn open(
        data: Arc<ModelsData>,
        model: usize,
        questions: Vec<usize>,
        at: usize,
        session: &mut Session,
    ) -> Option<Passes> {
        let question = *questions.get(at)?;
        match QuestionDetail::load(&data, model, question, session) {
            Ok(detail) => {
                let pager = Pager::at(at, questions.len());
                Some(Passes { data, model, questions, pager, detail })
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another question of the list.
    fn turn(&mut self, at: usize, session: &mut Session) {
        match QuestionDetail::load(&self.data, self.model, self.questions[at], session) {
            Ok(detail) => {
                self.detail = detail;
                self.pager = Pager::at(at, self.questions.len());
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let mut lines = self.detail.head(width, theme);
        lines.push(Line::default());
        let passes = self.detail.passes();
        let beside = (width + GAP_CELLS) / (NARROWEST + GAP_CELLS);
        let beside = beside.clamp(1, passes.max(1));
        // Rows of the same length look best: four passes are two and two, not three and one.
        let beside = passes.div_ceil(passes.div_ceil(beside).max(1)).max(1);
        let gap = if beside > 1 { GAP_CELLS } else { 0 };
        let column = (width + gap) / beside - gap;
        for first in (0..passes).step_by(beside) {
            let blocks: Vec<(Vec<Line<'static>>, usize)> = (first..(first + beside).min(passes))
                .map(|pass| (self.detail.pass(pass, column, theme), column))
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
        Pager::commands(self.detail.pictures().len())
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match self.pager.update(action, self.detail.pictures(), session) {
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
        let line = &self.data.models()[self.model];
        let question = self.questions[self.pager.position()];
        let key = &self.data.compared().questions()[question].key;
        let what = format!("{} · #{key}", line.model);
        draw_head("models", Some(&what), Some(&self.data.describe()), canvas, session);
        let judgement = line.judgements[question];
        let decided = judgement.map_or("not asked".into(), |one| one.decided_by.to_string());
        let summary = format!(" {} {decided}", sign(judgement));
        let summary = vec![Span::styled(summary, tone(judgement, theme))];
        self.pager.draw(summary, self.detail.pictures().len() > 0, canvas, session);
    }
}
