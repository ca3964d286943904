//! Answers that come with votes: they join the model's run, so that the same answers again are the same run.

use std::collections::{BTreeMap, HashMap};

use super::keep::{NewPrediction, NewRun, RunSamples, content_hash};
use super::{Run, SourceFile};
use crate::query::Query;
use crate::{Benchmark, Importer, PredictionId, QuestionId, Result, Transaction};
use assay_core::benchmark::{ChoiceOrder, Input, Pass, Prediction, PredictionStatus};

/// What became of answers that were judged.
#[derive(Debug, Default)]
pub struct KeptAnswers {
    /// All answers of the model by question and turn.
    pub ids: HashMap<(QuestionId, u16), PredictionId>,
    /// Answers that were not there before.
    pub new: usize,
    /// Answers that were there with another text. The new run has the new ones, the old run stays.
    pub changed: usize,
}

impl Importer<'_> {
    /// Keeps answers of a model by question and turn, in the transaction of the import. The model's run gets a
    /// successor where it does not have them all.
    ///
    /// # Errors
    /// If the model is being asked at the moment.
    pub fn keep_answers(
        &self,
        model: &str,
        source: &[SourceFile],
        answers: &BTreeMap<(QuestionId, u16), &str>,
    ) -> Result<KeptAnswers> {
        self.transaction().keep_answers(self.benchmark(), model, source, answers)
    }
}

impl Transaction<'_> {
    fn keep_answers(
        &self,
        benchmark: &Benchmark,
        model: &str,
        source: &[SourceFile],
        answers: &BTreeMap<(QuestionId, u16), &str>,
    ) -> Result<KeptAnswers> {
        let current = self.current_run(benchmark, model, Input::Image)?.map(|(run, _)| run);
        let mut kept = KeptAnswers::default();
        let mut all: BTreeMap<(QuestionId, u32), NewPrediction> = BTreeMap::new();
        if let Some(run) = &current {
            self.for_each_prediction(run, |question_id, prediction| {
                let place = (question_id, prediction.pass.0);
                all.insert(place, NewPrediction { question_id, prediction });
            })?;
        }
        for (&(question_id, turn), &text) in answers {
            let pass = Pass(turn.into());
            match all.get(&(question_id, pass.0)) {
                Some(known) if known.prediction.text == text => continue,
                Some(_) => kept.changed += 1,
                None => kept.new += 1,
            }
            let order = ChoiceOrder::original(
                self.choices(question_id)?.into_iter().map(|choice| choice.label),
            );
            let (text, status) = (text.to_owned(), PredictionStatus::Ok);
            let prediction = Prediction { pass, order, text, status };
            all.insert((question_id, pass.0), NewPrediction { question_id, prediction });
        }
        let run = match current {
            run if kept.new + kept.changed == 0 => run,
            earlier => {
                let source = merged(earlier.as_ref(), source);
                let predictions = all.into_values().collect();
                Some(self.replace_run(benchmark, model, earlier.as_ref(), source, predictions)?)
            }
        };
        if let Some(run) = run {
            let sql = "SELECT question_id, pass, id FROM prediction WHERE run_id = ?1";
            let rows: Vec<(QuestionId, u16, PredictionId)> = self.all(sql, [run.id])?;
            let by_place = |(question, turn, id)| ((question, turn), id);
            kept.ids = rows.into_iter().map(by_place).collect();
        }
        Ok(kept)
    }

    fn replace_run(
        &self,
        benchmark: &Benchmark,
        model: &str,
        earlier: Option<&Run>,
        source: Vec<SourceFile>,
        predictions: Vec<NewPrediction>,
    ) -> Result<Run> {
        if let Some(run) = earlier {
            run.check_closed(benchmark)?;
            self.change("UPDATE run SET is_current = 0 WHERE id = ?1", [run.id])?;
        }
        let (model, samples) = (model.to_owned(), RunSamples::default());
        let hash = content_hash(&predictions);
        let run = NewRun { model, input: Input::Image, source, predictions, samples };
        let id = self.insert_run(benchmark, &run, &hash, None)?;
        self.insert_predictions(id, &run.predictions, |_| Vec::new())?;
        self.run_row(id)
    }
}

/// The files of the run before, and those that are new.
fn merged(earlier: Option<&Run>, source: &[SourceFile]) -> Vec<SourceFile> {
    let mut all = earlier.map(|run| run.source.clone()).unwrap_or_default();
    for file in source {
        if !all.contains(file) {
            all.push(file.clone());
        }
    }
    all
}
