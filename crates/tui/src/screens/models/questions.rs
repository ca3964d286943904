//! The questions of one ability as one model answered them.

use std::sync::Arc;

use super::data::ModelsData;
use super::passes::Passes;
use super::question_line::QuestionLines;
use crate::messages::text;
use crate::screens::list_chrome::draw_head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::pager::Pager;
use crate::screens::{Canvas, Outcome};
use crate::session::Session;
use crate::widgets::list::List;

/// The list of questions.
pub(super) struct Questions {
    lines: QuestionLines,
    ability: String,
    /// Positions in the data.
    listed: Vec<usize>,
}

impl Questions {
    /// The screen of these questions of a model.
    pub fn screen(
        data: Arc<ModelsData>,
        model: usize,
        ability: &str,
        listed: Vec<usize>,
        session: &Session,
    ) -> ListScreen<Self> {
        let lines = QuestionLines::load(data, model, session);
        ListScreen::new(Questions { lines, ability: ability.to_owned(), listed }, session)
    }
}

impl Listing for Questions {
    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let QuestionLines { data, model, .. } = &self.lines;
        let (data, questions) = (Arc::clone(data), self.listed.clone());
        Pager::open(Passes { data, model: *model, questions }, row, session)
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let data = &self.lines.data;
        let model = format!("{} · {}", data.models[self.lines.model].model, self.ability);
        draw_head(text!("models-what"), Some(&model), Some(&data.describe()), canvas, session);
        list.draw(canvas.buffer, |row| {
            self.lines.line(self.listed[row.index], row, list.width(), session)
        });
    }
}
