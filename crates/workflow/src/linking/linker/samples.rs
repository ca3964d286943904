//! Several samples of the answer to a pass, as the epochs of a log: the majority is the prediction.

use std::collections::BTreeMap;

use super::{Labels, LinkedPredictions, RowProblem};
use assay_core::benchmark::{Pass, Prediction, PredictionStatus};
use assay_core::extract::Choices;
use assay_core::score::chosen_sample;
use assay_store::{NewPrediction, PassPart, QuestionSheet, StoredPart};

/// The samples by question and pass, then by number.
#[derive(Debug, Default)]
pub(super) struct SampledPasses(BTreeMap<(usize, Pass), BTreeMap<u32, Sample>>);

/// A sample, and what scorers said about it.
type Sample = (Prediction, Labels);

impl SampledPasses {
    /// Takes a sample; returns whether it is new, and not a row that came before.
    pub fn take(
        &mut self,
        place: (usize, Pass),
        number: u32,
        sample: Sample,
    ) -> Result<bool, RowProblem> {
        let samples = self.0.entry(place).or_default();
        if samples.values().next().is_some_and(|(first, _)| first.order != sample.0.order) {
            return Err(RowProblem(format!(
                "sample {number} (epoch) shows the choices in another order than the one before"
            )));
        }
        match samples.get(&number) {
            Some((known, _)) if *known == sample.0 => Ok(false),
            Some(_) => Err(RowProblem(format!(
                "sample {number} (epoch) is there twice and says something else"
            ))),
            None => {
                samples.insert(number, sample);
                Ok(true)
            }
        }
    }

    /// Adds a prediction for each pass with what scorers said about it, and its samples. Failed requests are not
    /// samples.
    pub fn finish(&mut self, questions: &[QuestionSheet], linked: &mut LinkedPredictions) {
        for ((at, pass), samples) in std::mem::take(&mut self.0) {
            let question = &questions[at];
            linked.samples.each = linked.samples.each.max(samples.len() as u32);
            let texts: Vec<(PredictionStatus, &str)> =
                samples.values().map(|(one, _)| (one.status, one.text.as_str())).collect();
            let order = samples.values().next().map(|(one, _)| &one.order);
            let shown = order.into_iter().flat_map(|order| order.texts(&question.choices));
            let chosen = chosen_sample(&texts, &Choices::new(shown));
            let Some((prediction, labels)) = chosen.and_then(|at| samples.values().nth(at)) else {
                continue;
            };
            let (question_id, prediction) = (question.id, prediction.clone());
            linked.keep_labels(question_id, pass, labels.clone());
            linked.predictions.push(NewPrediction { question_id, prediction });
            linked.samples.parts.extend(
                samples.into_iter().filter(|(_, (one, _))| !one.failed()).map(
                    |(number, (Prediction { order, text, status, .. }, _))| StoredPart {
                        question_id,
                        pass,
                        order,
                        part: PassPart { number, status, text, likelihood: None },
                    },
                ),
            );
        }
        if linked.samples.each < 2 {
            linked.samples.parts.clear();
        }
    }
}
