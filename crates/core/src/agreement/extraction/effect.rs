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
            let right = texts.iter().filter(|text| is_right(text, text.reference)).count();
            let under = readings.extractors.iter().enumerate().map(|(at, extractor)| {
                under(
                    extractor.name(),
                    texts.iter().filter_map(|text| {
                        let read = (*text.text.extractors.get(at)?)?;
                        Some((is_right(text, read.into()), is_right(text, text.reference)))
                    }),
                )
            });
            ModelAccuracy {
                model: model.to_owned(),
                reference: Statistic::share(right, texts.len(), NO_ANSWER),
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

fn under(extractor: &str, pairs: impl Iterator<Item = (bool, bool)>) -> UnderExtractor {
    let (mut n, mut own, mut reference, mut only_own, mut only_reference) = (0, 0, 0, 0, 0);
    for (is_own_right, is_reference_right) in pairs {
        n += 1;
        own += usize::from(is_own_right);
        reference += usize::from(is_reference_right);
        only_own += u64::from(is_own_right && !is_reference_right);
        only_reference += u64::from(is_reference_right && !is_own_right);
    }
    UnderExtractor {
        extractor: extractor.to_owned(),
        accuracy: Statistic::share(own, n, "it read no text of this model"),
        difference: (n > 0).then(|| (own as f64 - reference as f64) / n as f64),
        mcnemar: McNemar::compute(only_own, only_reference),
    }
}
