//! How far rankings of the same models agree: Spearman, Kendall and Pearson for every pair of columns
//! of a table, as `agree rankings` prints them.

use serde::Serialize;

use crate::statistics::{Statistic, Z95};

/// Ranks or scores of the same things under several settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankTable {
    /// The settings.
    pub columns: Vec<String>,
    /// For each thing its name and a value of each column.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

/// Correlations of two columns over the things that have both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Correlations {
    pub a: String,
    pub b: String,
    pub n: usize,
    /// Of the ranks; equal values share their mean rank.
    pub spearman: Statistic,
    /// Kendall's tau-b.
    pub kendall: Statistic,
    pub pearson: Statistic,
}

/// The correlations of every pair of columns.
pub fn correlations(table: &RankTable) -> Vec<Correlations> {
    let columns = table.columns.len();
    let pair = |(a, b): (usize, usize)| {
        let value = |row: &[Option<f64>], at: usize| row.get(at).copied().flatten();
        let both = table.rows.iter().filter_map(|(_, row)| value(row, a).zip(value(row, b)));
        let (x, y): (Vec<f64>, Vec<f64>) = both.unzip();
        let n = x.len();
        // Bonett and Wright 2000: Fisher's z of Spearman's rho has the variance (1 + rho²/2)/(n − 3).
        let rank_error = |rho: f64| (1.0 + rho * rho / 2.0).sqrt();
        let ranked = correlation(&mean_ranks(&x), &mean_ranks(&y), |difference| difference);
        let plain = correlation(&x, &y, |difference| difference);
        Correlations {
            a: table.columns[a].clone(),
            b: table.columns[b].clone(),
            n,
            spearman: with_interval(ranked, n, rank_error),
            kendall: with_interval(kendall_tau(&x, &y), n, |_| f64::NAN),
            pearson: with_interval(plain, n, |_| 1.0),
        }
    };
    (0..columns).flat_map(|a| (a + 1..columns).map(move |b| (a, b))).map(pair).collect()
}

/// The correlation with the interval of Fisher's z, whose error is `factor` / √(n − 3).
fn with_interval(r: Option<f64>, n: usize, factor: impl Fn(f64) -> f64) -> Statistic {
    let because = match n {
        0 | 1 => "fewer than two things have both values",
        _ => "one of the columns has a single value",
    };
    let Some(value) = r else { return Statistic::undefined(because, n) };
    let half = Z95 * factor(value) / (n as f64 - 3.0).sqrt();
    let fits = n > 3 && half.is_finite() && value.abs() < 1.0;
    let ci95 = fits.then(|| ((value.atanh() - half).tanh(), (value.atanh() + half).tanh()));
    Statistic::Defined { value, n, se: None, ci95 }
}

/// The rank of each value from 1 for the smallest; equal values share the mean of their ranks.
fn mean_ranks(values: &[f64]) -> Vec<f64> {
    let rank = |own: &f64| {
        let below = values.iter().filter(|&other| other < own).count() as f64;
        let equal = values.iter().filter(|other| other.total_cmp(own).is_eq()).count() as f64;
        below + f64::midpoint(equal, 1.0)
    };
    values.iter().map(rank).collect()
}

/// Kendall's tau-b; `None` where one of the two has a single value.
pub(super) fn kendall_tau(x: &[f64], y: &[f64]) -> Option<f64> {
    correlation(x, y, |difference| {
        f64::from(i8::from(difference > 0.0) - i8::from(difference < 0.0))
    })
}

/// Daniels' general coefficient (Biometrika 33, 1944): of the differences of all pairs it is Pearson's, of their signs
/// Kendall's, of those of ranks Spearman's. `None` where one of the two has a single value.
fn correlation(x: &[f64], y: &[f64], of_difference: fn(f64) -> f64) -> Option<f64> {
    let (mut together, mut of_x, mut of_y) = (0.0, 0.0, 0.0);
    for i in 0..x.len().min(y.len()) {
        for j in 0..i {
            let (own, other) = (of_difference(x[i] - x[j]), of_difference(y[i] - y[j]));
            together += own * other;
            of_x += own * own;
            of_y += other * other;
        }
    }
    let spread: f64 = of_x * of_y;
    (spread > 0.0).then(|| (together / spread.sqrt()).clamp(-1.0, 1.0))
}
