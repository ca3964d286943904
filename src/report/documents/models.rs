//! The runs of models in a database: `assay models`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::figures::{percent, undefined};
use crate::report::{Form, Table};
use crate::store::SourceFile;

/// The runs of models in a database.
#[derive(Debug, Serialize)]
pub struct Models {
    /// One for each run, in the order of the benchmarks.
    pub models: Vec<ModelRow>,
}

/// A run of a model.
#[derive(Debug, Serialize)]
pub struct ModelRow {
    pub benchmark: String,
    /// The model's name.
    pub model: String,
    /// What the model was given.
    pub input: Input,
    /// Its predictions.
    pub rows: usize,
    /// The questions that have a prediction.
    pub questions: usize,
    /// Predictions whose request failed; of an open run, passes whose last request failed.
    pub failed: usize,
    /// `open` while answers may still come, else `sealed`.
    pub state: &'static str,
    /// How several answers make one prediction, for instance `majority of 5 samples`.
    pub scored_by: Option<String>,
    /// The share of rows from which a rule set reads a label or `Z`; open questions are left out.
    pub match_rate: MatchRates,
    /// When it was imported, RFC 3339 in UTC.
    pub imported: String,
    /// Whether this run counts, among those of the same model, benchmark and input.
    pub current: bool,
    /// The files that it was read from.
    pub source: Vec<SourceFile>,
}

/// The match rates by two rule sets; `None` if the run only has answers to open questions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchRates {
    /// By VLMEvalKit's newest rules.
    pub vlmevalkit_late: Option<f64>,
    /// By Assay's own rules.
    pub assay: Option<f64>,
}

impl Document for Models {
    fn tables(&self, form: Form) -> Vec<Table> {
        // People read percentages, scripts shares.
        let share = |share: Option<f64>| match share {
            Some(share) if form == Form::Csv => share.to_string(),
            None if form == Form::Csv => String::new(),
            share => share.map_or_else(undefined, percent),
        };
        let is_named = self.models.iter().any(|row| row.scored_by.is_some());
        Table::over(&self.models)
            .text("benchmark", |row| &row.benchmark)
            .text("model", |row| &row.model)
            .text("input", |row| row.input.to_string())
            .number("rows", |row| row.rows)
            .number("questions", |row| row.questions)
            .number("failed", |row| row.failed)
            .text("state", |row| row.state)
            .number("read by vlmevalkit-late", |row| share(row.match_rate.vlmevalkit_late))
            .number("by assay", |row| share(row.match_rate.assay))
            .text("imported", |row| &row.imported)
            .text("current", |row| if row.current { "yes" } else { "no" })
            .only_if(is_named, |table| table.text("scored by", |row| row.scored_by.as_ref()))
            .into()
    }
}
