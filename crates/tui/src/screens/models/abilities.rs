//! One model's leaf abilities. The questions of the marked one are below the list, those that are not
//! right first.

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::{AnsweredQuestions, Leaf, ModelsData};
use super::details::{self, count, shortened};
use super::questions::Questions;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::session::Session;
use crate::widgets::share::with_share;
use crate::widgets::table::table_lines;
use assay_core::figures::table::{Meaning, Table};
use assay_core::score::comparison::Share;
use assay_store::{Result, ShownAnswers};

/// The list of leaf abilities; its first row is all questions.
pub(super) struct Abilities {
    answered: AnsweredQuestions,
    leaves: Vec<(Leaf, Share)>,
}

impl Abilities {
    /// The screen of a model's abilities. Here and in the lists that it opens questions are marked
    /// right and wrong, so it first records that the annotator sees this for all of them.
    pub fn screen(
        data: Arc<ModelsData>,
        model: usize,
        session: &mut Session,
    ) -> Result<ListScreen<Self>> {
        session.record_seen(&data.compared.ids, ShownAnswers::MODELS)?;
        let of = &data.models[model];
        let all = Leaf {
            l2: None,
            name: text!("models-all-questions").to_owned(),
            questions: (0..of.judgements.len()).collect(),
        };
        let leaves = data.leaves.iter().cloned().zip(of.leaves.iter().copied());
        let leaves = std::iter::once((all, of.overall)).chain(leaves).collect();
        let answered = AnsweredQuestions::load(data, model, session);
        Ok(ListScreen::new(Abilities { answered, leaves }, session))
    }
}

impl Listing for Abilities {
    const GAP: usize = 1;
    const BESIDE: Option<(u16, u16)> = Some((1, 2));
    const ROWS_BELOW: u16 = details::FEWEST + 1;
    const GIVES_WAY: bool = true;

    fn len(&self, _: &Session) -> usize {
        self.leaves.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let (leaf, _) = &self.leaves[row];
        let (answered, ability) = (self.answered.clone(), leaf.name.clone());
        let questions =
            Questions { answered, ability, listed: leaf.questions.clone(), marked: None };
        Outcome::Open(Box::new(ListScreen::new(questions, session)))
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        self.answered.head("", session)
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        let columns = &self.answered.data.columns;
        let l2 = |leaf: &Leaf| leaf.l2.map(|at| (Meaning::Dim, &columns[at].abbreviation));
        let table = Table::over(&self.leaves)
            .text("", |(leaf, _)| l2(leaf))
            .most(4)
            .text(text!("models-head-ability"), |(leaf, _)| &leaf.name)
            .most(28)
            .least(12);
        let table = with_share(table, text!("models-head-right"), 40, |(_, share)| *share);
        Ok(table.number("", |(_, share)| (Meaning::Dim, count(*share))).table())
    }

    fn title(&self, _: &Session) -> String {
        text!("models-abilities-of", model = self.answered.line().model)
    }

    fn legend(&self, _: bool, _: &Session) -> Vec<String> {
        self.answered.data.ability_codes().collect()
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let leaf = self.leaves.get(marked);
        leaf.map(|(leaf, _)| text!("models-questions-of", ability = leaf.name)).unwrap_or_default()
    }

    /// The questions of the marked ability.
    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let leaf = self.leaves.get(marked).filter(|_| size.height >= details::FEWEST);
        let Some((leaf, _)) = leaf else { return Vec::new() };
        let (width, height) = (usize::from(size.width), usize::from(size.height));
        let is_right = |question: usize| {
            self.answered.judgement(question).is_some_and(|judgement| judgement.correct)
        };
        let (right, others): (Vec<usize>, Vec<usize>) =
            leaf.questions.iter().partition(|question| is_right(**question));
        let questions = [others, right].concat();
        let visible = &questions[..questions.len().min(height)];
        let table = self.answered.table(visible, session);
        let lines = table_lines(&table, width, &session.theme);
        shortened(lines, height, questions.len() - visible.len(), &session.theme)
    }
}
