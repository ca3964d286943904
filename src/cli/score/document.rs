//! What `assay score` prints.

use std::path::Path;

use serde::Serialize;

use super::scored::Scored;
use crate::extract::RuleSet;
use crate::report::{Align, Table};
use crate::score::{Extracted, Level, Missing, ResultRow, Strategy};

/// The result as JSON; the fields are told in the command line's contract.
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
    extraction: Extracted,
    pub(super) warnings: Vec<String>,
}

/// Questions that no pass decided.
#[derive(Debug, Serialize)]
struct Undecided {
    missing_passes: usize,
    not_extracted: usize,
}

impl Document {
    pub fn of(
        file: &Path,
        scored: &Scored<'_>,
        (rules, strategy, missing): (RuleSet, Strategy, Missing),
    ) -> Self {
        let (rows, questions) = scored.size();
        let (missing_passes, not_extracted) = scored.undecided(strategy, missing);
        Document {
            file: file.display().to_string(),
            rules,
            strategy,
            missing,
            rows,
            questions,
            undecided: Undecided { missing_passes, not_extracted },
            results: scored.results(strategy, missing),
            extraction: scored.extracted(),
            warnings: scored.warnings(),
        }
    }
}

/// The result as tables: the scores, and what they rest on.
pub(super) fn tables(document: &Document) -> Vec<Table> {
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
        let (low, high) = row.wilson95().unwrap_or_default();
        let level = match row.level {
            Level::Overall => "overall",
            Level::L1 => "l1",
            Level::L2 => "l2",
            Level::Category => "category",
        };
        scores.row([
            row.split.clone(),
            level.to_owned(),
            row.name.clone(),
            row.questions.to_string(),
            row.correct.to_string(),
            percent(row.accuracy()),
            percent(low),
            percent(high),
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
