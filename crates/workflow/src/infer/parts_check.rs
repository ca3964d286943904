//! The check of `assay doctor` that a prediction from several requests equals the result of its
//! parts.

use std::collections::HashMap;

use super::combined::combined;
use assay_core::benchmark::{Pass, PredictionStatus};
use assay_core::keyword::Keyword;
use assay_core::score::RankBy;
use assay_store::{
    Benchmark, CheckReport, ChoiceTexts, PassPart, QuestionId, Run, Store, StoreError,
};

const PARTS: &str = "predictions follow from their samples";

/// Computes the predictions of runs with samples or likelihoods again, by benchmark, and compares them.
pub fn check_parts(store: &Store, runs: &[(Benchmark, Vec<Run>)], report: &mut CheckReport) {
    report.attempt(PARTS, |report| {
        let mut messages = Vec::new();
        for (benchmark, runs) in runs {
            let runs: Vec<&Run> = runs.iter().filter(|run| run.scored_by().is_some()).collect();
            if runs.is_empty() {
                continue;
            }
            let choices = store.choices_of_revisions(benchmark)?;
            let choices = choices.iter().map(|(id, choices)| (*id, choices.as_slice()));
            let choices = ChoiceTexts::new(choices);
            for run in runs {
                messages.extend(faults(store, run, &choices)?);
            }
        }
        report.add(PARTS, messages, false);
        Ok(())
    });
}

/// The faults of a run. A failed prediction does not need parts: such a run was closed as it was.
fn faults(store: &Store, run: &Run, choices: &ChoiceTexts<'_>) -> Result<Vec<String>, StoreError> {
    let setting = |name| run.settings.as_ref().and_then(|settings| settings.get(name));
    let rank_by = setting("rank_by").and_then(|name| RankBy::from_name(name.as_str()?).ok());
    let samples = setting("samples").and_then(serde_json::Value::as_u64);
    let mut parts: HashMap<(QuestionId, Pass), Vec<PassPart>> = HashMap::new();
    store.for_each_part(run, |stored| {
        parts.entry((stored.question_id, stored.pass)).or_default().push(stored.part);
    })?;
    let mut faults = Vec::new();
    store.for_each_prediction(run, |question_id, prediction| {
        let parts = parts.remove(&(question_id, prediction.pass)).unwrap_or_default();
        if prediction.status == PredictionStatus::Failed {
            return;
        }
        let shown = || choices.shown(question_id, &prediction.order);
        // The log of another harness may have failed requests among its samples.
        let is_imported = !run.source.is_empty();
        let is_all = is_imported || samples.is_none_or(|samples| samples == parts.len() as u64);
        let found = combined(&parts, rank_by, shown);
        if !is_all || found != Some((prediction.status, prediction.text)) {
            faults.push(format!(
                "run {} of {}: pass {} of question row {question_id} is not what its {} samples or \
                 choices come to",
                run.id,
                run.model,
                prediction.pass,
                parts.len()
            ));
        }
    })?;
    Ok(faults)
}
