//! Pearson's chi-square test of counts against expected counts.

use serde::Serialize;
use statrs::function::gamma::gamma_ur;

/// The test of counts against their expected values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChiSquare {
    /// The sum of (observed − expected)² / expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: usize,
    /// The probability of a statistic as large as this, if the expectation holds.
    pub p: f64,
    /// The smallest expected count. The test is an approximation, and a poor one below about 5.
    pub smallest_expected: f64,
}

impl ChiSquare {
    /// The test whether all these outcomes are equally likely; `None` for fewer than two outcomes,
    /// or if all counts are 0.
    pub fn from_counts(observed: &[usize]) -> Option<ChiSquare> {
        let n: usize = observed.iter().sum();
        if observed.len() < 2 || n == 0 {
            return None;
        }
        let expected = n as f64 / observed.len() as f64;
        let terms = observed.iter().map(|&count| (count as f64 - expected).powi(2) / expected);
        Some(ChiSquare::new(terms.sum(), observed.len() - 1, expected))
    }

    /// The joint test of independent ones: statistics and degrees of freedom add up. `None` if
    /// there are no tests.
    pub fn joint(tests: &[ChiSquare]) -> Option<ChiSquare> {
        let smallest = tests.iter().map(|test| test.smallest_expected).reduce(f64::min)?;
        let statistic = tests.iter().map(|test| test.statistic).sum();
        Some(ChiSquare::new(statistic, tests.iter().map(|test| test.df).sum(), smallest))
    }

    fn new(statistic: f64, df: usize, smallest_expected: f64) -> ChiSquare {
        ChiSquare { statistic, df, p: upper_tail(statistic, df), smallest_expected }
    }
}

/// P(X >= x) of a chi-square distribution.
fn upper_tail(x: f64, df: usize) -> f64 {
    if x <= 0.0 { 1.0 } else { gamma_ur(df as f64 / 2.0, x / 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_are_tested_as_scipy_does() {
        // scipy.stats.chisquare([16, 18, 16, 14, 12, 12]), from its documentation.
        let test = ChiSquare::from_counts(&[16, 18, 16, 14, 12, 12]).unwrap();
        assert!((test.statistic - 2.0).abs() < 1e-12);
        assert!((test.p - 0.849_145_036_086_044_8).abs() < 1e-10, "{}", test.p);
        assert_eq!(test.df, 5);
        assert!((test.smallest_expected - 88.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn one_degree_of_freedom_is_the_square_of_a_normal_one() {
        // 1.96² and the two-sided 5 %.
        let z95 = crate::statistics::Z95;
        assert!((upper_tail(z95 * z95, 1) - 0.05).abs() < 1e-10);
        assert!((upper_tail(2.0, 2) - (-1.0_f64).exp()).abs() < 1e-12, "two are exponential");
        assert!((upper_tail(0.0, 3) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn independent_tests_add_up() {
        let tests =
            [[30, 10].as_slice(), &[5, 5, 5]].map(|counts| ChiSquare::from_counts(counts).unwrap());
        let joint = ChiSquare::joint(&tests).unwrap();
        assert!((joint.statistic - 10.0).abs() < 1e-12);
        assert_eq!(joint.df, 3);
        assert!((joint.smallest_expected - 5.0).abs() < 1e-12);
        assert!((joint.p - upper_tail(10.0, 3)).abs() < 1e-15);
    }

    #[test]
    fn nothing_to_compare_is_no_test() {
        assert_eq!(ChiSquare::from_counts(&[7]), None);
        assert_eq!(ChiSquare::from_counts(&[0, 0]), None);
        assert_eq!(ChiSquare::joint(&[]), None);
    }
}
