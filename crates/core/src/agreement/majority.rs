//! Majority votes.

use serde::Serialize;

use super::Tallies;

/// The outcomes of the votes on all items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Majority {
    /// Items with one category before all others.
    pub decided: usize,
    /// Of these, items where it has more than half of the ratings.
    pub strict_majority: usize,
    /// Items where several share the first place. Never settled by a draw.
    pub tied: usize,
    /// Items without a rating.
    pub unrated: usize,
    /// Decided items by category.
    pub by_category: Vec<usize>,
}

/// Counts the votes.
pub fn majority(tallies: &Tallies) -> Majority {
    let by_category = vec![0; tallies.category_count];
    tallies.iter().fold(Majority { by_category, ..Majority::default() }, |mut sum, tally| {
        let most = tally.counts.iter().map(|&(_, count)| count).max();
        let mut first = tally.counts.iter().filter(|(_, count)| Some(*count) == most);
        match (first.next(), first.next()) {
            (None, _) => sum.unrated += tally.items,
            (_, Some(_)) => sum.tied += tally.items,
            (Some(&(category, most)), None) => {
                sum.decided += tally.items;
                sum.strict_majority += if 2 * most > tally.ratings() { tally.items } else { 0 };
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
        let expected = Majority {
            decided: 3,
            strict_majority: 2,
            tied: 1,
            unrated: 1,
            by_category: vec![2, 0, 1, 0],
        };
        assert_eq!(sum, expected);
        let plurality = majority(&tallies(&["AABCD"]));
        assert_eq!((plurality.by_category[0], plurality.strict_majority), (1, 0));
        assert_eq!(majority(&tallies(&["AB..."])).tied, 1);
    }

    #[test]
    fn half_of_the_ratings_are_no_strict_majority() {
        let sum = majority(&Tallies::from_table(&table("ABC", &["AABC", "AAAB"])));
        assert_eq!((sum.decided, sum.strict_majority), (2, 1));
        let five_of_nine = majority(&Tallies::from_table(&table("AB", &["AAAAABBBB"])));
        assert_eq!(five_of_nine.strict_majority, 1);
    }
}
