//! Means over questions: what was said about one question counts once.

use std::collections::BTreeMap;

use crate::agreement::McNemar;
use crate::statistics::{Statistic, clustered_share, quantile};

/// The mean over questions of the mean of each question's values, with its standard error sd/√n
/// (n − 1). Values of one question come one after the other.
pub(super) fn mean_by_question<K: PartialEq>(
    values: impl Iterator<Item = (K, f64)>,
    undefined_because: &str,
) -> Statistic {
    let mut questions: Vec<(K, f64, f64)> = Vec::new();
    for (key, value) in values {
        match questions.last_mut() {
            Some((last, sum, count)) if *last == key => {
                (*sum, *count) = (*sum + value, *count + 1.0);
            }
            _ => questions.push((key, value, 1.0)),
        }
    }
    let means: Vec<f64> = questions.iter().map(|(_, sum, count)| sum / count).collect();
    mean(&means, undefined_because)
}

/// The mean of independent values, with its standard error.
pub(super) fn mean(values: &[f64], undefined_because: &str) -> Statistic {
    let n = values.len();
    let mean = values.iter().sum::<f64>() / n as f64;
    match n {
        0 => Statistic::undefined(undefined_because, 0),
        1 => Statistic::new(mean, 1),
        _ => Statistic::with_standard_error(mean, n, (variance(values) / n as f64).sqrt()),
    }
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

pub(super) fn split(units: &[(u32, bool)], undefined_because: &str) -> Split {
    let hits = units.iter().filter(|(_, hit)| *hit).count();
    let n = units.len();
    let exact = McNemar::compute(hits as u64, (n - hits) as u64).exact_p;
    let p =
        if n > 0 { Statistic::new(exact, n) } else { Statistic::undefined(undefined_because, 0) };
    Split { hits, n, share: clustered_share(units, undefined_because), p }
}

/// A value with the percentile interval of its resamples, and their spread as its error if it has no
/// other.
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

/// The mean over all values of `(question, value)`, with an error that lets the values of one question
/// depend on each other; n is the number of values.
pub(super) fn clustered_mean(values: &[(u32, f64)], undefined_because: &str) -> Statistic {
    let n = values.len();
    if n == 0 {
        return Statistic::undefined(undefined_because, 0);
    }
    let mean = values.iter().map(|(_, value)| value).sum::<f64>() / n as f64;
    let mut residuals: BTreeMap<u32, f64> = BTreeMap::new();
    for (cluster, value) in values {
        *residuals.entry(*cluster).or_default() += value - mean;
    }
    let clusters = residuals.len() as f64;
    if clusters < 2.0 {
        return Statistic::new(mean, n);
    }
    let squares: f64 = residuals.values().map(|residual| residual * residual).sum();
    let se = (clusters / (clusters - 1.0) * squares).sqrt() / n as f64;
    Statistic::with_standard_error(mean, n, se)
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
        assert_eq!(mean(&[], "empty"), Statistic::undefined("empty", 0));
        assert_eq!(mean(&[0.5], ""), Statistic::new(0.5, 1));
    }

    #[test]
    fn one_value_in_each_cluster_is_the_error_of_a_mean() {
        let values = [0.2, 0.9, 0.4, 0.7];
        let own: Vec<(u32, f64)> = (0..).zip(values).collect();
        let (plain, clustered) = (mean(&values, ""), clustered_mean(&own, ""));
        assert!((plain.value().unwrap() - clustered.value().unwrap()).abs() < 1e-15);
        let (Some(x), Some(y)) = (plain.ci95(), clustered.ci95()) else { panic!() };
        assert!((x.0 - y.0).abs() < 1e-12);
        let doubled: Vec<(u32, f64)> = own.iter().chain(&own).copied().collect();
        let twice = clustered_mean(&doubled, "").ci95().unwrap();
        assert!((twice.0 - y.0).abs() < 1e-12, "asking twice adds no certainty");
    }
}
