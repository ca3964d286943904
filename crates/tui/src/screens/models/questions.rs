//! The questions of one ability as one model answered them, with the passes of the marked one beside them.

use std::ops::Range;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::AnsweredQuestions;
use super::passes::{self, Passes};
use super::question_detail::QuestionDetail;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::Listing;
use crate::screens::pager::Pager;
use crate::session::Session;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::table::Table;

/// The list of questions. It is recorded that the annotator has seen the answers to all of them.
pub(super) struct Questions {
    pub answered: AnsweredQuestions,
    pub ability: String,
    /// Positions in the data.
    pub listed: Vec<usize>,
    /// The marked question, by its row.
    pub marked: Option<(usize, Result<QuestionDetail, String>)>,
}

impl Listing for Questions {
    const IS_LONG: bool = true;
    const GAP: usize = 1;
    const BESIDE: Option<(u16, u16)> = Some((2, 5));

    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let (answered, questions) = (self.answered.clone(), self.listed.clone());
        Pager::open(Passes { answered, questions }, row, session)
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        self.answered.head(&format!(" · {}", self.ability), session)
    }

    fn title(&self, _: &Session) -> String {
        self.ability.clone()
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        Ok(self.answered.table(&self.listed[rows], session))
    }

    fn look_at(&mut self, marked: usize, session: &Session) {
        let is_there = self.marked.as_ref().is_some_and(|(row, _)| *row == marked);
        if let Some(&question) = self.listed.get(marked).filter(|_| !is_there) {
            let detail = QuestionDetail::read(&self.answered, question, &session.store);
            self.marked = Some((marked, detail.map_err(|error| error.to_string())));
        }
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let question =
            self.listed.get(marked).map(|&at| &self.answered.data.compared.questions[at]);
        question.map(|question| text!("models-passes-of", key = question.key)).unwrap_or_default()
    }

    fn below(&self, _: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let (width, theme) = (usize::from(size.width), &session.theme);
        match &self.marked {
            None => Vec::new(),
            Some((_, Ok(detail))) => passes::lines(detail, width, theme),
            Some((_, Err(failure))) => styled_lines(failure, width, theme.error),
        }
    }
}
