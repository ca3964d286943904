//! Agreement of many raters: as observed, Fleiss' kappa in its general form, which lets ratings be missing,
//! and Gwet's AC1 and AC2, whose chance agreement stays small when one category prevails.

use super::{Tallies, Tally, Weights};
use crate::statistics::Statistic;

/// The reason for an undefined statistic if no item has two ratings.
pub(super) const NO_PAIRS: &str = "no item was rated by two raters";

/// Mean over the items with two ratings or more of the share of their pairs of ratings that agree.
///
/// n is the number of those items. The standard error is that of a mean over items; if no item has
/// more than two ratings it is a plain share and has Wilson's interval, as for a pair of raters.
pub fn percent_agreement(tallies: &Tallies) -> Statistic {
    let n = tallies.items_with(2);
    if tallies.items_with(3) == 0 {
        let agreeing =
            tallies.iter().filter(|tally| tally.ratings() == 2 && tally.counts.len() == 1);
        return Statistic::share(agreeing.map(|tally| tally.items).sum(), n, NO_PAIRS);
    }
    let Some(agreement) = observed_agreement(tallies, &identity) else {
        return Statistic::undefined(NO_PAIRS, n);
    };
    let squares: f64 = tallies
        .iter()
        .filter_map(|tally| Some((tally, item_agreement(tally, &identity)?)))
        .map(|(tally, own)| tally.items as f64 * (own - agreement) * (own - agreement))
        .sum();
    if n == 1 {
        return Statistic::new(agreement, n);
    }
    let se = (squares / (n as f64 * (n - 1) as f64)).sqrt();
    Statistic::with_standard_error(agreement, n, se)
}

/// Every two of these, in order.
pub(super) fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().enumerate().flat_map(|(at, a)| all[at + 1..].iter().map(move |b| (a, b)))
}

/// Agreement weights of unordered categories.
fn identity(a: u16, b: u16) -> f64 {
    f64::from(u8::from(a == b))
}

/// Mean over the items with two ratings or more; `None` when there are none.
fn observed_agreement(tallies: &Tallies, weight: &impl Fn(u16, u16) -> f64) -> Option<f64> {
    let (sum, items) = tallies
        .iter()
        .filter_map(|tally| Some((item_agreement(tally, weight)?, tally.items)))
        .fold((0.0, 0), |(sum, items), (own, times)| (sum + own * times as f64, items + times));
    (items > 0).then(|| sum / items as f64)
}

/// The (weighted) share of the pairs of ratings of one item that agree.
fn item_agreement(tally: &Tally, weight: &impl Fn(u16, u16) -> f64) -> Option<f64> {
    let ratings = f64::from(tally.ratings());
    if ratings < 2.0 {
        return None;
    }
    let mut agreeing = 0.0;
    for &(a, count_a) in &tally.counts {
        for &(b, count_b) in &tally.counts {
            let others = f64::from(count_b) - f64::from(u8::from(a == b));
            agreeing += weight(a, b) * f64::from(count_a) * others;
        }
    }
    Some(agreeing / (ratings * (ratings - 1.0)))
}

/// Mean over the items with a rating of the share of their ratings in each category.
pub(super) fn category_shares(tallies: &Tallies) -> Vec<f64> {
    let mut shares = vec![0.0; tallies.category_count];
    let items = tallies.items_with(1) as f64;
    for tally in tallies.iter() {
        let weight = tally.items as f64 / (f64::from(tally.ratings()) * items);
        for &(category, count) in &tally.counts {
            shares[usize::from(category)] += f64::from(count) * weight;
        }
    }
    shares
}

/// (observed - chance) / (1 - chance), with Gwet's linearised standard error (Gwet 2014,
/// "Handbook of Inter-Rater Reliability", the variance that irrCAC computes): it lets both the
/// observed agreement and the category shares vary with the items.
///
/// `chance_of(category)` is what one rating of that category adds to the chance agreement, so that
/// the mean over items of an item's mean is `chance`.
fn chance_corrected(
    tallies: &Tallies,
    observed: f64,
    chance: f64,
    weight: &impl Fn(u16, u16) -> f64,
    chance_of: &[f64],
) -> Statistic {
    let value = (observed - chance) / (1.0 - chance);
    let (rated, paired) = (tallies.items_with(1), tallies.items_with(2));
    if rated < 2 {
        return Statistic::new(value, paired);
    }
    let inflation = rated as f64 / paired as f64;
    let squares: f64 = tallies
        .iter()
        .filter(|tally| tally.ratings() > 0)
        .map(|tally| {
            let own = item_agreement(tally, weight)
                .map_or(0.0, |own| inflation * (own - chance) / (1.0 - chance));
            let own_chance: f64 = tally
                .counts
                .iter()
                .map(|&(category, count)| f64::from(count) * chance_of[usize::from(category)])
                .sum::<f64>()
                / f64::from(tally.ratings());
            let influence = own - 2.0 * (1.0 - value) * (own_chance - chance) / (1.0 - chance);
            tally.items as f64 * (influence - value) * (influence - value)
        })
        .sum();
    let se = (squares / (rated as f64 * (rated - 1) as f64)).sqrt();
    Statistic::with_standard_error(value, paired, se)
}

