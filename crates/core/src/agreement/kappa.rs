//! Cohen's kappa of two raters: unweighted, linear and quadratic, with its standard error.

use super::Confusion;
use crate::statistics::Statistic;

/// The measure of difference between two categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Equal or not.
    Unweighted,
    /// By the number of places between them in the declared order.
    Linear,
    /// By its square.
    Quadratic,
}

impl Weights {
    pub(super) fn disagreement(self, a: usize, b: usize) -> u64 {
        let places = a.abs_diff(b) as u64;
        match self {
            Weights::Unweighted => u64::from(places > 0),
            Weights::Linear => places,
            Weights::Quadratic => places * places,
        }
    }
}

/// 1 - (observed disagreement) / (disagreement expected from the margins), with the large-sample
/// standard error of Fleiss, Cohen and Everitt 1969 (as statsmodels computes it).
///
/// Whether the denominator is 0 is decided in whole numbers, and a kappa that is 0 or 1 is exactly
/// that.
pub fn kappa(confusion: &Confusion, weights: Weights) -> Statistic {
    let n = confusion.n();
    if n == 0 {
        return Statistic::undefined("the two rated no item in common", n);
    }
    let rows = confusion.row_totals();
    let columns = confusion.column_totals();
    let observed: u128 = confusion
        .filled()
        .map(|(a, b, count)| u128::from(weights.disagreement(a, b)) * u128::from(count))
        .sum();
    let expected: u128 = filled(&rows)
        .flat_map(|a| filled(&columns).map(move |b| (a, b)))
        .map(|((a, in_row), (b, in_column))| {
            u128::from(weights.disagreement(a, b)) * u128::from(in_row) * u128::from(in_column)
        })
        .sum();
    if expected == 0 {
        let because = "both gave one and the same category to every item they rated in common, \
                       so agreement by chance is certain";
        return Statistic::undefined(because, n);
    }
    let observed = n as u128 * observed;
    let one_minus_kappa = observed as f64 / expected as f64;
    let value = if observed == expected { 0.0 } else { 1.0 - one_minus_kappa };
    let se = standard_error(confusion, weights, one_minus_kappa, expected as f64, &rows, &columns);
    Statistic::with_standard_error(value, n, se)
}

/// The published formula is a difference of two terms that cancel for extreme tables; here it is
/// written as the variance it is, of each item's influence
/// (1 - kappa) (mean disagreement of its two labels with the other's margin) - (own disagreement).
fn standard_error(
    confusion: &Confusion,
    weights: Weights,
    one_minus_kappa: f64,
    expected: f64,
    rows: &[u64],
    columns: &[u64],
) -> f64 {
    let n = confusion.n() as f64;
    let mean_over = |totals: &[u64]| -> Vec<f64> {
        (0..confusion.categories)
            .map(|a| {
                filled(totals).map(|(b, count)| weights.disagreement(a, b) * count).sum::<u64>()
            })
            .map(|sum| sum as f64 / n)
            .collect()
    };
    let (row_means, column_means) = (mean_over(columns), mean_over(rows));
    let influence = |a: usize, b: usize| {
        one_minus_kappa * (row_means[a] + column_means[b]) - weights.disagreement(a, b) as f64
    };
    let share = |count: u32| f64::from(count) / n;
    let mean: f64 = confusion.filled().map(|(a, b, count)| share(count) * influence(a, b)).sum();
    let variance: f64 = confusion
        .filled()
        .map(|(a, b, count)| share(count) * (influence(a, b) - mean).powi(2))
        .sum();
    let chance_disagreement = expected / (n * n);
    let error = (variance / n).sqrt() / chance_disagreement;
    // An error that is not 0 is at least of the order of 1/n²; smaller values are rounding.
    if error < 1e-12 { 0.0 } else { error }
}

fn filled(totals: &[u64]) -> impl Iterator<Item = (usize, u64)> + Clone {
    totals.iter().copied().enumerate().filter(|&(_, count)| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::confusion::tests::confusion;

    fn se(statistic: &Statistic) -> f64 {
        match statistic {
            Statistic::Defined { se: Some(se), .. } => *se,
            other => panic!("no standard error: {other:?}"),
        }
    }

    #[test]
    fn value_and_standard_error_equal_statsmodels() {
        // cohens_kappa([[20, 5, 1], [3, 15, 4], [2, 6, 30]], wt=None, "linear", "quadratic")
        let table = confusion([[20, 5, 1], [3, 15, 4], [2, 6, 30]]);
        for (weights, value, error) in [
            (Weights::Unweighted, 0.6271676300578035, 0.06974501985093076),
            (Weights::Linear, 0.6921241050119331, 0.06328708899335106),
            (Weights::Quadratic, 0.7524942440521872, 0.06338261825189062),
        ] {
            let kappa = kappa(&table, weights);
            assert!((kappa.value().unwrap() - value).abs() < 1e-12, "{kappa:?}");
            assert!((se(&kappa) - error).abs() < 1e-12, "{kappa:?}");
        }
    }

    #[test]
    fn one_constant_rater_gives_exactly_zero() {
        for (a, b) in (1..20).flat_map(|a| (0..20).map(move |b| (a, b))) {
            for table in [confusion([[a, 0], [b + 1, 0]]), confusion([[0, a], [0, b]])] {
                let kappa = kappa(&table, Weights::Unweighted);
                assert_eq!((kappa.value(), se(&kappa)), (Some(0.0), 0.0), "{a} {b}");
            }
        }
    }

    #[test]
    fn perfect_agreement_on_two_categories_is_exactly_one() {
        let kappa = kappa(&confusion([[3, 0], [0, 11]]), Weights::Quadratic);
        assert_eq!((kappa.value(), se(&kappa)), (Some(1.0), 0.0));
    }

    #[test]
    fn the_same_constant_twice_and_no_common_item_are_undefined() {
        let because = |table| match kappa(&table, Weights::Linear) {
            Statistic::Undefined { because, .. } => because,
            Statistic::Defined { .. } => panic!("defined"),
        };
        assert!(because(confusion([[7, 0], [0, 0]])).contains("same category"));
        assert!(because(confusion([[0, 0], [0, 0]])).contains("no item in common"));
    }

    #[test]
    fn perfect_agreement_on_uneven_categories_has_no_error_left_by_rounding() {
        for totals in [[1, 2, 4], [3, 7, 11], [1, 10, 100], [13, 17, 19], [2, 3, 94]] {
            let [a, b, c] = totals;
            for weights in [Weights::Unweighted, Weights::Linear, Weights::Quadratic] {
                let kappa = kappa(&confusion([[a, 0, 0], [0, b, 0], [0, 0, c]]), weights);
                assert_eq!((kappa.value(), se(&kappa)), (Some(1.0), 0.0), "{totals:?}");
            }
        }
    }
}
