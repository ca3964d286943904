//! Rank correlations of two lists of scores.

// A tie is exact equality: nearly equal scores are different ranks.
#![allow(clippy::float_cmp)]

use statrs::function::beta::beta_reg;

use crate::statistics::Statistic;

const CONSTANT: &str = "one side is constant, so it ranks nothing";
const TOO_FEW: &str = "a correlation needs at least two pairs";
const NOT_NUMBERS: &str = "some values are not numbers";

/// Spearman's rho: Pearson's correlation of the ranks, ties sharing their mean rank. Slices of
/// different length are compared up to the shorter one.
pub fn spearman(x: &[f64], y: &[f64]) -> Statistic {
    let (x, y) = paired(x, y);
    if let Err(because) = rankable(x, y) {
        return Statistic::undefined(because, x.len());
    }
    let (x, y) = (mean_ranks(x), mean_ranks(y));
    let middle = f64::midpoint(x.len() as f64, 1.0);
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let (xx, yy) = (product(&x, &x), product(&y, &y));
    // Sums of multiples of 1/4: exact, so that equal rankings give exactly 1.
    let rho = product(&x, &y) / if xx == yy { xx } else { (xx * yy).sqrt() };
    Statistic::new(rho.clamp(-1.0, 1.0), x.len())
}

/// The two-sided p of a Spearman's rho of n pairs by Student's t with n - 2 degrees of freedom.
pub fn spearman_p(rho: &Statistic) -> Statistic {
    let n = rho.n();
    let Some(rho) = rho.value() else {
        return Statistic::undefined("the correlation itself is undefined", n);
    };
    if n < 3 {
        return Statistic::undefined("a p-value needs at least three pairs", n);
    }
    // P(|T| > t) with t² = rho² v / (1 - rho²) is I_{v/(v+t²)}(v/2, 1/2), and v/(v+t²) = 1 - rho².
    let degrees = (n - 2) as f64;
    let rest = ((1.0 - rho) * (1.0 + rho)).clamp(0.0, 1.0);
    Statistic::new(if rest == 0.0 { 0.0 } else { beta_reg(degrees / 2.0, 0.5, rest) }, n)
}

/// Kendall's tau-b, (C - D) / sqrt((C + D + T_x)(C + D + T_y)), in O(n log n) (Knight 1966).
pub fn kendall_tau_b(x: &[f64], y: &[f64]) -> Statistic {
    let (x, y) = paired(x, y);
    if let Err(because) = rankable(x, y) {
        return Statistic::undefined(because, x.len());
    }
    let pairs = PairCounts::compute(x, y);
    let untied_x = (pairs.all - pairs.tied_x) as f64;
    let untied_y = (pairs.all - pairs.tied_y) as f64;
    let difference = pairs.concordant() as f64 - pairs.discordant as f64;
    let scale = if pairs.tied_x == pairs.tied_y { untied_x } else { (untied_x * untied_y).sqrt() };
    Statistic::new((difference / scale).clamp(-1.0, 1.0), x.len())
}

/// The "tau" that MMT-Bench prints: the mean over pairs of sign((x_m - x_n)(y_m - y_n)) where sign
/// is -1 for a negative product and +1 otherwise, so that ties count as agreement and a constant
/// side gives +1. Only for comparing with their tables; never mix it with tau-b.
pub fn mmt_bench_tau(x: &[f64], y: &[f64]) -> Statistic {
    let (x, y) = paired(x, y);
    if x.len() < 2 {
        return Statistic::undefined(TOO_FEW, x.len());
    }
    if !all_numbers(x, y) {
        return Statistic::undefined(NOT_NUMBERS, x.len());
    }
    let pairs = PairCounts::compute(x, y);
    let (all, discordant) = (pairs.all as f64, pairs.discordant as f64);
    Statistic::new((all - 2.0 * discordant) / all, x.len())
}

fn paired<'a>(x: &'a [f64], y: &'a [f64]) -> (&'a [f64], &'a [f64]) {
    let n = x.len().min(y.len());
    (&x[..n], &y[..n])
}

fn all_numbers(x: &[f64], y: &[f64]) -> bool {
    x.iter().chain(y).all(|value| !value.is_nan())
}

fn rankable(x: &[f64], y: &[f64]) -> Result<(), &'static str> {
    let constant = |values: &[f64]| values.iter().all(|&value| value == values[0]);
    match () {
        () if x.len() < 2 => Err(TOO_FEW),
        () if !all_numbers(x, y) => Err(NOT_NUMBERS),
        () if constant(x) || constant(y) => Err(CONSTANT),
        () => Ok(()),
    }
}

/// Ranks from 1; equal values share the mean of theirs.
fn mean_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| (values[a] + 0.0).total_cmp(&(values[b] + 0.0)));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + f64::midpoint(group.len() as f64, 1.0);
        for &position in group {
            ranks[position] = rank;
        }
        before += group.len();
    }
    ranks
}

