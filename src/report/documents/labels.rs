//! What an import of a judge's labels did: `assay import labels`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::report::{Form, Table};

/// What an import of a judge's labels did.
#[derive(Debug, Serialize)]
pub struct ImportedLabels {
    pub benchmark: String,
    /// How many labels each judge gave.
    pub extractors: BTreeMap<String, usize>,
    /// Labels in the file.
    pub labels: usize,
    /// Labels that replaced another.
    pub changed: usize,
    /// The contents of a `_result` file other than the labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_file: Option<ResultFileCounts>,
    /// Warnings about the labels.
    pub warnings: Vec<String>,
}

/// The counts of a judge from VLMEvalKit's `_result` file.
#[derive(Debug, Default, Serialize)]
pub struct ResultFileCounts {
    /// Rows of the file.
    pub rows: usize,
    /// Labels of the judge.
    pub labels: usize,
    /// Predictions for which VLMEvalKit drew a label at random, because the judge's replies were
    /// unusable. Kept as `nothing`.
    pub random_draws: usize,
    /// Labels that may have been drawn at random; the log does not show it.
    pub maybe_random: usize,
    /// Predictions that VLMEvalKit's rules read, so that no judge was asked.
    pub by_rules: usize,
    /// Rows without a label, or without a further one, and why.
    pub silent: BTreeMap<String, usize>,
}

impl Document for ImportedLabels {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.extractors)
            .text("extractor", |(extractor, _)| extractor)
            .number("labels", |(_, labels)| *labels)
            .into()
    }
}

impl ResultFileCounts {
    /// Warnings about the labels, in sentences.
    pub fn warnings(&self) -> Vec<String> {
        let counted = [
            (self.random_draws, "labels were drawn at random by VLMEvalKit: kept as nothing read"),
            (
                self.maybe_random,
                "labels are of right answers whose log has no reply: it does not say which of them \
                 were drawn at random",
            ),
            (self.by_rules, "predictions were read by VLMEvalKit's rules: the judge was not asked"),
        ];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        let counted = counted.map(|(count, words)| format!("{count} {words}"));
        let silent = self.silent.iter();
        counted
            .chain(silent.map(|(why, rows)| format!("{rows} rows have no (further) label: {why}")))
            .collect()
    }
}
