//! The questions of one ability as one model answered them.

use std::ops::Range;
use std::sync::Arc;

use super::data::{ModelsData, sign};
use super::passes::Passes;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::pager::Pager;
use crate::session::Session;
use crate::stems::Stems;
use assay_core::figures::table::{Meaning, Table};
use assay_core::score::Judgement;

/// The list of questions.
pub(super) struct Questions {
    answered: AnsweredQuestions,
    ability: String,
    /// Positions in the data.
    listed: Vec<usize>,
}

/// The questions of a benchmark as one model answered them.
pub(super) struct AnsweredQuestions {
    pub data: Arc<ModelsData>,
    pub model: usize,
    stems: Stems,
}

impl AnsweredQuestions {
    pub fn load(data: Arc<ModelsData>, model: usize, session: &Session) -> Self {
        AnsweredQuestions { data, model, stems: Stems::load(session) }
    }

    /// The verdict on a question; `None` if the model was not asked.
    pub fn judgement(&self, question: usize) -> Option<Judgement> {
        self.data.models[self.model].judgements[question]
    }

    /// Right or wrong, the question, and what determined the verdict, for the questions at these
    /// positions of the data.
    pub fn table(&self, questions: &[usize], session: &Session) -> Table {
        let (desk, asked) = (session.review(), &self.data.compared.questions);
        let key = |question: usize| asked[question].key.as_str();
        let stem =
            |question| desk.position_of(key(question)).map(|at| self.stems.stem(&desk.items()[at]));
        Table::over(questions.iter().copied())
            .text("", |question| sign(self.judgement(question)))
            .text("", |question| (Meaning::Key, format!("{:<5}", key(question))))
            .most(10)
            .text("", stem)
            .least(8)
            .filling()
            .number("", |question| (Meaning::Dim, self.data.decided_by(self.model, question)))
            .most(24)
            .least(12)
            .table()
    }
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
        let answered = AnsweredQuestions::load(data, model, session);
        ListScreen::new(Questions { answered, ability: ability.to_owned(), listed }, session)
    }
}

impl Listing for Questions {
    const IS_LONG: bool = true;
    const GAP: usize = 1;

    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let AnsweredQuestions { data, model, .. } = &self.answered;
        let (data, questions) = (Arc::clone(data), self.listed.clone());
        Pager::open(Passes { data, model: *model, questions }, row, session)
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let data = &self.answered.data;
        let part = format!("{} · {}", data.models[self.answered.model].model, self.ability);
        Head::new(text!("models-what"), Some(&part), data.describe(), session)
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        Ok(self.answered.table(&self.listed[rows], session))
    }
}
