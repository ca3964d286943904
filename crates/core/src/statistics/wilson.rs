//! Wilson's score interval for a share, and the difference between two independent shares.

use super::normal::Z95 as Z;
use super::statistic::Statistic;

/// Wilson's 95 % score interval (without continuity correction) for `hits` of `n`; `None` for n = 0.
///
/// Source: Wilson 1927; equal to `statsmodels.stats.proportion.proportion_confint(method="wilson")`.
pub fn wilson95(hits: usize, n: usize) -> Option<(f64, f64)> {
    if n == 0 {
        return None;
    }
    let (low, high) = wilson95_of_share(hits as f64 / n as f64, n as f64);
    // The bounds 0 and 1 are exact; computed, they would be off by a rounding error.
    Some((if hits == 0 { 0.0 } else { low }, if hits == n { 1.0 } else { high }))
}

/// The same for a share of this number of units, which need not be a whole number.
pub(super) fn wilson95_of_share(share: f64, units: f64) -> (f64, f64) {
    let denominator = 1.0 + Z * Z / units;
    let centre = (share + Z * Z / (2.0 * units)) / denominator;
    let half =
        Z * (share * (1.0 - share) / units + Z * Z / (4.0 * units * units)).sqrt() / denominator;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The share of the second group minus that of the first, each as hits and n, with Newcombe's 95 %
/// interval; n is that of both together.
///
/// Source: Newcombe 1998, Statistics in Medicine 17:873, method 10 (hybrid score): the distances of the
/// bounds are those of Wilson's intervals, combined like standard errors.
pub fn share_difference(first: (usize, usize), second: (usize, usize), because: &str) -> Statistic {
    let n = first.1 + second.1;
    let bounds = wilson95(first.0, first.1).zip(wilson95(second.0, second.1));
    let Some(((low1, high1), (low2, high2))) = bounds else {
        return Statistic::undefined(because, n);
    };
    let share = |(hits, n): (usize, usize)| hits as f64 / n as f64;
    let (share1, share2) = (share(first), share(second));
    let value = share2 - share1;
    let low = value - (share2 - low2).hypot(high1 - share1);
    let high = value + (high2 - share2).hypot(share1 - low1);
    Statistic::Defined { value, n, se: None, ci95: Some((low, high)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_equals_statsmodels() {
        // proportion_confint(9, 10, method="wilson")
        let (low, high) = wilson95(9, 10).unwrap();
        assert!((low - 0.5958499732047615).abs() < 1e-12);
        assert!((high - 0.9821237869049271).abs() < 1e-12);
    }

    #[test]
    fn none_and_all_reach_the_ends_exactly() {
        assert_eq!(wilson95(0, 3).map(|ends| ends.0), Some(0.0));
        assert_eq!(wilson95(7, 7).map(|ends| ends.1), Some(1.0));
    }

    #[test]
    fn a_share_of_nothing_has_no_interval() {
        assert_eq!(wilson95(0, 0), None);
    }

    #[test]
    fn the_interval_is_that_of_newcombes_table() {
        // Newcombe 1998, table II, method 10.
        for (first, second, expected) in [
            ((48, 80), (56, 70), (0.0524, 0.3339)),
            ((3, 10), (9, 10), (0.1705, 0.8090)),
            ((0, 10), (10, 10), (0.6075, 1.0)),
        ] {
            let found = share_difference(first, second, "");
            let Statistic::Defined { ci95: Some((low, high)), n, .. } = found else { panic!() };
            assert!(
                (low - expected.0).abs() < 5e-5 && (high - expected.1).abs() < 5e-5,
                "{found:?}"
            );
            assert_eq!(n, first.1 + second.1);
        }
    }

    #[test]
    fn without_anything_in_a_group_there_is_no_difference() {
        let found = share_difference((0, 0), (1, 2), "nothing came first");
        assert_eq!(found, Statistic::undefined("nothing came first", 2));
    }
}
