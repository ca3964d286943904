//! Importing a run: its predictions are stored together with the labels of the usual rule sets.

use rayon::prelude::*;

use super::labels::{byte, labels_key};
use assay_core::benchmark::Prediction;
use assay_core::extract::RuleSet;
use assay_core::score::ExtractedLabel;
use assay_store::{
    Benchmark, CachedLabels, ChoiceTexts, Kept, NewPrediction, NewRun, QuestionSheet, Result, Store,
};

/// The rule sets whose labels are computed while importing: those that scores and filters use when
/// nothing else is asked for.
const USUAL_RULES: [RuleSet; 2] = [RuleSet::VlmevalkitLate, RuleSet::Assay];

/// Stores a run over these questions; see [`Store::keep_run`].
pub fn import_run(
    store: &mut Store,
    benchmark: &Benchmark,
    questions: &[QuestionSheet],
    mut run: NewRun,
    replace: bool,
) -> Result<Kept> {
    run.predictions.par_sort_unstable_by_key(|new| (new.question_id, new.prediction.pass));
    let choices = questions.iter().map(|sheet| (sheet.id, sheet.choices.clone()));
    let choices = ChoiceTexts(choices.collect());
    let extract = |NewPrediction { question_id, prediction }: &NewPrediction| {
        let shown = choices.shown(*question_id, &prediction.order);
        let Prediction { status, text, .. } = prediction;
        ExtractedLabel::read(USUAL_RULES, *status, text, shown).map(byte)
    };
    store.keep_run(benchmark, run, replace, |predictions| {
        // On all cores.
        let extracted: Vec<_> = predictions.par_iter().map(extract).collect();
        let labels = USUAL_RULES.into_iter().enumerate().map(|(at, rules)| {
            let bytes = extracted.iter().map(|bytes| bytes[at]).collect();
            CachedLabels { key: labels_key(rules), bytes }
        });
        labels.collect()
    })
}
