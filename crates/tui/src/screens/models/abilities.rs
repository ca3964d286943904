//! One model's leaf abilities. If there is space, the questions of the marked one are below the
//! list, those that are not right first.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::data::{Leaf, ModelsData};
use super::question_line::QuestionLines;
use super::questions::Questions;
use crate::messages::text;
use crate::screens::list_chrome::{body, draw_head};
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::{Canvas, Outcome};
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::list::{List, Row};
use crate::widgets::share::{bar, figure};
use crate::widgets::wrap::{cut, padded};
use assay_store::{ShownAnswers, StoreError};

/// The list of leaf abilities; its first row is all questions.
pub(super) struct Abilities {
    lines: QuestionLines,
    leaves: Vec<Leaf>,
}

/// The minimum number of rows below the list: a heading and a few questions.
const FEWEST: u16 = 5;

impl Abilities {
    /// The screen of a model's abilities. Here and in the lists that it opens questions are marked
    /// right and wrong, so it first records that the annotator sees this for all of them.
    pub fn screen(
        data: Arc<ModelsData>,
        model: usize,
        session: &mut Session,
    ) -> Result<ListScreen<Self>, StoreError> {
        let annotator = session.review().annotator().clone();
        session.store.briefly(|store| {
            store.record_answer_exposures(&annotator, &data.compared.ids, ShownAnswers::MODELS)
        })?;
        let leaves = data.leaves(model);
        let lines = QuestionLines::load(data, model, session);
        Ok(ListScreen::new(Abilities { lines, leaves }, session))
    }

    fn line(&self, row: Row, width: usize, theme: &Theme) -> Line<'static> {
        let leaf = &self.leaves[row.index];
        let style = row.style(theme.text, theme);
        let longest = self.leaves.iter().map(|leaf| leaf.name.width()).max().unwrap_or(0);
        let bar_cells = width.saturating_sub(longest + 34).clamp(4, 40);
        let name_cells = longest.min(width.saturating_sub(bar_cells + 31));
        let mut spans = vec![
            row.sign(theme),
            Span::styled(padded(&leaf.l2, 4) + " ", theme.dim),
            Span::styled(padded(&leaf.name, name_cells) + " ", style),
            Span::styled(format!("{} ", figure(leaf.share)), style),
        ];
        spans.extend(bar(leaf.share, bar_cells, theme));
        let count = format!(
            "  {}",
            text!("progress-of", decided = leaf.share.correct, total = leaf.share.counted)
        );
        spans.push(Span::styled(count, theme.dim));
        Line::from(spans)
    }

    /// The questions of the marked ability.
    fn draw_questions(
        &self,
        marked: usize,
        area: Rect,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        let Some(leaf) = self.leaves.get(marked).filter(|_| area.height >= FEWEST) else { return };
        let title = text!("models-questions-of", ability = leaf.name);
        let title = cut(&title, usize::from(area.width).saturating_sub(2));
        canvas.buffer.set_string(area.x + 2, area.y, title, session.theme.heading);
        let mut questions = leaf.questions.clone();
        let is_right = |question: &usize| {
            self.lines.judgement(*question).is_some_and(|judgement| judgement.correct)
        };
        questions.sort_by_key(is_right);
        let rows = usize::from(area.height) - 1;
        let shown = if questions.len() > rows { rows - 1 } else { questions.len() };
        let width = usize::from(area.width);
        let row = Row { index: 0, is_marked: false };
        let mut lines: Vec<Line<'static>> = questions[..shown]
            .iter()
            .map(|&question| self.lines.line(question, row, width, session))
            .collect();
        if shown < questions.len() {
            let more = text!("models-more", left_out = questions.len() - shown);
            lines.push(Line::styled(format!("  {more}"), session.theme.dim));
        }
        for (line, y) in lines.into_iter().zip(area.y + 1..) {
            line.render(Rect { y, height: 1, ..area }, canvas.buffer);
        }
    }
}

impl Listing for Abilities {
    fn len(&self, _: &Session) -> usize {
        self.leaves.len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let (data, leaf) = (Arc::clone(&self.lines.data), &self.leaves[row]);
        let (model, questions) = (self.lines.model, leaf.questions.clone());
        Outcome::Open(Box::new(Questions::screen(data, model, &leaf.name, questions, session)))
    }

    fn area(&self, area: Rect) -> Rect {
        let whole = body(area);
        match whole.height.checked_sub(cells(self.leaves.len()).saturating_add(1)) {
            Some(rest) if rest >= FEWEST => Rect { height: cells(self.leaves.len()), ..whole },
            _ => whole,
        }
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let data = &self.lines.data;
        let model = &data.models[self.lines.model].model;
        draw_head(text!("models-what"), Some(model), Some(&data.describe()), canvas, session);
        list.draw(canvas.buffer, |row| self.line(row, list.width(), &session.theme));
        let y = list.area().bottom() + 1;
        let height = canvas.area.bottom().saturating_sub(y + 1);
        let below = Rect { y, height, ..list.area() };
        self.draw_questions(list.marked(), below, canvas, session);
    }
}
