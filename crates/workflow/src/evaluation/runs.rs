//! Which runs count: the current run of each model and input.

use super::labels::labels;
use assay_core::benchmark::Input;
use assay_core::extract::RuleSet;
use assay_core::keyword::did_you_mean;
use assay_core::score::ExtractionCounts;
use assay_store::{Benchmark, Place, QuestionId, Result, Run, Store, StoreError};

/// Why there are no such runs.
#[derive(Debug, thiserror::Error)]
pub enum RunsError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A model has no run: the message has the models that have one, and the likeliest.
    #[error("{0}")]
    UnknownModel(String),
    /// There are no runs at all; what to do.
    #[error("{0}")]
    NoRuns(String),
}

/// The runs that count: the current ones, with this input or with any.
pub fn current_runs(
    store: &Store,
    benchmark: &Benchmark,
    input: Option<Input>,
) -> Result<Vec<Run>> {
    let mut runs = store.runs(benchmark)?;
    runs.retain(|run| run.is_current && input.is_none_or(|input| run.input == input));
    Ok(runs)
}

/// The current run of one model, if it has one.
pub fn current_run(
    store: &Store,
    benchmark: &Benchmark,
    model: &str,
    input: Input,
) -> Result<Option<Run>> {
    let runs = current_runs(store, benchmark, Some(input))?;
    Ok(runs.into_iter().find(|run| run.model == model))
}

/// The current runs of these models, or of all where none is named.
///
/// # Errors
/// When a model has no run, or there are no runs at all.
pub fn runs_of_models(
    store: &Store,
    benchmark: &Benchmark,
    models: &[String],
    input: Option<Input>,
) -> Result<Vec<Run>, RunsError> {
    let mut runs = current_runs(store, benchmark, input)?;
    let names: Vec<&str> = runs.iter().map(|run| run.model.as_str()).collect();
    if let Some(unknown) = models.iter().find(|model| !names.contains(&model.as_str())) {
        let there = match names.is_empty() {
            true => "none".to_owned(),
            false => format!("{}{}", names.join(", "), did_you_mean(unknown, names.clone())),
        };
        let input = input.map_or_else(String::new, |input| format!("input {input}: "));
        return Err(RunsError::UnknownModel(format!(
            "{input}{} has no such predictions of {unknown}; there are: {there}",
            benchmark.name
        )));
    }
    if names.is_empty() {
        let with = input.map_or_else(String::new, |input| format!(" with input {input}"));
        let flag = input.map_or_else(String::new, |input| format!(" --input {input}"));
        return Err(RunsError::NoRuns(format!(
            "{} has no predictions{with}; bring some with `assay import predictions FILE --model NAME{flag}`",
            benchmark.name
        )));
    }
    if models.is_empty() {
        // A run without its first answer says nothing of its model yet.
        runs.retain(|run| !(run.is_open() && run.predictions == 0));
    } else {
        runs.retain(|run| models.contains(&run.model));
    }
    Ok(runs)
}

/// A run with the counts that lists of runs show.
#[derive(Clone, Debug)]
pub struct RunOverview {
    /// The benchmark's name.
    pub benchmark: String,
    pub run: Run,
    /// The questions that have a prediction.
    pub questions: usize,
    /// Predictions whose request failed; of an open run, passes whose last request failed.
    pub failed: usize,
    /// The share of predictions from which VLMEvalKit's newest rules and Assay's own read a label or `Z`; `None`
    /// if the run has only answers to open questions.
    pub match_rates: [Option<f64>; 2],
}

/// All runs over one benchmark, or over each in turn.
pub fn run_overviews(store: &mut Store, benchmark: Option<&str>) -> Result<Vec<RunOverview>> {
    let mut overviews = Vec::new();
    for benchmark in store.benchmarks_named(benchmark)? {
        for run in store.runs(&benchmark)? {
            overviews.push(run_overview(store, &benchmark, run)?);
        }
    }
    Ok(overviews)
}

fn run_overview(store: &mut Store, benchmark: &Benchmark, run: Run) -> Result<RunOverview> {
    let places = store.places(&run)?;
    let is_open: Vec<bool> = places.iter().map(Place::is_of_open_question).collect();
    let mut questions: Vec<QuestionId> =
        places.into_iter().map(|place| place.question_id).collect();
    questions.dedup(); // places are in the order of their questions
    let failed = if run.is_open() { store.failed_requests(&run, None)?.len() } else { run.failed };
    let mut match_rate = |rules| {
        let labels = labels(store, benchmark, &run, rules)?;
        let of_choices = labels.into_iter().zip(&is_open).filter(|&(_, &open)| !open);
        Ok::<_, StoreError>(ExtractionCounts::count(of_choices.map(|(label, _)| label)).match_rate)
    };
    let match_rates = [match_rate(RuleSet::VlmevalkitLate)?, match_rate(RuleSet::Assay)?];
    let (benchmark, questions) = (benchmark.name.clone(), questions.len());
    Ok(RunOverview { benchmark, run, questions, failed, match_rates })
}
