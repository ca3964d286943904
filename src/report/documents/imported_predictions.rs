//! What an import of a model's predictions did: `assay import predictions`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::report::{Align, Form, Table};

/// What an import of predictions did.
#[derive(Debug, Serialize)]
pub struct ImportedPredictions {
    /// The benchmark's name.
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
    /// Passes over the questions.
    pub passes: usize,
    /// Whether the database has a new run.
    pub new: bool,
    /// When the run that this one replaces was imported.
    pub replaced: Option<String>,
    /// Predictions that are a message about a failure.
    pub failed: usize,
    /// Rows of no question of the benchmark.
    pub unknown: usize,
    /// Whether nothing was written because that was asked for.
    pub dry_run: bool,
    /// What the files left open, in sentences.
    pub warnings: Vec<String>,
}

impl Document for ImportedPredictions {
    fn tables(&self, _: Form) -> Vec<Table> {
        vec![table(self)]
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}

fn table(document: &ImportedPredictions) -> Table {
    let mut table = Table::new([
        ("benchmark", Align::Left),
        ("model", Align::Left),
        ("input", Align::Left),
        ("rows", Align::Right),
        ("questions", Align::Right),
        ("passes", Align::Right),
        ("failed", Align::Right),
        ("of no question", Align::Right),
        ("", Align::Left),
    ]);
    let outcome = match (&document.replaced, document.new) {
        _ if document.dry_run => "nothing was written",
        (Some(_), _) => "took the place of the old ones",
        (None, true) => "new",
        (None, false) => "there already",
    };
    let counts =
        [document.rows, document.questions, document.passes, document.failed, document.unknown];
    let names = [document.benchmark.clone(), document.model.clone(), document.input.to_string()];
    let cells = names.into_iter().chain(counts.iter().map(ToString::to_string));
    table.row(cells.chain([outcome.to_owned()]));
    table
}
