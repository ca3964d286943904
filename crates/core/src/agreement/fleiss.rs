//! Fleiss' kappa in its general form, which lets ratings be missing.

use super::Tallies;
use super::observed::{NO_PAIRS, category_shares, chance_corrected, identity, observed_agreement};
use crate::statistics::Statistic;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

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
}
