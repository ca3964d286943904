//! How often each item got each category.
//!
//! This is all that the statistics over many raters need. Items with the same counts are kept once
//! with their number: 100,000 items of six raters and five categories have at most 461 different
//! tallies, so everything after the counting costs nothing, and sums are exact longer.

use std::collections::HashMap;

use super::RatingTable;

/// The categories an item got, and how many items have exactly these.
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
    tallies: Vec<Tally>,
    category_count: usize,
}

impl Tallies {
    /// Counts a table.
    pub fn from_table(table: &RatingTable) -> Self {
        let mut position_of: HashMap<Vec<(u16, u32)>, usize> = HashMap::new();
        let mut tallies: Vec<Tally> = Vec::new();
        let mut counts = Vec::new();
        for ratings in table.by_item() {
            count_categories(ratings.iter().map(|rating| rating.category), &mut counts);
            if let Some(&position) = position_of.get(&counts) {
                tallies[position].items += 1;
            } else {
                position_of.insert(counts.clone(), tallies.len());
                tallies.push(Tally { counts: counts.clone(), items: 1 });
            }
        }
        Tallies { tallies, category_count: table.categories().len() }
    }

    /// Each tally once.
    pub fn iter(&self) -> impl Iterator<Item = &Tally> {
        self.tallies.iter()
    }

    /// Number of declared categories.
    pub fn category_count(&self) -> usize {
        self.category_count
    }

    /// Number of items with at least `least` ratings.
    pub fn items_with(&self, least: u32) -> usize {
        self.iter().filter(|tally| tally.ratings() >= least).map(|tally| tally.items).sum()
    }
}

/// Sorted counts of the categories, written into `counts`.
pub(super) fn count_categories(
    categories: impl Iterator<Item = u16>,
    counts: &mut Vec<(u16, u32)>,
) {
    counts.clear();
    for category in categories {
        match counts.iter_mut().find(|(known, _)| *known == category) {
            Some((_, count)) => *count += 1,
            None => counts.push((category, 1)),
        }
    }
    counts.sort_unstable();
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
