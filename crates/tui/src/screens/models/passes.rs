//! All passes of one question side by side, or below each other if the screen is narrow. The words
//! from which each label was extracted are marked.

use ratatui::text::{Line, Span};

use super::data::{AnsweredQuestions, sign};
use super::question_detail::QuestionDetail;
use crate::screens::list_chrome::Head;
use crate::screens::pager::Entries;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use assay_core::benchmark::QuestionPicture;
use assay_store::Result;

/// The questions of a list, each with one model's passes.
pub(super) struct Passes {
    pub answered: AnsweredQuestions,
    pub questions: Vec<usize>,
}

/// Narrower than this a text is hard to read, and the passes are below each other.
const NARROWEST: usize = 26;

/// The question with its passes, in lines of this width.
pub(super) fn lines(detail: &QuestionDetail, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = detail.head(width, theme);
    lines.push(Line::default());
    let passes = detail.passes.len();
    let beside = (width + GAP_CELLS) / (NARROWEST + GAP_CELLS);
    let beside = beside.clamp(1, passes.max(1));
    // Rows of the same length are preferred: four passes are two and two, not three and one.
    let beside = passes.div_ceil(passes.div_ceil(beside).max(1)).max(1);
    let gap = if beside > 1 { GAP_CELLS } else { 0 };
    let column = (width + gap) / beside - gap;
    for first in (0..passes).step_by(beside) {
        let blocks: Vec<(Vec<Line<'static>>, usize)> = (first..(first + beside).min(passes))
            .map(|pass| (detail.pass(pass, column, theme), column))
            .collect();
        lines.extend(side_by_side(&blocks, theme));
        lines.push(Line::default());
    }
    lines
}

impl Entries for Passes {
    type Entry = QuestionDetail;

    fn len(&self) -> usize {
        self.questions.len()
    }

    fn load(&self, at: usize, session: &mut Session) -> Result<QuestionDetail> {
        QuestionDetail::load(&self.answered, self.questions[at], session)
    }

    fn pictures(detail: &QuestionDetail) -> &[QuestionPicture] {
        &detail.question.pictures
    }

    fn lines(&self, detail: &QuestionDetail, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        lines(detail, width, theme)
    }

    fn head(&self, at: usize, session: &Session) -> Head {
        let key = &self.answered.data.compared.questions[self.questions[at]].key;
        self.answered.head(&format!(" · #{key}"), session)
    }

    fn summary(&self, at: usize, theme: &Theme) -> Vec<Span<'static>> {
        let decided = self.answered.decided_by(self.questions[at]);
        let (meaning, sign) = sign(self.answered.judgement(self.questions[at]));
        vec![Span::styled(format!(" {sign} {decided}"), theme.style(meaning))]
    }
}
