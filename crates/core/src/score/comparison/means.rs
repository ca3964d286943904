//! Means over shares that count the same, and ranks, as the leaderboards of SEED-Bench-2 and MMT-Bench have them.

use super::Share;
use crate::statistics::{Statistic, wilson95};

/// The mean of shares that count the same; its n is the number of shares. The standard error is
/// that of independent samples. The interval is computed from Wilson's intervals of the shares
/// (MOVER: Zou and Donner, 2008), so that shares of 0 and 1 are not taken for certain; for a single
/// share it is Wilson's own.
pub(super) fn mean_of_shares(shares: &[Share]) -> Statistic {
    let n = shares.len();
    let figure = |share: &Share| {
        let interval = wilson95(share.correct, share.counted)?;
        Some((share.accuracy()?, interval, share.counted as f64))
    };
    let figures: Option<Vec<_>> = shares.iter().map(figure).collect();
    let Some(figures) = figures.filter(|figures| !figures.is_empty()) else {
        return Statistic::undefined("nothing is counted in some", n);
    };
    let (mut sum, mut variance, mut below, mut above) = (0.0, 0.0, 0.0, 0.0);
    for (p, (low, high), counted) in figures {
        sum += p;
        variance += p * (1.0 - p) / counted;
        below += (p - low).powi(2);
        above += (high - p).powi(2);
    }
    let mean = |sum: f64| sum / n as f64;
    let (value, below, above) = (mean(sum), mean(below.sqrt()), mean(above.sqrt()));
    Statistic::Defined {
        value,
        n,
        se: Some(mean(variance.sqrt())),
        ci95: Some((value - below, value + above)),
    }
}

/// The rank of each number, 1 for the largest; equal ones share the best rank.
pub fn ranks(values: &[Option<f64>]) -> Vec<Option<usize>> {
    // Sums of the same shares in another order differ in their last digits.
    let is_larger = |other: f64, value: f64| other - value > 1e-12;
    let rank =
        |value: f64| 1 + values.iter().flatten().filter(|&&other| is_larger(other, value)).count();
    values.iter().map(|value| value.map(rank)).collect()
}
