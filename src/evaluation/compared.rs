//! Runs side by side, as the pure tables of [`crate::score::comparison`] want them.

use std::collections::HashMap;

use rayon::prelude::*;

use super::exam::{Answers, Exam};
use crate::extract::{Answer, RuleSet};
use crate::score::comparison::{Comparison, Matching, matching};
use crate::score::{AskedQuestion, Missing, ModelAnswers, ReadPass};
use crate::store::{Benchmark, Run, Store, StoreError};

/// The rules that tell refusals, whichever read the labels: the kit's know four wordings of them, and
/// only as `Z`. What counts as right does not change by this.
pub const REFUSALS_BY: RuleSet = RuleSet::Assay;

/// Runs over the same questions, their labels read.
#[derive(Debug)]
pub struct Compared {
    questions: Vec<AskedQuestion>,
    /// The row of each question's current revision.
    ids: Vec<i64>,
    models: Vec<ModelAnswers>,
    runs: Vec<Run>,
    rules: RuleSet,
}

impl Compared {
    /// Reads the answers of these runs to the questions of a benchmark, all or those of one split.
    /// Questions without a reference answer are left out: nothing can be said of them.
    pub fn of(
        store: &mut Store,
        benchmark: &Benchmark,
        runs: Vec<Run>,
        rules: RuleSet,
        split: Option<&str>,
    ) -> Result<Compared, StoreError> {
        let mut exam = Exam::of(store, benchmark)?;
        let is_wanted = |at: &usize| {
            let sheet = &exam.items()[*at].sheet;
            sheet.answer.is_some() && (split.is_none() || sheet.split.as_deref() == split)
        };
        let items: Vec<usize> = (0..exam.items().len()).filter(is_wanted).collect();
        let asked = |&at: &usize| {
            let item = &exam.items()[at];
            AskedQuestion {
                key: item.sheet.key.clone(),
                category: item.sheet.category.clone(),
                l2_category: item.sheet.l2_category.clone(),
                split: item.sheet.split.clone(),
                required: item.required.clone(),
            }
        };
        let questions: Vec<AskedQuestion> = items.iter().map(asked).collect();
        let answers = exam.answers_of(store, &runs, rules, None)?;
        let refusals = exam.answers_of(store, &runs, REFUSALS_BY, None)?;
        let both = answers.iter().zip(&refusals);
        let models = runs
            .par_iter()
            .zip(both.collect::<Vec<_>>())
            .map(|(run, (answers, refusals))| model_answers(run, answers, refusals, &items))
            .collect();
        let ids = items.iter().map(|&at| exam.items()[at].sheet.id).collect();
        Ok(Compared { questions, ids, models, runs, rules })
    }

    /// The questions, in the order of the file.
    pub fn questions(&self) -> &[AskedQuestion] {
        &self.questions
    }

    /// The row of a question's current revision.
    pub fn question_id(&self, question: usize) -> i64 {
        self.ids[question]
    }

    /// The models in the order of the runs.
    pub fn models(&self) -> &[ModelAnswers] {
        &self.models
    }

    /// The run of each model.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The rules that read the labels.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// What the tables are made from.
    pub fn comparison(&self, missing: Missing) -> Comparison<'_> {
        Comparison { questions: &self.questions, models: &self.models, missing }
    }

    /// How well the texts of each model are read, by the rules and by every extractor of which
    /// anything is stored.
    pub fn matchings(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        missing: Missing,
    ) -> Result<Vec<Matching>, StoreError> {
        // Read once more rather than kept: the questions take more memory than the answers to them.
        let mut exam = Exam::of(store, benchmark)?;
        let places: HashMap<i64, usize> =
            exam.items().iter().enumerate().map(|(at, item)| (item.sheet.id, at)).collect();
        let items: Option<Vec<usize>> = self.ids.iter().map(|id| places.get(id).copied()).collect();
        let items = items.ok_or_else(|| {
            StoreError::Refused("questions were imported meanwhile; try again".into())
        })?;
        let extractors = store.extractors()?;
        let mut rows = Vec::with_capacity(self.runs.len());
        for (run, model) in self.runs.iter().zip(&self.models) {
            let mut filled = Vec::new();
            let refusals = exam.answers(store, run, REFUSALS_BY, None)?;
            for extractor in &extractors {
                let answers = exam.answers(store, run, self.rules, Some(extractor))?;
                let answers = model_answers(run, &answers, &refusals, &items);
                filled.push((extractor.clone(), answers));
            }
            let models = &self.models;
            let comparison = Comparison { questions: &self.questions, models, missing };
            rows.push(matching(&comparison, model, &filled));
        }
        Ok(rows)
    }
}

/// Both are of the same run, so their passes are the same.
fn model_answers(
    run: &Run,
    answers: &Answers,
    refusals: &Answers,
    items: &[usize],
) -> ModelAnswers {
    let of_item = |(question, &item): (usize, &usize)| {
        let both = answers.passes(item).zip(refusals.passes(item));
        both.map(move |((answered, mut reading), (_, seen))| {
            let has_label = matches!(reading.answer, Answer::Label(_));
            reading.is_refusal |= seen.is_refusal && !has_label;
            let (pass, reference) = (answered.pass, answered.reference);
            (question, ReadPass { pass, reading, reference })
        })
    };
    let all = items.iter().enumerate().flat_map(of_item);
    ModelAnswers::new(run.model.as_str(), items.len(), all, answers.outdated())
}
