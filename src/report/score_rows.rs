//! The rows of scores as CSV: a line for each figure with its basis, numbers as numbers.

use super::{Align, Table};
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
    let own = ["split", "level", "name", "questions", "correct", "accuracy"];
    let more = ["wilson_low", "wilson_high", "undefined"];
    let read = ["read", "unread", "none", "refused", "failed", "match_rate"];
    let names = basis.chain(own).chain(more).chain(read);
    let mut table = Table::new(names.map(|name| (name, Align::Left)));
    for Scored { basis, results, extraction } in scores {
        for row in *results {
            let (low, high) = row.wilson95().unzip();
            let accuracy = row.accuracy();
            let mut cells: Vec<String> = basis.iter().map(|(_, cell)| cell.clone()).collect();
            cells.extend([row.split.clone(), row.level.name().to_owned(), row.name.clone()]);
            cells.extend([row.questions, row.correct].map(|count| count.to_string()));
            cells.extend(
                [accuracy, low, high].map(|x| x.map_or_else(String::new, |x| x.to_string())),
            );
            cells.push(if accuracy.is_none() { NOTHING_COUNTED } else { "" }.to_owned());
            let ExtractionCounts { matched, unmatched, none, refused, failed, match_rate } =
                extraction;
            cells.extend([matched, unmatched, none, refused, failed].map(ToString::to_string));
            cells.push(match_rate.map_or_else(String::new, |rate| rate.to_string()));
            table.row(cells);
        }
    }
    table
}