/// Numbers of pairs of positions.
struct PairCounts {
    all: u64,
    tied_x: u64,
    tied_y: u64,
    tied_both: u64,
    discordant: u64,
}

impl PairCounts {
    fn compute(x: &[f64], y: &[f64]) -> Self {
        // -0.0 and 0.0 are equal but sort apart; adding 0.0 makes them one.
        let mut pairs: Vec<(f64, f64)> = x.iter().zip(y).map(|(x, y)| (x + 0.0, y + 0.0)).collect();
        pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let tied_x = pairs_in_groups(pairs.chunk_by(|a, b| a.0 == b.0));
        let tied_both = pairs_in_groups(pairs.chunk_by(|a, b| a == b));
        let mut ys: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
        // Within a group of equal x the y ascend, so every inversion is a discordant pair.
        let discordant = sort_counting_inversions(&mut ys, &mut Vec::new());
        let tied_y = pairs_in_groups(ys.chunk_by(|a, b| a == b));
        PairCounts { all: choose_two(x.len()), tied_x, tied_y, tied_both, discordant }
    }

    fn concordant(&self) -> u64 {
        self.all + self.tied_both - self.tied_x - self.tied_y - self.discordant
    }
}

fn choose_two(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

fn pairs_in_groups<'a, T: 'a>(groups: impl Iterator<Item = &'a [T]>) -> u64 {
    groups.map(|group| choose_two(group.len())).sum()
}

/// Merge sort that counts the pairs in the wrong order.
fn sort_counting_inversions(values: &mut [f64], merged: &mut Vec<f64>) -> u64 {
    let middle = values.len() / 2;
    if middle == 0 {
        return 0;
    }
    let (left, right) = values.split_at_mut(middle);
    let mut inversions =
        sort_counting_inversions(left, merged) + sort_counting_inversions(right, merged);
    merged.clear();
    let (mut l, mut r) = (0, 0);
    while l < left.len() || r < right.len() {
        if r == right.len() || (l < left.len() && left[l] <= right[r]) {
            merged.push(left[l]);
            l += 1;
        } else {
            inversions += (left.len() - l) as u64;
            merged.push(right[r]);
            r += 1;
        }
    }
    values.copy_from_slice(merged);
    inversions
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [f64; 8] = [1.0, 2.0, 2.0, 3.0, 5.0, 5.0, 6.0, 4.0];
    const Y: [f64; 8] = [2.0, 1.0, 1.0, 4.0, 4.0, 3.0, 7.0, 4.0];

    #[test]
    fn ties_are_treated_as_scipy_does() {
        // scipy.stats.spearmanr(X, Y), kendalltau(X, Y)
        let rho = spearman(&X, &Y);
        assert!((rho.value().unwrap() - 0.7827445953659216).abs() < 1e-12, "{rho:?}");
        assert!((spearman_p(&rho).value().unwrap() - 0.021640408272445136).abs() < 1e-12);
        assert!((kendall_tau_b(&X, &Y).value().unwrap() - 0.6004805767690768).abs() < 1e-12);
    }

    #[test]
    fn equal_and_opposite_rankings_are_exactly_one_and_minus_one() {
        let down: Vec<f64> = X.iter().map(|x| -x).collect();
        for correlation in [spearman, kendall_tau_b] {
            assert_eq!(correlation(&X, &X).value(), Some(1.0));
            assert_eq!(correlation(&X, &down).value(), Some(-1.0));
        }
        assert_eq!(spearman_p(&spearman(&X, &X)).value(), Some(0.0));
    }

    #[test]
    fn a_constant_side_is_undefined_but_counts_as_full_agreement_in_mmt_bench() {
        let flat = [3.0; 8];
        assert_eq!(spearman(&X, &flat).value(), None);
        assert_eq!(kendall_tau_b(&flat, &X).value(), None);
        assert_eq!(mmt_bench_tau(&X, &flat).value(), Some(1.0));
    }

    #[test]
    fn two_pairs_have_a_correlation_but_no_p_value() {
        let rho = spearman(&[1.0, 2.0], &[5.0, 3.0]);
        assert_eq!(rho.value(), Some(-1.0));
        assert_eq!(spearman_p(&rho).value(), None);
        assert_eq!(spearman(&[1.0], &[1.0]).value(), None);
        assert_eq!(spearman(&[1.0, f64::NAN], &[1.0, 2.0]).value(), None);
    }

    #[test]
    fn the_fast_count_equals_counting_every_pair() {
        let (mut concordant, mut discordant) = (0, 0);
        for i in 0..8 {
            for j in 0..i {
                let product = (X[i] - X[j]) * (Y[i] - Y[j]);
                concordant += u64::from(product > 0.0);
                discordant += u64::from(product < 0.0);
            }
        }
        let pairs = PairCounts::compute(&X, &Y);
        assert_eq!((pairs.concordant(), pairs.discordant), (concordant, discordant));
    }
}
