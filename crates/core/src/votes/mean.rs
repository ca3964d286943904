//! Means over questions: what was said about one question counts once.

use std::collections::BTreeMap;

use crate::agreement::McNemar;
use crate::statistics::{Statistic, clustered_share, quantile};

/// Values by their keys.
pub(super) fn grouped<K: Ord, V>(values: impl Iterator<Item = (K, V)>) -> BTreeMap<K, Vec<V>> {
    let mut groups: BTreeMap<K, Vec<V>> = BTreeMap::new();
    for (key, value) in values {
        groups.entry(key).or_default().push(value);
    }
    groups
}

/// The mean of each question's values. Values of one question come one after the other.
pub(super) fn question_means<K: PartialEq + Copy>(values: &[(K, f64)]) -> Vec<(K, f64)> {
    let questions = values.chunk_by(|x, y| x.0 == y.0);
    let mean =
        |own: &[(K, f64)]| own.iter().map(|(_, value)| value).sum::<f64>() / own.len() as f64;
    questions.map(|own| (own[0].0, mean(own))).collect()
}

/// The mean over questions of the mean of each question's values, with its standard error sd/√n (n − 1).
pub(super) fn mean_by_question<K: PartialEq + Copy>(
    values: impl Iterator<Item = (K, f64)>,
    undefined_because: &str,
) -> Statistic {
    let means = question_means(&values.collect::<Vec<_>>());
    mean(means.into_iter().map(|(_, mean)| mean), undefined_because)
}

/// The mean of independent values, with its standard error.
pub(super) fn mean(values: impl Iterator<Item = f64>, undefined_because: &str) -> Statistic {
    clustered_mean((0..).zip(values), undefined_because)
}

/// The mean over all values of `(question, value)`, with an error that lets the values of one question depend on each
/// other; n is the number of values.
pub(super) fn clustered_mean(
    values: impl Iterator<Item = (u32, f64)>,
    undefined_because: &str,
) -> Statistic {
    let values: Vec<(u32, f64)> = values.collect();
    let n = values.len();
    if n == 0 {
        return Statistic::undefined(undefined_because, 0);
    }
    let mean = values.iter().map(|(_, value)| value).sum::<f64>() / n as f64;
    let residuals = values.into_iter().map(|(question, value)| (question, value - mean));
    let (squares, clusters) = squares_by_question(residuals.collect());
    if clusters < 2.0 {
        return Statistic::new(mean, n);
    }
    let se = (clusters / (clusters - 1.0) * squares).sqrt() / n as f64;
    Statistic::with_standard_error(mean, n, se)
}

/// The squares of each question's sum, added up, and the number of questions.
pub(super) fn squares_by_question(mut residuals: Vec<(u32, f64)>) -> (f64, f64) {
    residuals.sort_by_key(|(question, _)| *question);
    let questions = residuals.chunk_by(|x, y| x.0 == y.0);
    let sum = |own: &[(u32, f64)]| own.iter().map(|(_, residual)| residual).sum();
    let sums: Vec<f64> = questions.map(sum).collect();
    (sums.iter().map(|sum| sum * sum).sum(), sums.len() as f64)
}

/// The variance with n − 1; 0 of fewer than two values.
pub(super) fn variance(values: &[f64]) -> f64 {
    covariance(values, values)
}

/// The covariance with n − 1; 0 of fewer than two values.
pub(super) fn covariance(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().min(y.len()) as f64;
    if n < 2.0 {
        return 0.0;
    }
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / (n - 1.0)
}

/// Units that are one of two things, each with its question.
pub(super) struct Split {
    pub hits: usize,
    pub n: usize,
    /// With an error by question.
    pub share: Statistic,
    /// The two-sided exact probability of such a split if both were equally likely.
    pub p: Statistic,
}

impl Split {
    pub fn new(units: &[(u32, bool)], undefined_because: &str) -> Split {
        let (hits, n) = (units.iter().filter(|(_, hit)| *hit).count(), units.len());
        let p = match n {
            0 => Statistic::undefined(undefined_because, 0),
            _ => Statistic::new(McNemar::compute(hits as u64, (n - hits) as u64).exact_p, n),
        };
        Split { hits, n, share: clustered_share(units, undefined_because), p }
    }
}

/// A value with the percentile interval of its resamples, and their spread as its error if it has no other.
pub(super) fn with_resamples(
    value: f64,
    n: usize,
    se: Option<f64>,
    mut resamples: Vec<f64>,
) -> Statistic {
    resamples.sort_unstable_by(f64::total_cmp);
    let enough = resamples.len() > 1;
    Statistic::Defined {
        value,
        n,
        se: se.or_else(|| enough.then(|| variance(&resamples).sqrt())),
        ci95: enough.then(|| (quantile(&resamples, 0.025), quantile(&resamples, 0.975))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_question_count_once() {
        let found = mean_by_question([(1, 1.0), (1, 0.0), (2, 1.0)].into_iter(), "");
        // Means 0.5 and 1; sd = 0.35355, se = 0.25.
        assert_eq!(found, Statistic::with_standard_error(0.75, 2, 0.25));
    }

    #[test]
    fn nothing_has_no_mean_and_one_value_no_error() {
        assert_eq!(mean([].into_iter(), "empty"), Statistic::undefined("empty", 0));
        assert_eq!(mean([0.5].into_iter(), ""), Statistic::new(0.5, 1));
    }

    #[test]
    fn one_value_in_each_cluster_is_the_error_of_a_mean() {
        let values = [0.2, 0.9, 0.4, 0.7];
        let own: Vec<(u32, f64)> = (0..).zip(values).collect();
        let clustered = clustered_mean(own.iter().copied(), "");
        let (found, expected) = (clustered.ci95().unwrap(), (variance(&values) / 4.0).sqrt());
        assert!((found.1 - found.0 - 2.0 * 1.959_963_985 * expected).abs() < 1e-8);
        let doubled = own.iter().chain(&own).copied();
        let twice = clustered_mean(doubled, "").ci95().unwrap();
        assert!((twice.0 - found.0).abs() < 1e-12, "asking twice adds no certainty");
    }
}
