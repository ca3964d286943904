//! Wilson's score interval for a share.

/// The two-sided 95 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % score interval (without continuity correction) for `hits` of `n`; `None` for n = 0.
///
/// Source: Wilson 1927; equal to `statsmodels.stats.proportion.proportion_confint(method="wilson")`.
pub fn wilson95(hits: usize, n: usize) -> Option<(f64, f64)> {
    if n == 0 {
        return None;
    }
    let n = n as f64;
    let share = hits as f64 / n;
    let denominator = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / denominator;
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / denominator;
    Some(((centre - half).max(0.0), (centre + half).min(1.0)))
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
    fn a_share_of_nothing_has_no_interval() {
        assert_eq!(wilson95(0, 0), None);
    }
}
