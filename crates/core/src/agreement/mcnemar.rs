//! McNemar's test: do two raters differ in how often they are right on the same items?

use serde::Serialize;

/// The items on which exactly one of two is right, and how surprising their split is if both were
/// equally good.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct McNemar {
    /// Items only the first has right.
    pub only_a: u64,
    /// Items only the second has right.
    pub only_b: u64,
    /// Two-sided exact p, min(1, 2 P(Bin(b + c, 1/2) <= min(b, c))); 1 without such items.
    pub exact_p: f64,
    /// Two-sided mid-p, which counts the observed split half (Fagerland, Lydersen and Laake 2013).
    pub mid_p: f64,
}

impl McNemar {
    /// The test on the two counts of discordant items.
    pub fn compute(only_a: u64, only_b: u64) -> Self {
        let n = only_a + only_b;
        let fewer = only_a.min(only_b);
        let at = probability_of_half(n, fewer);
        let up_to = at * tail_relative_to_its_end(n, fewer);
        McNemar {
            only_a,
            only_b,
            exact_p: (2.0 * up_to).min(1.0),
            mid_p: if only_a == only_b { 1.0 } else { (2.0 * up_to - at).min(1.0) },
        }
    }
}

/// P(Bin(n, 1/2) = k), for k <= n/2.
///
/// Differences of log-gammas lose the digits that the p-value needs when n is large, so that small
/// n are multiplied out and large n go by Loader's saddle point (2000), where nothing cancels.
fn probability_of_half(n: u64, k: u64) -> f64 {
    if n <= 1_000 {
        // Both factors stay inside the range of a float up to here.
        let ways: f64 = (1..=k).map(|i| (n - k + i) as f64 / i as f64).product();
        return ways * 0.5_f64.powi(n as i32);
    }
    if k == 0 {
        return 0.0; // below 2^-1000
    }
    let (n, k) = (n as f64, k as f64);
    let rest = n - k;
    let skew = (rest - k) / n;
    let distance = k * (-skew).ln_1p() + rest * skew.ln_1p();
    let correction = stirling_error(n) - stirling_error(k) - stirling_error(rest);
    (correction - distance).exp() * (n / (std::f64::consts::TAU * k * rest)).sqrt()
}

/// ln m! minus Stirling's formula.
fn stirling_error(m: f64) -> f64 {
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * m * m)) / (m * m)) / m
}

/// P(Bin(n, 1/2) <= k) / P(Bin(n, 1/2) = k), by the ratio of neighbouring terms.
fn tail_relative_to_its_end(n: u64, k: u64) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    for i in (1..=k).rev() {
        term *= i as f64 / (n - i + 1) as f64;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_p_values_equal_scipy() {
        // binomtest(b, b + c).pvalue, and twice binom.cdf minus binom.pmf
        for (b, c, exact, mid) in [
            (3, 12, 0.03515625, 0.02127075195312501),
            (0, 5, 0.0625, 0.03125000000000003),
            (7, 7, 1.0, 1.0),
            (130, 101, 0.06520336158618655, 0.056683207513465506),
            (50200, 49800, 0.2070389717642225, 0.205905251424924),
        ] {
            let test = McNemar::compute(b, c);
            assert!((test.exact_p - exact).abs() < 1e-11, "{test:?}");
            assert!((test.mid_p - mid).abs() < 1e-11, "{test:?}");
            assert_eq!(McNemar::compute(c, b).exact_p.to_bits(), test.exact_p.to_bits());
        }
    }

    #[test]
    fn without_discordant_items_nothing_is_surprising() {
        let test = McNemar::compute(0, 0);
        assert_eq!((test.exact_p, test.mid_p), (1.0, 1.0));
    }

    #[test]
    fn beyond_a_thousand_items_eleven_digits_are_right_however_small_the_probability() {
        // Sums of binomial coefficients as exact fractions.
        for (b, c, exact) in [(480, 560, 0.014259079095386026), (30, 1000, 1.0705318561775087e-252)]
        {
            let found = McNemar::compute(b, c).exact_p;
            assert!((found / exact - 1.0).abs() < 5e-12, "{b} {c}: {found:e}");
        }
    }
}