/// (P_o - sum pi²) / (1 - sum pi²), equal to the classical kappa of Fleiss 1971 when every item has
/// the same number of ratings. n is the number of items with two ratings or more.
pub fn fleiss_kappa(tallies: &Tallies) -> Statistic {
    let n = tallies.items_with(2);
    let Some(observed) = observed_agreement(tallies, &identity) else {
        return Statistic::undefined(NO_PAIRS, n);
    };
    let shares = category_shares(tallies);
    // Decided by the counts, not by sum pi² = 1, which rounding can miss.
    if shares.iter().filter(|&&share| share > 0.0).count() < 2 {
        let because = "all ratings have the same category, so agreement by chance is certain";
        return Statistic::undefined(because, n);
    }
    let chance = shares.iter().map(|share| share * share).sum();
    chance_corrected(tallies, observed, chance, &identity, &shares)
}

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
    fn items_with_one_rating_do_not_count() {
        let tallies = Tallies::from_table(&table("AB", &["AAB", "A..", "BB."]));
        let agreement = percent_agreement(&tallies);
        assert_eq!(agreement.n(), 2);
        assert!((agreement.value().unwrap() - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn two_ratings_an_item_are_a_plain_share() {
        let tallies = Tallies::from_table(&table("AB", &["AA.", "B.B", ".A."]));
        assert_eq!(percent_agreement(&tallies), Statistic::share(2, 2, ""));
    }

    #[test]
    fn one_rater_agrees_with_nobody() {
        let tallies = Tallies::from_table(&table("AB", &["A", "B"]));
        assert_eq!(percent_agreement(&tallies), Statistic::undefined(NO_PAIRS, 0));
    }

    #[test]
    fn standard_errors_equal_the_formulas_of_irrcac() {
        // pa.coeff.raw, fleiss.kappa.raw and gwet.ac1.raw written out in another language, with
        // identity weights and (AC2) quadratic ones.
        let rows = ["AAB", "ABC", "BBB", "A..", "CC.", "BBC"];
        let tallies = Tallies::from_table(&table("ABC", &rows));
        for (found, value, error) in [
            (percent_agreement(&tallies), 0.5333333333333333, 0.2),
            (fleiss_kappa(&tallies), 0.29345794392523367, 0.3067380407984753),
            (gwet_ac1(&tallies), 0.30322580645161284, 0.29792254914794947),
            (gwet_ac2(&tallies, Weights::Quadratic), 0.5090909090909091, 0.28696317095556223),
        ] {
            let Statistic::Defined { value: is, se: Some(se), .. } = found else {
                panic!("{found:?}");
            };
            assert!((is - value).abs() < 1e-12 && (se - error).abs() < 1e-12, "{is} {se}");
        }
    }

    #[test]
    fn one_item_has_no_standard_error() {
        let tallies = Tallies::from_table(&table("AB", &["AAB"]));
        for found in [percent_agreement(&tallies), fleiss_kappa(&tallies)] {
            assert!(matches!(found, Statistic::Defined { se: None, .. }), "{found:?}");
        }
    }

    #[test]
    fn two_items_have_a_standard_error_and_unrated_items_change_nothing() {
        let few = Tallies::from_table(&table("AB", &["AAB", "ABB"]));
        let unrated = Tallies::from_table(&table("AB", &["AAB", "...", "ABB"]));
        assert_eq!(fleiss_kappa(&few), fleiss_kappa(&unrated));
        assert_eq!(percent_agreement(&few), percent_agreement(&unrated));
        // Both items agree on a third of their pairs; A and B are given equally often: kappa is
        // (1/3 - 1/2) / (1/2), and the items do not differ in it.
        let Statistic::Defined { value, se: Some(se), .. } = fleiss_kappa(&few) else { panic!() };
        assert!((value + 1.0 / 3.0).abs() < 1e-12 && se.abs() < 1e-12, "{value} {se}");
    }

    #[test]
    fn equal_items_that_are_counted_together_have_the_error_of_items_one_by_one() {
        let rows = ["AAB", "ABC", "BBB", "AAB", "AAB", "CCB", "BBB", "A.."];
        let together = Tallies::from_table(&table("ABC", &rows));
        assert_eq!(together.iter().count(), 5);
        // The shares of agreeing pairs of the seven items with three ratings.
        let own = [1.0, 0.0, 3.0, 1.0, 1.0, 1.0, 3.0].map(|pairs| pairs / 3.0);
        let mean = own.iter().sum::<f64>() / 7.0;
        let variance = own.iter().map(|own| (own - mean) * (own - mean)).sum::<f64>() / 42.0;
        let Statistic::Defined { se: Some(se), .. } = percent_agreement(&together) else {
            panic!()
        };
        assert!((se - variance.sqrt()).abs() < 1e-12, "{se}");
        // Twice each of the 8 items: twice the squares, divided by 16 * 15 instead of 8 * 7.
        let doubled: Vec<&str> = rows.iter().chain(&rows).copied().collect();
        let doubled = Tallies::from_table(&table("ABC", &doubled));
        let se = |found: Statistic| match found {
            Statistic::Defined { se: Some(se), .. } => se,
            other => panic!("{other:?}"),
        };
        let ratio = se(gwet_ac1(&together)).powi(2) / se(gwet_ac1(&doubled)).powi(2);
        assert!((ratio - 15.0 / 7.0).abs() < 1e-9, "{ratio}");
    }

    fn kappa(categories: &str, rows: &[&str]) -> Statistic {
        fleiss_kappa(&Tallies::from_table(&table(categories, rows)))
    }

    #[test]
    fn complete_data_give_the_classical_value() {
        // statsmodels.stats.inter_rater.fleiss_kappa on the counts [[3,0],[2,1],[0,3],[1,2]]
        let value = kappa("AB", &["AAA", "AAB", "BBB", "ABB"]).value().unwrap();
        assert!((value - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn one_item_with_two_categories_is_minus_one() {
        assert_eq!(kappa("AB", &["AB"]), Statistic::new(-1.0, 1));
    }

    #[test]
    fn one_category_alone_is_undefined_however_often_it_is_given() {
        let rows = vec!["AAA"; 77];
        assert!(kappa("AB", &rows).value().is_none());
    }

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
