//! Which runs count: the current run of each model and input.

use assay_core::benchmark::Input;
use assay_core::keyword::did_you_mean;
use assay_store::{Benchmark, Run, Store, StoreError};

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
) -> Result<Vec<Run>, StoreError> {
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
) -> Result<Option<Run>, StoreError> {
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
