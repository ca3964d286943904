//! Gwet's AC1 and AC2, whose chance agreement stays small when one category prevails.

use super::observed::{NO_PAIRS, category_shares, chance_corrected, identity, observed_agreement};
use super::{Tallies, Weights};
use crate::statistics::Statistic;

/// AC1 (Gwet 2008) over the declared categories, used or not.
pub fn gwet_ac1(tallies: &Tallies) -> Statistic {
    gwet(tallies, &identity)
}

/// AC2 (Gwet 2014): AC1 for ordered categories, with weights by their positions.
pub fn gwet_ac2(tallies: &Tallies, weights: Weights) -> Statistic {
    let farthest = tallies.category_count.saturating_sub(1).max(1) as u64;
    let scale = weights.disagreement(0, farthest as usize) as f64;
    gwet(tallies, &move |a, b| {
        1.0 - weights.disagreement(usize::from(a), usize::from(b)) as f64 / scale
    })
}

/// P_e = sum(w) / (q (q-1)) * sum pi (1 - pi); with identity weights sum(w) = q.
fn gwet(tallies: &Tallies, weight: &impl Fn(u16, u16) -> f64) -> Statistic {
    let n = tallies.items_with(2);
    let categories = tallies.category_count;
    let Some(observed) = observed_agreement(tallies, weight) else {
        return Statistic::undefined(NO_PAIRS, n);
    };
    if categories < 2 {
        let because = "only one category is declared, so nothing could have differed";
        return Statistic::undefined(because, n);
    }
    let all = || 0..categories as u16;
    let weight_sum: f64 = all().flat_map(|a| all().map(move |b| weight(a, b))).sum();
    let factor = weight_sum / (categories * (categories - 1)) as f64;
    let shares = category_shares(tallies);
    let chance_of: Vec<f64> = shares.iter().map(|share| factor * (1.0 - share)).collect();
    let chance = shares.iter().zip(&chance_of).map(|(share, chance)| share * chance).sum();
    chance_corrected(tallies, observed, chance, weight, &chance_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn unused_categories_count_in_the_chance_agreement() {
        let rows = ["AB", "AA", "BB"];
        let of =
            |categories| gwet_ac1(&Tallies::from_table(&table(categories, &rows))).value().unwrap();
        // P_o = 2/3; P_e = 1/2 with two categories, 1/4 with three.
        assert!((of("AB") - 1.0 / 3.0).abs() < 1e-15);
        assert!((of("ABC") - 5.0 / 9.0).abs() < 1e-15);
    }

    #[test]
    fn all_equal_is_one_as_soon_as_something_else_was_possible() {
        let rows = ["AA", "AA"];
        let of = |categories| gwet_ac1(&Tallies::from_table(&table(categories, &rows))).value();
        assert_eq!(of("AB"), Some(1.0));
        assert_eq!(of("A"), None);
    }

    #[test]
    fn ac2_with_two_categories_is_ac1() {
        let tallies = Tallies::from_table(&table("AB", &["AB", "AA", "BB", "AA"]));
        let ac1 = gwet_ac1(&tallies).value().unwrap();
        for weights in [Weights::Linear, Weights::Quadratic] {
            assert!((gwet_ac2(&tallies, weights).value().unwrap() - ac1).abs() < 1e-15);
        }
    }

    #[test]
    fn ac2_of_three_ordered_categories_equals_its_formula() {
        // Linear weights 1, 1/2, 0: P_o = 1/2; sum(w) = 5, pi = (1/3, 1/2, 1/6), so
        // P_e = 5/6 · 11/18 = 55/108 and AC2 = -1/53. Quadratic weights 1, 3/4, 0: P_o = 7/12;
        // sum(w) = 6, P_e = 11/18, AC2 = -1/14.
        let tallies = Tallies::from_table(&table("ABC", &["AC", "AB", "BB"]));
        for (weights, expected) in
            [(Weights::Linear, -1.0 / 53.0), (Weights::Quadratic, -1.0 / 14.0)]
        {
            let ac2 = gwet_ac2(&tallies, weights).value().unwrap();
            assert!((ac2 - expected).abs() < 1e-12, "{weights:?}: {ac2}");
        }
    }
}
