//! The score of each run over a benchmark.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::extraction_rules::covered_rules;
use super::fallback::FallbackCounts;
use super::prepared::{PreparedBenchmark, RunAnswers};
use super::setting::RunOptions;
use super::short_answers::ScorerAgreement;
use assay_core::benchmark::{AnswerRule, Input};
use assay_core::extract::RuleSet;
use assay_core::score::{ExtractionCounts, ResultRow, Score, ScoringTable, Strategy, Undecided};
use assay_store::{Benchmark, Result, Run, Store};

/// The scores of runs, and the strategy that made them.
#[derive(Clone, Debug, PartialEq)]
pub struct RunScores {
    /// The strategy, which may be the default.
    pub strategy: Strategy,
    /// One for each run.
    pub scores: Vec<RunScore>,
}

/// The score of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunScore {
    /// The model's name.
    pub model: String,
    /// What it was given.
    pub input: Input,
    /// How several answers make one prediction, for instance `majority of 5 samples`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scored_by: Option<String>,
    /// Its predictions.
    pub rows: usize,
    /// The questions that it was asked and that have a reference answer.
    pub questions: usize,
    /// How many of them have short answers, by rule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub short_answers: BTreeMap<AnswerRule, usize>,
    /// How often scorers of other programs say the same of them as their rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scorers: Vec<ScorerAgreement>,
    /// Questions that no pass decided.
    pub undecided: Undecided,
    /// Accuracy by split and ability.
    pub results: Vec<ResultRow>,
    /// How many predictions have a label.
    pub extraction: ExtractionCounts,
    /// What the fallback extractor added.
    #[serde(rename = "stand_in", skip_serializing_if = "Option::is_none")]
    pub fallback: Option<FallbackCounts>,
    /// What a reader of the score should know, in sentences.
    pub warnings: Vec<String>,
}

/// Scores runs. A split in which a run has no prediction at all is taken as one that it was not asked.
pub fn score_runs(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &RunOptions,
) -> Result<RunScores> {
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let (answers, strategy) = prepared.answers_by(store, runs, options)?;
    // What `infer` decides by: it spares the passes after one that our own rules read as wrong.
    let sparing = runs.iter().map(|run| {
        let is_asked = run.settings.is_some();
        is_asked.then(|| prepared.run_answers(store, run, RuleSet::Assay, None)).transpose()
    });
    let sparing: Vec<Option<RunAnswers>> = sparing.collect::<Result<_, _>>()?;
    let is_repeatable = match &options.extractor {
        Some(name) => covered_rules(store, benchmark, name)?.is_some(),
        None => false,
    };
    let score_of_run = |((run, answers), sparing): ((&Run, &RunAnswers), &Option<RunAnswers>)| {
        let sparing = sparing.as_ref().map(|read| &read.answers);
        let mut table = ScoringTable::new(prepared.questions(), &answers.answers);
        table.sparing = sparing;
        let judged = table.score(strategy, options.missing, &prepared.placements);
        run_score(judged, run, answers, options, is_repeatable)
    };
    let mut scores: Vec<RunScore> =
        runs.par_iter().zip(&answers).zip(&sparing).map(score_of_run).collect();
    for (score, run) in scores.iter_mut().zip(runs) {
        score.scorers = prepared.scorers_of_short_answers(store, run)?;
        score.warnings.extend(score.scorers.iter().filter_map(ScorerAgreement::warning));
    }
    Ok(RunScores { strategy, scores })
}

/// The score of a run with the warnings about its texts. `is_repeatable`: the extractor can be asked again.
fn run_score(
    score: Score,
    run: &Run,
    answers: &RunAnswers,
    options: &RunOptions,
    is_repeatable: bool,
) -> RunScore {
    let mut warnings = score.warnings;
    let mut warn = |count: usize, sentence: &str| {
        if count > 0 {
            warnings.push(format!("{count} {sentence}"));
        }
    };
    warn(
        answers.answers.outdated,
        "predictions were made on an earlier revision of their question, which reads differently: \
         they do not count",
    );
    if let (Some(counts), Some(name)) = (answers.fallback, &options.extractor) {
        let open = "predictions in which the rules find nothing";
        let remedy = match is_repeatable {
            true => format!(
                "; `assay extract run --extractor {name} --rules {}` reads them",
                options.rules
            ),
            false => String::new(),
        };
        let not_read = format!("{open} have no label of {name}: they stay undecided{remedy}");
        warn(counts.not_read, &not_read);
        let nothing = format!("{open} have no answer for {name} either: they stay undecided");
        warn(counts.nothing, &nothing);
    }
    RunScore {
        model: run.model.clone(),
        input: run.input,
        scored_by: run.scored_by(),
        rows: run.predictions,
        questions: score.questions,
        short_answers: score.short_answers,
        scorers: Vec::new(),
        undecided: score.undecided,
        results: score.results,
        extraction: answers.extraction,
        fallback: answers.fallback,
        warnings,
    }
}
