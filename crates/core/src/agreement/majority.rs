//! Majority votes.

use super::{Tallies, Tally};

/// The outcome of the vote on one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// One category has more ratings than any other.
    Decided {
        category: u16,
        /// Whether it has more than half of the ratings.
        strict: bool,
    },
    /// Several share the first place. Never settled by a draw.
    Tied,
    /// The item has no ratings.
    Unrated,
}

impl Tally {
    /// The vote on an item with these counts.
    pub fn vote(&self) -> Vote {
        vote_of(&self.counts)
    }
}

fn vote_of(counts: &[(u16, u32)]) -> Vote {
    let Some(&(category, most)) = counts.iter().max_by_key(|&&(_, count)| count) else {
        return Vote::Unrated;
    };
    if counts.iter().filter(|&&(_, count)| count == most).count() > 1 {
        return Vote::Tied;
    }
    let ratings: u32 = counts.iter().map(|&(_, count)| count).sum();
    Vote::Decided { category, strict: 2 * most > ratings }
}

/// The outcomes of the votes on all items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Majority {
    /// Items with one category before all others.
    pub decided: usize,
    /// Of these, items where it has more than half of the ratings.
    pub strict: usize,
    /// Items where several share the first place.
    pub tied: usize,
    /// Items without a rating.
    pub unrated: usize,
    /// Decided items by category.
    pub by_category: Vec<usize>,
}

/// Counts the votes.
pub fn majority(tallies: &Tallies) -> Majority {
    let by_category = vec![0; tallies.category_count()];
    tallies.iter().fold(Majority { by_category, ..Majority::default() }, |mut sum, tally| {
        match tally.vote() {
            Vote::Tied => sum.tied += tally.items,
            Vote::Unrated => sum.unrated += tally.items,
            Vote::Decided { category, strict } => {
                sum.decided += tally.items;
                sum.strict += if strict { tally.items } else { 0 };
                sum.by_category[usize::from(category)] += tally.items;
            }
        }
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn a_tie_stays_undecided_and_a_plurality_is_not_a_strict_majority() {
        let tallies = |rows: &[&str]| Tallies::from_table(&table("ABCD", rows));
        let sum = majority(&tallies(&["AAB..", "AB...", ".....", "AABCD", "C...."]));
        let expected =
            Majority { decided: 3, strict: 2, tied: 1, unrated: 1, by_category: vec![2, 0, 1, 0] };
        assert_eq!(sum, expected);
        let vote = |row| tallies(&[row]).iter().next().map(Tally::vote);
        assert_eq!(vote("AABCD"), Some(Vote::Decided { category: 0, strict: false }));
        assert_eq!(vote("AB..."), Some(Vote::Tied));
    }

    #[test]
    fn half_of_the_ratings_are_no_strict_majority() {
        let sum = majority(&Tallies::from_table(&table("ABC", &["AABC", "AAAB"])));
        assert_eq!((sum.decided, sum.strict), (2, 1));
        let five_of_nine = majority(&Tallies::from_table(&table("AB", &["AAAAABBBB"])));
        assert_eq!(five_of_nine.strict, 1);
    }
}
