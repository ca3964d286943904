//! The effect of an extractor's errors on the accuracy of each model (MMBench, Table 6), on the texts
//! that people read. If the sample has only hard texts, the accuracy on the whole benchmark changes
//! less, in proportion to their share.

use std::collections::BTreeMap;

use serde::Serialize;

use super::measure::{Settled, SettledText};
use super::{Outcome, Readings};
use crate::agreement::McNemar;
use crate::statistics::Statistic;

/// One model's accuracy under every extractor.
#[derive(Clone, Debug, Serialize)]
pub struct ModelAccuracy {
    pub model: String,
    /// Under the reference reading, on all texts of the model with a reference answer.
    pub reference: Statistic,
    /// Under each extractor.
    pub extractors: Vec<UnderExtractor>,
}

/// A model's accuracy with the labels of one extractor.
#[derive(Clone, Debug, Serialize)]
pub struct UnderExtractor {
    pub extractor: String,
    /// Share of right answers, on the texts that it read.
    pub accuracy: Statistic,
    /// That minus the share under the reference reading of the same texts.
    pub difference: Option<f64>,
    /// Texts that are right under only one of the two readings (a: the extractor's).
    pub mcnemar: McNemar,
}

const NO_ANSWER: &str = "no text with a reference answer";

pub(super) fn on_accuracy(readings: &Readings, settled: &Settled<'_>) -> Vec<ModelAccuracy> {
    let mut by_model: BTreeMap<&str, Vec<&SettledText<'_>>> = BTreeMap::new();
    for text in settled.texts.iter().filter(|text| text.text.answer.is_some()) {
        by_model.entry(&text.text.model).or_default().push(text);
    }
    by_model
        .into_iter()
        .map(|(model, texts)| {
            let right = texts.iter().map(|text| is_right(text, text.reference));
            let under = readings.extractors.iter().enumerate().map(|(at, extractor)| {
                let pairs = texts.iter().filter_map(|text| {
                    let read = (*text.text.extractors.get(at)?)?;
                    Some([is_right(text, read.into()), is_right(text, text.reference)])
                });
                under(extractor.name(), &pairs.collect::<Vec<_>>())
            });
            ModelAccuracy {
                model: model.to_owned(),
                reference: Statistic::share_of(right, NO_ANSWER),
                extractors: under.collect(),
            }
        })
        .collect()
}

/// The letter that was read means the choice that had this letter in this pass. For texts with a
/// reference answer.
fn is_right(text: &SettledText<'_>, read: Outcome) -> bool {
    match read {
        Outcome::Letter(label) => text.text.order.original_of(label) == text.text.answer,
        Outcome::None | Outcome::Nothing => false,
    }
}

/// For each text whether it is right by the extractor, and by the reference.
fn under(extractor: &str, pairs: &[[bool; 2]]) -> UnderExtractor {
    let count = |wanted: [bool; 2]| pairs.iter().filter(|pair| **pair == wanted).count();
    let (both, own, reference) = (count([true, true]), count([true, false]), count([false, true]));
    let n = pairs.len();
    UnderExtractor {
        extractor: extractor.to_owned(),
        accuracy: Statistic::share(both + own, n, "it read no text of this model"),
        difference: (n > 0).then(|| (own as f64 - reference as f64) / n as f64),
        mcnemar: McNemar::compute(own as u64, reference as u64),
    }
}
