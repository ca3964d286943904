//! What a model answered, into the runs of a benchmark.

use std::collections::BTreeMap;

use super::run_files::RunFiles;
use super::{Result, refuse};
use crate::evaluation::{current_run, import_run};
use crate::linking::LinkedPredictions;
use assay_core::benchmark::Input;
use assay_core::extract::BuiltIn;
use assay_core::keyword::Keyword;
use assay_store::{Benchmark, Kept, NewRun, Store};

/// Which run the files are.
#[derive(Clone, Debug)]
pub struct PredictionImport {
    /// The model's name.
    pub model: String,
    /// What it was given.
    pub input: Input,
    /// Whether these predictions count instead of those that the model has.
    pub replace: bool,
    /// Whether everything is read and checked and nothing is written.
    pub dry_run: bool,
}

/// What an import of predictions did.
#[derive(Debug)]
pub struct ImportedPredictions {
    pub benchmark: String,
    pub import: PredictionImport,
    /// What the files hold, without the predictions and samples themselves.
    pub linked: LinkedPredictions,
    /// The number of predictions that the rows make.
    pub predictions: usize,
    /// Those of them that are a message about a failure.
    pub failed: usize,
    /// Questions of the benchmark that have none.
    pub questions_without: usize,
    /// How many labels each of the harness's own scorers gave.
    pub scorers: BTreeMap<String, usize>,
    /// The run in the database; `None` after a dry run.
    pub kept: Option<Kept>,
}

impl PredictionImport {
    /// Reads the files, links their rows and keeps them as a run. `say` is given what the columns of the files
    /// were taken for.
    ///
    /// # Errors
    /// If a file cannot be read or a row cannot be linked; nothing is imported then.
    pub fn run(
        self,
        store: &mut Store,
        benchmark: &Benchmark,
        files: &RunFiles<'_>,
        say: impl Fn(&str) + Sync,
    ) -> Result<ImportedPredictions> {
        if self.model.trim().is_empty() {
            refuse!("the model needs a name; the one given with --model is empty");
        }
        let (questions, source, mut linked) = files.link(store, benchmark, say)?;
        let predictions = std::mem::take(&mut linked.predictions);
        let samples = std::mem::take(&mut linked.samples);
        let (model, input, replace) = (self.model.clone(), self.input, self.replace);
        let mut imported = ImportedPredictions {
            benchmark: benchmark.name.clone(),
            predictions: predictions.len(),
            failed: predictions.iter().filter(|new| new.prediction.failed()).count(),
            questions_without: questions.len().saturating_sub(linked.questions),
            linked,
            scorers: BTreeMap::new(),
            kept: None,
            import: self,
        };
        if !imported.import.dry_run {
            let run = NewRun { model, input, source, predictions, samples };
            imported.kept = Some(import_run(store, benchmark, &questions, run, replace)?);
            imported.scorers = keep_scores(store, benchmark, &imported)?;
        }
        Ok(imported)
    }
}

/// Keeps what the harness's own scorers said as labels of extractors with their names; returns how many each
/// gave.
fn keep_scores(
    store: &mut Store,
    benchmark: &Benchmark,
    imported: &ImportedPredictions,
) -> Result<BTreeMap<String, usize>> {
    let PredictionImport { model, input, .. } = &imported.import;
    let Some(run) = current_run(store, benchmark, model, *input)? else {
        return Ok(BTreeMap::new());
    };
    let named = |name: &str| match BuiltIn::from_name(name) {
        Ok(_) => format!("{name} (its own)"),
        Err(_) => name.to_owned(),
    };
    let scores = imported.linked.scores.iter();
    let batches: Vec<_> =
        scores.map(|(name, labels)| (run.clone(), named(name), labels.clone())).collect();
    store.keep_all_extractions(&batches)?;
    Ok(batches.into_iter().map(|(_, name, labels)| (name, labels.len())).collect())
}
