//! The score of a prediction file: `assay score`.

use std::path::Path;

use serde::Serialize;

use super::Document;
use crate::extract::RuleSet;
use crate::report::figures::{percent, undefined};
use crate::report::score_rows::{self, Scored};
use crate::report::{Align, Form, Table};
use crate::score::{ExtractionCounts, Missing, ResultRow, Strategy, Undecided};
use crate::scoring::FileScore;

/// The score of a prediction file.
#[derive(Debug, Serialize)]
pub struct ScoredFile {
    file: String,
    rules: RuleSet,
    strategy: Strategy,
    missing: Missing,
    rows: usize,
    questions: usize,
    undecided: Undecided,
    results: Vec<ResultRow>,
    extraction: ExtractionCounts,
    warnings: Vec<String>,
}

impl ScoredFile {
    /// The document of a score; warnings about the file come first.
    pub fn new(file: &Path, found: FileScore, rules: RuleSet, missing: Missing) -> Self {
        let FileScore { strategy, rows, score, extraction, file_warnings: mut warnings } = found;
        warnings.extend(score.warnings);
        ScoredFile {
            file: file.display().to_string(),
            rules,
            strategy,
            missing,
            rows,
            questions: score.questions,
            undecided: score.undecided,
            results: score.results,
            extraction,
            warnings,
        }
    }
}

impl Document for ScoredFile {
    /// The scores, and the labels they come from; in CSV one table of plain numbers.
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![tidy(self)],
            _ => vec![scores(self), extraction(self)],
        }
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
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
    let mut scores = Table::new([
        ("split", Align::Left),
        ("level", Align::Left),
        ("name", Align::Left),
        ("questions", Align::Right),
        ("correct", Align::Right),
        ("accuracy", Align::Right),
        ("95 % from", Align::Right),
        ("to", Align::Right),
    ])
    .titled(title);
    for row in &document.results {
        let (low, high) = row.wilson95().unzip();
        scores.row([
            row.split.clone(),
            row.level.name().to_owned(),
            row.name.clone(),
            row.questions.to_string(),
            row.correct.to_string(),
            row.accuracy().map_or_else(undefined, percent),
            low.map_or_else(String::new, percent),
            high.map_or_else(String::new, percent),
        ]);
    }
    scores
}

fn extraction(document: &ScoredFile) -> Table {
    let extraction = &document.extraction;
    let mut table = Table::new([
        ("read", Align::Right),
        ("unread", Align::Right),
        ("none of the choices", Align::Right),
        ("refused", Align::Right),
        ("failed", Align::Right),
        ("match rate", Align::Right),
        ("undecided: passes missing", Align::Right),
        ("undecided: unread", Align::Right),
    ])
    .titled("Rows by what the rules read from them");
    table.row([
        extraction.matched.to_string(),
        extraction.unmatched.to_string(),
        extraction.none.to_string(),
        extraction.refused.to_string(),
        extraction.failed.to_string(),
        percent(extraction.match_rate),
        document.undecided.missing_passes.to_string(),
        document.undecided.not_extracted.to_string(),
    ]);
    table
}
