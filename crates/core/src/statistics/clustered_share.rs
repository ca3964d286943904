//! The share of hits if units are dependent in clusters: several people on one question.
//!
//! Wilson's interval with the effective number of units: the share's binomial variance over its
//! cluster-robust one (the sandwich estimator of a mean, with the factor G/(G−1) for G clusters),
//! and for few clusters smaller by the ratio of the normal to Student's t quantile with G−1 degrees
//! of freedom, as Korn and Graubard (Survey Methodology 24, 1998) correct the effective sample size
//! of a survey. It is never more than the number of units. Unlike a bootstrap it is valid if no
//! unit or every unit is a hit.

use std::collections::HashMap;
use std::hash::Hash;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::normal::{Z95, normal_cdf};
use super::statistic::Statistic;
use super::wilson::wilson95_of_share;

/// The share of hits among units, each with the key of its cluster. If every unit is its own
/// cluster this is [`Statistic::share`]. Otherwise it has the cluster-robust standard error as
/// well.
pub fn clustered_share<K: Eq + Hash>(units: &[(K, bool)], undefined_because: &str) -> Statistic {
    let clusters = group(units);
    let n = units.len();
    let hits = clusters.iter().map(|cluster| cluster.0).sum();
    if clusters.len() == n {
        return Statistic::share(hits, n, undefined_because);
    }
    let (count, all) = (clusters.len() as f64, n as f64);
    let share = hits as f64 / all;
    let binomial = share * (1.0 - share);
    let squares = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        clusters.iter().map(|&(hits, n)| of(hits as f64, n as f64).powi(2)).sum()
    };
    let variance = match clusters.len() {
        1 => None,
        _ => Some(count / (count - 1.0) * squares(&|hits, n| hits - share * n) / all.powi(2)),
    };
    let worth = match variance {
        Some(variance) if variance > 0.0 && binomial > 0.0 => binomial / variance,
        // All alike: as if the units of a cluster were one.
        _ => all.powi(2) / squares(&|_, n| n),
    };
    let few = if clusters.len() > 1 { (Z95 / t95(count - 1.0)).powi(2) } else { 1.0 };
    let worth = (worth.min(all) * few).max(1.0);
    let se = variance.map(f64::sqrt);
    Statistic::Defined { value: share, n, se, ci95: Some(wilson95_of_share(share, worth)) }
}

/// Hits and units of each cluster, always in the same order, so that sums are reproducible.
fn group<K: Eq + Hash>(units: &[(K, bool)]) -> Vec<(usize, usize)> {
    let mut clusters: HashMap<&K, (usize, usize)> = HashMap::new();
    for (key, is_hit) in units {
        let cluster = clusters.entry(key).or_default();
        cluster.0 += usize::from(*is_hit);
        cluster.1 += 1;
    }
    let mut clusters: Vec<(usize, usize)> = clusters.into_values().collect();
    clusters.sort_unstable();
    clusters
}

/// The two-sided 95 % quantile of Student's t.
fn t95(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(Z95, |t| t.inverse_cdf(normal_cdf(Z95)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(clusters: &[(usize, usize)]) -> Statistic {
        let unit = |(cluster, &(hits, n)): (usize, &(usize, usize))| {
            (0..n).map(move |at| (cluster, at < hits)).collect::<Vec<_>>()
        };
        let units: Vec<(usize, bool)> = clusters.iter().enumerate().flat_map(unit).collect();
        clustered_share(&units, "nothing is there")
    }

    fn interval(statistic: &Statistic) -> (f64, f64) {
        match statistic {
            Statistic::Defined { ci95: Some(ends), .. } => *ends,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_unit_in_each_cluster_is_a_share_as_ever() {
        assert_eq!(share(&[(1, 1), (0, 1), (1, 1)]), Statistic::share(2, 3, ""));
        assert_eq!(share(&[]), Statistic::undefined("nothing is there", 0));
    }

    #[test]
    fn the_interval_is_the_one_computed_by_hand() {
        // Four clusters of five: 4, 3, 1, 0 hits of 20, p = 0.4. Residuals 2, 1, -1, -2, their squares 10;
        // variance 4/3 · 10 / 400 = 1/30. Worth 0.24 · 30 = 7.2 units, times (1.959964 / 3.182446)² =
        // 0.379296: 2.730930. Wilson with that many.
        let found = share(&[(4, 5), (3, 5), (1, 5), (0, 5)]);
        let Statistic::Defined { value, n, se: Some(se), .. } = found else { panic!("{found:?}") };
        assert_eq!((value, n), (0.4, 20));
        assert!((se - (1.0_f64 / 30.0).sqrt()).abs() < 1e-12);
        let (low, high) = interval(&found);
        let (units, z) = (2.730_930, Z95);
        let middle = (0.4 + z * z / (2.0 * units)) / (1.0 + z * z / units);
        let half =
            z * (0.24 / units + z * z / (4.0 * units * units)).sqrt() / (1.0 + z * z / units);
        assert!((low - (middle - half)).abs() < 1e-5 && (high - (middle + half)).abs() < 1e-5);
    }

    #[test]
    fn units_that_go_together_widen_the_interval_and_those_that_do_not_never_narrow_it() {
        let width = |clusters: &[(usize, usize)]| {
            let (low, high) = interval(&share(clusters));
            high - low
        };
        let together: Vec<_> = (0..20).map(|at| (5 * (at % 2), 5)).collect();
        let apart: Vec<_> = (0..20).map(|at| (2 + at % 2, 5)).collect();
        let (low, high) = interval(&Statistic::share(50, 100, ""));
        assert!(width(&together) > 2.0 * (high - low), "{}", width(&together));
        assert!(width(&apart) >= high - low);
    }

    #[test]
    fn all_alike_counts_each_cluster_once_and_stays_within_0_and_1() {
        for (hits, end) in [(0, 0.0), (4, 1.0)] {
            let (low, high) = interval(&share(&[(hits, 4); 10]));
            assert!(low >= 0.0 && high <= 1.0);
            assert!((if hits == 0 { low } else { high } - end).abs() < 1e-12);
            assert!(high - low > 0.27, "as of ten units, not of forty: {low} {high}");
        }
        let (low, high) = interval(&share(&[(2, 3)]));
        assert!(high - low > 0.7, "one question says little: {low} {high}");
    }

    #[test]
    fn the_quantile_of_t_equals_scipy() {
        // scipy.stats.t.ppf(0.975, df)
        for (freedom, expected) in [(1.0, 12.706204736), (3.0, 3.182446305), (29.0, 2.045229642)] {
            assert!((t95(freedom) - expected).abs() < 1e-6, "{freedom}: {}", t95(freedom));
        }
    }
}
