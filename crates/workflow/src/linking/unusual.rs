//! What is unusual about the rows of a file, without keeping them from being linked.

use std::collections::BTreeMap;

use assay_core::keyword::{Keyword, keywords};
use assay_formats::error::shown;

keywords! {
    /// What is unusual about a row, in the order of the warnings, and what they say after the number of the
    /// rows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Unusual {
        UnknownQuestion = "rows are of no question of the benchmark: left out",
        AtItsPlace = "rows have the text of several questions and are linked by the number of their document: \
                      this is right if the benchmark has the order of the task",
        LostOption = "rows lack a choice whose text pandas takes for a missing cell: taken as shown",
        OtherNumber = "rows write the number of a choice differently: taken as equal",
        Shuffled = "rows show the choices in an order that is not a rotation: taken as shown",
        OtherAnswer = "rows name another reference answer than the benchmark has: the benchmark's counts",
        Empty = "predictions are empty",
        Repeated = "rows repeat an earlier row word for word: taken once",
        Superseded = "rows come after another of the same pass, which counts",
        Superseding = "rows take the place of an earlier row of the same pass",
    }
}

/// How many rows of a kind are named, and how many of those that are left out.
const NAMED: usize = 5;
const LISTED: usize = 20;

/// Rows with something unusual: how many of each kind, and the indices of the first few.
#[derive(Debug, Default)]
pub(super) struct UnusualRows(BTreeMap<Unusual, (usize, Vec<String>)>);

impl UnusualRows {
    /// Counts a row.
    pub(super) fn note(&mut self, kind: Unusual, index: &str) {
        let (count, first) = self.0.entry(kind).or_default();
        *count += 1;
        if first.len() < LISTED {
            first.push(shown(index));
        }
    }

    /// How many rows there are of a kind.
    pub(super) fn count(&self, kind: Unusual) -> usize {
        self.0.get(&kind).map_or(0, |(count, _)| *count)
    }

    /// What is unusual, in sentences.
    pub(super) fn sentences(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(kind, (count, first))| {
            let most = if *kind == Unusual::UnknownQuestion { LISTED } else { NAMED };
            let more = if *count > most { ", .." } else { "" };
            let first = first[..most.min(first.len())].join(", ");
            format!("{count} {} (index {first}{more})", kind.name())
        })
    }
}
