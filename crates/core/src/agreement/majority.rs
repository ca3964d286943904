//! Majority votes, and the agreement of a rating with the most frequent rating of the other raters of the item.

use serde::Serialize;

use super::observed::NO_PAIRS;
use super::{Tallies, Tally};
use crate::statistics::Statistic;

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

/// Each rating against the mode of the other ratings of its item; if m categories share the mode,
/// naming one of them earns 1/m. AlpacaEval's human agreement without its random draws.
///
/// n is the number of ratings of items that have other ratings too.
pub fn leave_one_out_agreement(tallies: &Tallies) -> Statistic {
    let (credit, ratings) = tallies
        .iter()
        .filter(|tally| tally.ratings() >= 2)
        .map(|tally| (tally.items as f64 * credit(tally), tally.items * tally.ratings() as usize))
        .fold((0.0, 0), |(credit, ratings), (own, count)| (credit + own, ratings + count));
    match ratings {
        0 => Statistic::undefined(NO_PAIRS, 0),
        _ => Statistic::new(credit / ratings as f64, ratings),
    }
}

/// The credit of all ratings of one item.
fn credit(tally: &Tally) -> f64 {
    let earned = |&(category, count): &(u16, u32)| {
        let others = |&(other, votes): &(u16, u32)| votes - u32::from(other == category);
        let mode = tally.counts.iter().map(others).max().unwrap_or(0);
        let sharing = tally.counts.iter().filter(|other| others(other) == mode).count();
        if count - 1 == mode { f64::from(count) / sharing as f64 } else { 0.0 }
    };
    tally.counts.iter().map(earned).sum()
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

    fn agreement(rows: &[&str]) -> f64 {
        leave_one_out_agreement(&Tallies::from_table(&table("ABC", rows))).value().unwrap()
    }

    #[test]
    fn a_shared_mode_earns_its_share() {
        // Each A sees {A, B}: half. B sees {A, A}: nothing.
        assert!((agreement(&["AAB"]) - 1.0 / 3.0).abs() < 1e-15);
        // Each A sees {A, B, B} whose mode is B; the B likewise.
        assert!(agreement(&["AABB"]).abs() < 1e-15);
    }

    #[test]
    fn with_two_raters_it_is_the_raw_agreement() {
        assert!((agreement(&["AA.", "AB.", "C.C", "..A"]) - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn without_others_there_is_nothing_to_agree_with() {
        let tallies = Tallies::from_table(&table("AB", &["A.", ".B", ".."]));
        let agreement = leave_one_out_agreement(&tallies);
        assert_eq!(agreement, Statistic::undefined(NO_PAIRS, 0));
    }
}
