//! Agreement of a rating with the most frequent rating of the other raters of the item.

use super::observed::NO_PAIRS;
use super::{Tallies, Tally};
use crate::statistics::Statistic;

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
