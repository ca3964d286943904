//! What an import of a model's predictions did: `assay import predictions`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::report::{Form, Table};

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

impl Document for ImportedPredictions {
    fn tables(&self, _: Form) -> Vec<Table> {
        vec![table(self)]
    }
}

fn table(document: &ImportedPredictions) -> Table {
    Table::over([document])
        .text("benchmark", |document| &document.benchmark)
        .text("model", |document| &document.model)
        .text("input", |document| document.input.to_string())
        .number("rows", |document| document.rows)
        .number("questions", |document| document.questions)
        .number("without", |document| document.questions_without)
        .number("passes", |document| document.passes)
        .number("failed", |document| document.failed)
        .number("of no question", |document| document.unknown)
        .text("", ImportedPredictions::outcome)
        .table()
}

impl ImportedPredictions {
    fn outcome(&self) -> &'static str {
        match (&self.replaced, self.new) {
            _ if self.dry_run => "nothing was written",
            (Some(_), _) => "took the place of the old ones",
            (None, true) => "new",
            (None, false) => "there already",
        }
    }
}
