//! The score of a prediction file: `assay score`.

use std::path::Path;

use serde::Serialize;

use super::Document;
use crate::evaluation::{FileScore, SampleCounts};
use crate::extract::RuleSet;
use crate::figures::{percent, undefined};
use crate::report::score_rows::{self, Scored};
use crate::report::{Form, Table};
use crate::score::{ExtractionCounts, Missing, ResultRow, Strategy, Undecided};

/// The score of a prediction file.
#[derive(Debug, Serialize)]
pub struct ScoredFile {
    file: String,
    rules: RuleSet,
    strategy: Strategy,
    missing: Missing,
    rows: usize,
    questions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<SampleCounts>,
    undecided: Undecided,
    results: Vec<ResultRow>,
    extraction: ExtractionCounts,
    pub warnings: Vec<String>,
}

impl ScoredFile {
    /// The document of a score; warnings about the file come first.
    pub fn new(file: &Path, found: FileScore, rules: RuleSet, missing: Missing) -> Self {
        let FileScore { strategy, rows, score, samples, extraction, file_warnings: mut warnings } =
            found;
        warnings.extend(samples.map(|samples| sentence(&samples)));
        warnings.extend(score.warnings);
        ScoredFile {
            file: file.display().to_string(),
            rules,
            strategy,
            missing,
            rows,
            questions: score.questions,
            samples,
            undecided: score.undecided,
            results: score.results,
            extraction,
            warnings,
        }
    }
}

fn sentence(samples: &SampleCounts) -> String {
    let mean = samples.mean_accuracy.map(percent);
    let mean = mean.map_or_else(String::new, |mean| {
        format!("; the mean over all samples, which Inspect AI reports, is {mean}")
    });
    let mode = samples.mode_accuracy.map(percent);
    let mode = mode.map_or_else(String::new, |mode| {
        format!("; by the most frequent score, as Inspect AI's reducer mode counts, it is {mode}")
    });
    format!(
        "questions have up to {} samples (epochs): the majority of their labels counts, of equals the first{mean}{mode}",
        samples.most
    )
}

impl Document for ScoredFile {
    /// The scores, and the labels they come from; in CSV one table of plain numbers.
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![tidy(self)],
            _ => vec![scores(self), extraction(self)],
        }
    }
}

fn tidy(document: &ScoredFile) -> Table {
    let basis = vec![
        ("file", document.file.clone()),
        ("rules", document.rules.to_string()),
        ("strategy", document.strategy.to_string()),
        ("missing", document.missing.to_string()),
    ];
    let (results, extraction) = (&document.results, &document.extraction);
    score_rows::tidy(&[Scored { basis, results, extraction }])
}

fn scores(document: &ScoredFile) -> Table {
    let title = format!(
        "{} · rules {} · strategy {} · missing {} · {} rows · {} questions",
        document.file,
        document.rules,
        document.strategy,
        document.missing,
        document.rows,
        document.questions
    );
    Table::over(&document.results)
        .text("split", |row| &row.split)
        .text("level", |row| row.level.name())
        .text("name", |row| &row.name)
        .number("questions", |row| row.questions)
        .number("correct", |row| row.correct)
        .number("accuracy", |row| row.accuracy().map_or_else(undefined, percent))
        .number("95 % from", |row| row.wilson95().map(|(low, _)| percent(low)))
        .number("to", |row| row.wilson95().map(|(_, high)| percent(high)))
        .titled(title)
}

fn extraction(document: &ScoredFile) -> Table {
    Table::over([document])
        .number("read", |document| document.extraction.matched)
        .number("unread", |document| document.extraction.unmatched)
        .number("none of the choices", |document| document.extraction.none)
        .number("refused", |document| document.extraction.refused)
        .number("failed", |document| document.extraction.failed)
        .number("match rate", |document| {
            document.extraction.match_rate.map_or_else(undefined, percent)
        })
        .number("undecided: passes missing", |document| document.undecided.missing_passes)
        .number("undecided: unread", |document| document.undecided.not_extracted)
        .titled("Rows by what the rules read from them")
}
