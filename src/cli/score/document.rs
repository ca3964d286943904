//! What `assay score` prints.

use std::path::Path;

use serde::Serialize;

use crate::extract::RuleSet;
use crate::report::{Align, Form, Table, score_rows};
use crate::score::{ExtractionCounts, Missing, ResultRow, Strategy, Undecided};
use crate::scoring::FileScore;

/// The result as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Document {
    file: String,
    rules: RuleSet,
    strategy: Strategy,
    missing: Missing,
    rows: usize,
    questions: usize,
    undecided: Undecided,
    results: Vec<ResultRow>,
    extraction: ExtractionCounts,
    pub(super) warnings: Vec<String>,
}

impl Document {
    /// The document of a score; warnings about the file come first.
    pub fn new(file: &Path, found: FileScore, rules: RuleSet, missing: Missing) -> Self {
        let FileScore { strategy, rows, score, extraction, mut file_warnings } = found;
        file_warnings.extend(score.warnings);
        Document {
            file: file.display().to_string(),
            rules,
            strategy,
            missing,
            rows,
            questions: score.questions,
            undecided: score.undecided,
            results: score.results,
            extraction,
            warnings: file_warnings,
        }
    }
}

/// The result as tables: the scores, and the labels they come from; in CSV one table of plain numbers.
pub(super) fn tables(document: &Document, form: Form) -> Vec<Table> {
    if form == Form::Csv {
        let basis = vec![
            ("file", document.file.clone()),
            ("rules", document.rules.to_string()),
            ("strategy", document.strategy.to_string()),
            ("missing", document.missing.to_string()),
        ];
        let (results, extraction) = (&document.results, &document.extraction);
        return vec![score_rows::tidy(&[score_rows::Scored { basis, results, extraction }])];
    }
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
            row.accuracy().map_or_else(|| "undefined".to_owned(), percent),
            low.map_or_else(String::new, percent),
            high.map_or_else(String::new, percent),
        ]);
    }
    vec![scores, extraction_table(document)]
}

fn extraction_table(document: &Document) -> Table {
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

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
