//! The parts of passes that took several requests: the prediction that they make, its check by `assay
//! doctor`, and the samples and likelihoods of a run for writing files.

use std::collections::HashMap;

use super::ranking::most_likely;
use crate::evaluation::positions_of_revisions;
use assay_core::benchmark::{Answer, Pass, PredictionStatus};
use assay_core::extract::{Choices, RuleSet};
use assay_core::keyword::Keyword;
use assay_core::score::{ExtractedLabel, RankBy, chosen_sample};
use assay_store::{
    Benchmark, CheckReport, ChoiceTexts, PassPart, QuestionId, Result, Run, Store, StoredPart,
    StoredQuestion,
};

const CHECK: &str = "predictions follow from their samples";

/// The prediction of the parts of a pass, in the order of their numbers: the most likely choice by
/// `rank_by`, else the majority of the samples, read with the choices as they were shown. Samples
/// of an open question, which does not show choices, have no majority: the first answer counts.
/// `None` if there are no parts.
pub(super) fn combined(
    mut parts: Vec<PassPart>,
    rank_by: Option<RankBy>,
    choices: impl FnOnce() -> Choices,
) -> Option<(PredictionStatus, String)> {
    if let Some(by) = rank_by {
        return (!parts.is_empty()).then(|| ranked(&parts, by));
    }
    // A single answer is not read: that takes time.
    let chosen = if parts.len() == 1 {
        0
    } else {
        let samples: Vec<(PredictionStatus, &str)> =
            parts.iter().map(|part| (part.status, part.text.as_str())).collect();
        chosen_sample(&samples, &choices())?
    };
    let PassPart { status, text, .. } = parts.swap_remove(chosen);
    Some((status, text))
}

/// The most likely choice; `Z` if several are. A refused request refuses the pass.
fn ranked(parts: &[PassPart], by: RankBy) -> (PredictionStatus, String) {
    if let Some(refused) = parts.iter().find(|part| part.status == PredictionStatus::Refused) {
        return (PredictionStatus::Refused, refused.text.clone());
    }
    let choices = parts.iter().filter_map(|part| Some((&part.text, part.likelihood?)));
    let (labels, likelihoods): (Vec<_>, Vec<_>) = choices.unzip();
    let label = most_likely(&likelihoods, by).map(|at| labels[at].clone());
    (PredictionStatus::Ok, label.unwrap_or_else(|| "Z".to_owned()))
}

/// Computes the predictions of runs with samples or likelihoods again, by benchmark, and compares them.
pub fn check_parts(store: &Store, runs: &[(Benchmark, Vec<Run>)], report: &mut CheckReport) {
    report.attempt(CHECK, |report| {
        let mut messages = Vec::new();
        for (benchmark, runs) in runs {
            let runs: Vec<&Run> = runs.iter().filter(|run| run.scored_by().is_some()).collect();
            if runs.is_empty() {
                continue;
            }
            let choices = ChoiceTexts(store.choices_of_revisions(benchmark)?);
            for run in runs {
                messages.extend(faults(store, run, &choices)?);
            }
        }
        report.add(CHECK, messages, false);
        Ok(())
    });
}

/// The faults of a run. A failed prediction does not need parts: such a run was closed as it was.
fn faults(store: &Store, run: &Run, choices: &ChoiceTexts) -> Result<Vec<String>> {
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
        let shown = || Choices::new(choices.shown(question_id, &prediction.order));
        // The log of another harness may have failed requests among its samples.
        let is_imported = !run.source.is_empty();
        let count = parts.len();
        let is_all = is_imported || samples.is_none_or(|samples| samples == count as u64);
        let found = combined(parts, rank_by, shown);
        if !is_all || found != Some((prediction.status, prediction.text)) {
            faults.push(format!(
                "run {} of {}: pass {} of question row {question_id} is not what its {count} samples or \
                 choices come to",
                run.id, run.model, prediction.pass,
            ));
        }
    })?;
    Ok(faults)
}

/// A sample of the answer to a pass, or the likelihood of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// The position of its question.
    pub position: usize,
    /// What the rules `assay` read from it.
    pub label: Answer,
    /// The sample with its number.
    pub part: StoredPart,
}

/// The samples of a run for these questions, which are the current ones of its benchmark, including
/// those of incomplete passes. Samples of revisions that read differently are left out.
pub fn samples_of_run(
    store: &Store,
    benchmark: &Benchmark,
    run: &Run,
    questions: &[StoredQuestion],
) -> Result<Vec<Sampled>> {
    let ids = questions.iter().map(|stored| stored.id);
    let positions = positions_of_revisions(store, benchmark, ids)?;
    let mut samples = Vec::new();
    store.for_each_part(run, |part| {
        let Some(&position) = positions.get(&part.question_id) else { return };
        if part.part.number == 0 {
            return; // a prompt without an answer
        }
        let choices = part.order.texts(&questions[position].question.choices);
        let (status, text) = (part.part.status, &part.part.text);
        let [label] = ExtractedLabel::read([RuleSet::Assay], status, text, choices);
        samples.push(Sampled { position, label: label.answer, part });
    })?;
    samples.sort_by_key(|sample| (sample.position, sample.part.pass, sample.part.part.number));
    Ok(samples)
}
