//! Agreement of raters who give each item a set of labels, such as the reasons why a question is
//! wrong.

use std::collections::BTreeSet;

use serde::Serialize;

use super::observed::pairs;
use crate::statistics::Statistic;

/// Agreement of sets of labels.
#[derive(Clone, Debug, Serialize)]
pub struct SetAgreement {
    /// Mean over items of the share of pairs with equal sets.
    pub equal: Statistic,
    /// Mean over items of the mean Jaccard similarity of the pairs: common labels by all labels; two
    /// empty sets are equal.
    pub jaccard: Statistic,
    /// Krippendorff's alpha with the MASI distance (Passonneau 2006).
    pub alpha_masi: Statistic,
}

/// Compares the sets that raters gave each item; items with fewer than two are left out.
pub fn set_agreement<T: Ord>(items: &[Vec<BTreeSet<T>>]) -> SetAgreement {
    let rated: Vec<&[BTreeSet<T>]> =
        items.iter().map(Vec::as_slice).filter(|sets| sets.len() >= 2).collect();
    if rated.is_empty() {
        let [equal, jaccard, alpha_masi] =
            [(); 3].map(|()| Statistic::undefined("no item has two ratings", 0));
        return SetAgreement { equal, jaccard, alpha_masi };
    }
    SetAgreement {
        equal: mean_over_pairs(&rated, |a, b| f64::from(u8::from(a == b))),
        jaccard: mean_over_pairs(&rated, jaccard),
        alpha_masi: alpha(&rated),
    }
}

fn mean_over_pairs<T>(
    items: &[&[BTreeSet<T>]],
    similarity: impl Fn(&BTreeSet<T>, &BTreeSet<T>) -> f64,
) -> Statistic {
    let of_item = |sets: &&[BTreeSet<T>]| {
        let count = sets.len() * (sets.len() - 1) / 2;
        pairs(sets).map(|(a, b)| similarity(a, b)).sum::<f64>() / count as f64
    };
    let sum: f64 = items.iter().map(of_item).sum();
    Statistic::new(sum / items.len() as f64, items.len())
}

fn jaccard<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 1.0 } else { a.intersection(b).count() as f64 / all as f64 }
}

/// 1 - Jaccard times 1 (equal), 2/3 (one within the other), 1/3 (some in common) or 0.
fn masi_distance<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let monotonicity = if a == b {
        1.0
    } else if a.is_subset(b) || b.is_subset(a) {
        2.0 / 3.0
    } else if a.is_disjoint(b) {
        0.0
    } else {
        1.0 / 3.0
    };
    1.0 - jaccard(a, b) * monotonicity
}

/// 1 - D_o / D_e, as in `krippendorff`, over distances that are not squared.
fn alpha<T: Ord>(items: &[&[BTreeSet<T>]]) -> Statistic {
    let n = items.len();
    let all: Vec<&BTreeSet<T>> = items.iter().flat_map(|sets| sets.iter()).collect();
    let values = all.len() as f64;
    let observed: f64 = items
        .iter()
        .map(|sets| {
            let within: f64 = pairs(sets).map(|(a, b)| 2.0 * masi_distance(a, b)).sum();
            within / (sets.len() - 1) as f64
        })
        .sum();
    let expected: f64 = pairs(&all).map(|(a, b)| 2.0 * masi_distance(a, b)).sum();
    if expected == 0.0 {
        return Statistic::undefined("all sets are equal, so no disagreement could be expected", n);
    }
    Statistic::new(1.0 - (observed / values) / (expected / (values * (values - 1.0))), n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(items: &[&[&str]]) -> Vec<Vec<BTreeSet<char>>> {
        let of_item = |sets: &&[&str]| sets.iter().map(|set| set.chars().collect()).collect();
        items.iter().map(of_item).collect()
    }

    fn value(statistic: &Statistic) -> f64 {
        statistic.value().unwrap()
    }

    #[test]
    fn the_order_in_a_set_does_not_count() {
        let agreement = set_agreement(&sets(&[&["ab", "ba"], &["c", "c"]]));
        assert!((value(&agreement.equal) - 1.0).abs() < 1e-12);
        assert!((value(&agreement.alpha_masi) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_figures_equal_those_worked_out_by_hand() {
        // Jaccard 1/2 and 1; MASI distances 1 - 1/2 * 2/3 = 2/3 and 0. Of the six pairs of the four
        // sets ab, a, c, c: ab-a 2/3, ab-c and a-c (twice each) 1, c-c 0: D_e = 2 (4 + 2/3) / 12.
        let agreement = set_agreement(&sets(&[&["ab", "a"], &["c", "c"], &["d"]]));
        assert!((value(&agreement.equal) - 0.5).abs() < 1e-12);
        assert!((value(&agreement.jaccard) - 0.75).abs() < 1e-12);
        let expected = 1.0 - (2.0 * (2.0 / 3.0) / 4.0) / (2.0 * (4.0 + 2.0 / 3.0) / 12.0);
        assert!((value(&agreement.alpha_masi) - expected).abs() < 1e-12);
    }

    #[test]
    fn without_pairs_or_differences_there_is_a_reason_and_no_number() {
        assert_eq!(set_agreement(&sets(&[&["a"]])).jaccard.value(), None);
        assert_eq!(set_agreement(&sets(&[&["a", "a"], &["a", "a"]])).alpha_masi.value(), None);
    }

    #[test]
    fn three_raters_make_three_pairs_of_which_each_counts_equally() {
        // ab-ab 1, ab-a and ab-a 1/2: mean 2/3; and one item of a single pair, c-d: 0.
        let agreement = set_agreement(&sets(&[&["ab", "ab", "a"], &["c", "d"]]));
        assert!((value(&agreement.jaccard) - (2.0 / 3.0) / 2.0).abs() < 1e-12);
        assert!((value(&agreement.equal) - (1.0 / 3.0) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_distance_of_two_sets_is_that_of_passonneau() {
        let distance = |a: &str, b: &str| masi_distance(&a.chars().collect(), &b.chars().collect());
        for (a, b, expected) in [
            ("ab", "ba", 0.0),
            ("ab", "a", 2.0 / 3.0),
            ("a", "abc", 1.0 - 2.0 / 9.0),
            ("ab", "bc", 1.0 - 1.0 / 9.0),
            ("ab", "cd", 1.0),
        ] {
            assert!((distance(a, b) - expected).abs() < 1e-15, "{a} {b}");
        }
    }

    #[test]
    fn alpha_weighs_an_item_of_three_sets_by_its_pairs() {
        // Values a a b and c c: within the first item 2 of 3 pairs differ, each counted twice and
        // divided by 2; in all, 8 of 10 pairs differ.
        let agreement = set_agreement(&sets(&[&["a", "a", "b"], &["c", "c"]]));
        let expected = 1.0 - (2.0 * 2.0 / 2.0 / 5.0) / (2.0 * 8.0 / 20.0);
        assert!((value(&agreement.alpha_masi) - expected).abs() < 1e-12);
    }
}
