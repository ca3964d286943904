//! Several runs side by side, for the tables of [`assay_core::score::comparison`].

use rayon::prelude::*;

use super::prepared::PreparedBenchmark;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::extract::{Answer, RuleSet};
use assay_core::score::comparison::{Comparison, Matching, matching};
use assay_core::score::{AskedQuestion, Missing, ModelAnswers};
use assay_store::{Benchmark, QuestionId, Result, Run, Store, StoreError};

/// The rules that recognise refusals, whichever extract the labels: VLMEvalKit's know four wordings of
/// them, and only as `Z`. What counts as right does not change by this.
pub const REFUSALS_BY: RuleSet = RuleSet::Assay;

/// Runs over the same questions, their labels read.
#[derive(Debug)]
pub struct Compared {
    /// The questions, in the order of the file.
    pub questions: Vec<AskedQuestion>,
    /// The row of each question's current revision.
    pub ids: Vec<QuestionId>,
    /// The models in the order of the runs.
    pub models: Vec<ModelAnswers>,
    /// The run of each model.
    pub runs: Vec<Run>,
    /// The rules that read the labels.
    pub rules: RuleSet,
    /// The benchmark's taxonomy.
    pub taxonomy: Taxonomy,
}

impl Compared {
    /// Reads the answers of these runs to the questions of a benchmark, all or those of one split.
    /// Questions without a reference answer are left out: nothing can be said of them.
    pub fn load(
        store: &mut Store,
        benchmark: &Benchmark,
        runs: Vec<Run>,
        rules: RuleSet,
        split: Option<&str>,
    ) -> Result<Compared> {
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let is_wanted = |at: &usize| {
            let sheet = &prepared.questions()[*at].sheet;
            prepared.questions()[*at].has_reference()
                && (split.is_none() || sheet.split.as_deref() == split)
        };
        let items: Vec<usize> = (0..prepared.questions().len()).filter(is_wanted).collect();
        let asked = |&at: &usize| {
            let question = &prepared.questions()[at];
            AskedQuestion {
                key: question.sheet.key.clone(),
                category: question.sheet.category.clone(),
                l2_category: question.sheet.l2_category.clone(),
                split: question.sheet.split.clone(),
                choices: question.sheet.choices.len(),
                answer: question.sheet.answer,
                rule: question.judged_by(),
                required: question.required.clone(),
            }
        };
        let questions: Vec<AskedQuestion> = items.iter().map(asked).collect();
        let answers = prepared.answers_of_runs(store, &runs, rules, None)?;
        let refusals = prepared.answers_of_runs(store, &runs, REFUSALS_BY, None)?;
        let models = answers
            .par_iter()
            .zip(&refusals)
            .map(|(run, refusals)| with_refusals(&run.answers, &refusals.answers).select(&items))
            .collect();
        let ids = items.iter().map(|&at| prepared.questions()[at].sheet.id).collect();
        Ok(Compared { questions, ids, models, runs, rules, taxonomy: benchmark.taxonomy().clone() })
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
    ) -> Result<Vec<Matching>> {
        // Read once more rather than kept: the questions take more memory than the answers to them.
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let place = |id| prepared.by_row.get(id).copied();
        let items: Option<Vec<usize>> = self.ids.iter().map(place).collect();
        let items = items.ok_or_else(|| {
            StoreError::Refused("questions were imported meanwhile; try again".into())
        })?;
        let extractors = store.extractors()?;
        let mut rows = Vec::with_capacity(self.runs.len());
        for (run, model) in self.runs.iter().zip(&self.models) {
            let mut filled = Vec::new();
            let refusals = prepared.run_answers(store, run, REFUSALS_BY, None)?.answers;
            for extractor in &extractors {
                let answers =
                    prepared.run_answers(store, run, self.rules, Some(extractor))?.answers;
                let answers = with_refusals(&answers, &refusals).select(&items);
                filled.push((extractor.clone(), answers));
            }
            let models = &self.models;
            let comparison = Comparison { questions: &self.questions, models, missing };
            rows.push(matching(&comparison, model, &filled));
        }
        Ok(rows)
    }
}

/// Answers with the refusals that other rules recognise. Both are of the same run, so their passes are the
/// same.
fn with_refusals(answers: &ModelAnswers, refusals: &ModelAnswers) -> ModelAnswers {
    let mut answers = answers.clone();
    for (pass, other) in answers.passes_mut().iter_mut().zip(refusals.passes()) {
        let has_label = matches!(pass.extracted.answer, Answer::Label(_));
        pass.extracted.is_refusal |= other.extracted.is_refusal && !has_label;
    }
    answers
}
