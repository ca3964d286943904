//! How often each item got each category.
//!
//! This is all that the statistics over many raters need. Items with the same counts are kept once
//! with their number: 100,000 items of six raters and five categories have at most 461 different
//! tallies, so everything after the counting is cheap, and sums have smaller rounding errors.

use std::collections::HashMap;

use super::RatingTable;

/// The categories that an item got, and the number of items with exactly these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// (category, ratings), by category, none with 0.
    pub counts: Vec<(u16, u32)>,
    /// Number of items with these counts.
    pub items: usize,
}

impl Tally {
    /// Number of ratings of one such item.
    pub fn ratings(&self) -> u32 {
        self.counts.iter().map(|&(_, count)| count).sum()
    }
}

/// The tallies of a table, in order of first appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallies {
    pub(super) tallies: Vec<Tally>,
    /// Number of declared categories.
    pub category_count: usize,
}

impl Tallies {
    /// Counts a table.
    pub fn from_table(table: &RatingTable) -> Self {
        Self::kinds(table, 0..table.items.len()).1
    }

    /// The tallies of some items of a table, and which of them each item has.
    pub(super) fn kinds(
        table: &RatingTable,
        items: impl Iterator<Item = usize>,
    ) -> (Vec<usize>, Self) {
        let mut position_of: HashMap<Vec<(u16, u32)>, usize> = HashMap::new();
        let mut tallies: Vec<Tally> = Vec::new();
        let kind_of = |item: usize| {
            let ratings = table.item_ratings(item).iter();
            let mut categories: Vec<u16> = ratings.map(|rating| rating.category).collect();
            categories.sort_unstable();
            let equal = categories.chunk_by(|a, b| a == b);
            let counts = equal.map(|equal| (equal[0], equal.len() as u32)).collect();
            let kind = *position_of.entry(counts).or_insert_with_key(|counts| {
                tallies.push(Tally { counts: counts.clone(), items: 0 });
                tallies.len() - 1
            });
            tallies[kind].items += 1;
            kind
        };
        let kinds = items.map(kind_of).collect();
        (kinds, Tallies { tallies, category_count: table.categories.len() })
    }

    /// The same kinds with other numbers of items.
    pub(super) fn weighted(&self, items: &[usize]) -> Self {
        let kinds = self.tallies.iter().zip(items).filter(|(_, items)| **items > 0);
        let tallies = kinds.map(|(kind, &items)| Tally { counts: kind.counts.clone(), items });
        Tallies { tallies: tallies.collect(), category_count: self.category_count }
    }

    /// Each tally once.
    pub fn iter(&self) -> impl Iterator<Item = &Tally> {
        self.tallies.iter()
    }

    /// Number of items with at least `least` ratings.
    pub fn items_with(&self, least: u32) -> usize {
        self.iter().filter(|tally| tally.ratings() >= least).map(|tally| tally.items).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn items_with_the_same_counts_are_kept_once() {
        let tallies = Tallies::from_table(&table("ABC", &["AAB", "BAA", "C..", "..."]));
        let kept: Vec<_> = tallies.iter().map(|t| (t.counts.clone(), t.items)).collect();
        assert_eq!(kept, [(vec![(0, 2), (1, 1)], 2), (vec![(2, 1)], 1), (vec![], 1)]);
        assert_eq!((tallies.items_with(1), tallies.items_with(2)), (3, 2));
    }
}
