//! Wilson's score interval for a share.

use super::normal::Z95 as Z;

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
}
