//! The rows of scores as CSV: a line for each figure with its basis, numbers as numbers.

use super::Table;
use crate::keyword::Keyword;
use crate::score::{ExtractionCounts, NOTHING_COUNTED, ResultRow};

/// One score: its subject and basis, its rows, and the number of labels that were read.
#[derive(Clone, Debug)]
pub struct Scored<'a> {
    /// Named cells at the start of each row: file or model, rules, strategy, missing.
    pub basis: Vec<(&'static str, String)>,
    /// The rows.
    pub results: &'a [ResultRow],
    /// The counts of extracted labels.
    pub extraction: &'a ExtractionCounts,
}

/// All rows of these scores, whose bases have the same names.
pub fn tidy(scores: &[Scored<'_>]) -> Table {
    let basis = scores.iter().take(1).flat_map(|score| score.basis.iter().map(|(name, _)| *name));
    let rows = scores.iter().flat_map(|score| score.results.iter().map(move |row| (score, row)));
    Table::over(rows)
        .each(basis.enumerate(), |table, (at, name)| {
            table.text(name, |(score, _)| &score.basis[at].1)
        })
        .text("split", |(_, row)| &row.split)
        .text("level", |(_, row)| row.level.name())
        .text("name", |(_, row)| &row.name)
        .number("questions", |(_, row)| row.questions)
        .number("correct", |(_, row)| row.correct)
        .number("accuracy", |(_, row)| row.accuracy())
        .number("wilson_low", |(_, row)| row.wilson95().map(|(low, _)| low))
        .number("wilson_high", |(_, row)| row.wilson95().map(|(_, high)| high))
        .text("undefined", |(_, row)| row.accuracy().is_none().then_some(NOTHING_COUNTED))
        .number("read", |(score, _)| score.extraction.matched)
        .number("unread", |(score, _)| score.extraction.unmatched)
        .number("none", |(score, _)| score.extraction.none)
        .number("refused", |(score, _)| score.extraction.refused)
        .number("failed", |(score, _)| score.extraction.failed)
        .number("match_rate", |(score, _)| score.extraction.match_rate)
        .table()
}
