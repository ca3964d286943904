//! What is unusual about the rows of a file, without keeping them from being linked.

use super::Duplicates;
use assay_formats::error::shown;

/// Rows with something unusual: how many, and the first few.
#[derive(Debug, Default)]
pub(super) struct UnusualRows {
    pub(super) unknown: Rows,
    pub(super) lost_options: Rows,
    pub(super) numbers: Rows,
    pub(super) shuffled: Rows,
    pub(super) answers: Rows,
    pub(super) empty: Rows,
    pub(super) repeated: Rows,
    pub(super) superseded: Rows,
}

impl UnusualRows {
    /// What is unusual, in sentences. `duplicates` says which of several rows of a pass counts.
    pub(super) fn sentences(&self, duplicates: Option<Duplicates>) -> impl Iterator<Item = String> {
        [
            self.unknown.naming(LISTED, "rows are of no question of the benchmark: left out"),
            self.lost_options.sentence(
                "rows lack a choice whose text pandas takes for a missing cell: taken as shown",
            ),
            self.numbers.sentence("rows write the number of a choice differently: taken as equal"),
            self.shuffled
                .sentence("rows show the choices in an order that is no rotation: taken as shown"),
            self.answers.sentence(
                "rows name another reference answer than the benchmark has: the benchmark's counts",
            ),
            self.empty.sentence("predictions are empty"),
            self.repeated.sentence("rows repeat an earlier row word for word: taken once"),
            self.superseded.sentence(match duplicates {
                Some(Duplicates::Last) => "rows take the place of an earlier row of the same pass",
                _ => "rows come after another of the same pass, which counts",
            }),
        ]
        .into_iter()
        .flatten()
    }
}

/// How many rows of a kind are named, and how many of those that are left out.
const NAMED: usize = 5;
const LISTED: usize = 20;

/// Rows of one kind.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) count: usize,
    first: Vec<String>,
}

impl Rows {
    /// Counts a row.
    pub(super) fn note(&mut self, index: &str) {
        self.count += 1;
        if self.first.len() < LISTED {
            self.first.push(shown(index));
        }
    }

    fn sentence(&self, what: &str) -> Option<String> {
        self.naming(NAMED, what)
    }

    fn naming(&self, most: usize, what: &str) -> Option<String> {
        let more = if self.count > most { ", .." } else { "" };
        let first = &self.first[..most.min(self.first.len())].join(", ");
        (self.count > 0).then(|| format!("{} {what} (index {first}{more})", self.count))
    }
}
