//! What a model answered, into the runs of a benchmark.

use serde::Serialize;

use super::{ImportError, refuse};
use crate::evaluation::import_run;
use crate::linking::{LinkedRun, RunFiles};
use assay_core::benchmark::Input;
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
#[derive(Debug, Serialize)]
pub struct ImportedPredictions {
    pub benchmark: String,
    /// The model's name.
    pub model: String,
    /// What the model was given.
    pub input: Input,
    /// Rows of the files.
    pub read: usize,
    /// Predictions that the rows make.
    pub rows: usize,
    /// Questions that have a prediction.
    pub questions: usize,
    /// Questions of the benchmark that have none.
    pub questions_without: usize,
    /// Passes over the questions.
    pub passes: usize,
    /// Whether the database has a new run.
    pub new: bool,
    /// When the run that this one replaces was imported.
    pub replaced: Option<String>,
    /// Predictions that are a message about a failure.
    pub failed: usize,
    /// Rows that do not belong to a question of the benchmark.
    pub unknown: usize,
    /// Whether this was a dry run, which does not write anything.
    pub dry_run: bool,
    /// Ambiguities of the files, in sentences.
    pub warnings: Vec<String>,
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
    ) -> Result<ImportedPredictions, ImportError> {
        let PredictionImport { model, input, replace, dry_run } = self;
        if model.trim().is_empty() {
            refuse!("the model needs a name; the one given with --model is empty");
        }
        let run = files.link(store, benchmark, &say)?;
        if run.index_is_doc_id {
            say(
                "warning: doc_id counts the documents of a task; it was taken for the index of the benchmark",
            );
        }
        let LinkedRun { questions, source, linked, .. } = run;
        let mut imported = ImportedPredictions {
            benchmark: benchmark.name.clone(),
            model: model.clone(),
            input,
            read: linked.rows,
            rows: linked.predictions.len(),
            questions: linked.questions,
            questions_without: questions.len().saturating_sub(linked.questions),
            passes: linked.passes,
            new: false,
            replaced: None,
            failed: linked.predictions.iter().filter(|new| new.prediction.failed()).count(),
            unknown: linked.unknown,
            dry_run,
            warnings: linked.warnings,
        };
        if !dry_run {
            let (predictions, samples) = (linked.predictions, linked.samples);
            let run = NewRun { model, input, source, predictions, samples };
            let kept = import_run(store, benchmark, &questions, run, replace)?;
            imported.new = !matches!(kept, Kept::AsBefore(_));
            if let Kept::Replaced { old, .. } = kept {
                imported.replaced = Some(old.created);
            }
        }
        Ok(imported)
    }
}
