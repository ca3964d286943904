//! The standard normal distribution: the quantile every interval uses, and both directions.

use statrs::function::erf::{erfc, erfc_inv};

/// The two-sided 95 % quantile.
pub const Z95: f64 = 1.959_963_984_540_054;

/// P(X <= x).
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The x with P(X <= x) = `p`; infinite at 0 and 1.
pub fn normal_quantile(p: f64) -> f64 {
    -std::f64::consts::SQRT_2 * erfc_inv(2.0 * p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_equal_scipy() {
        // scipy.stats.norm.ppf and .cdf
        assert!((normal_quantile(0.975) - Z95).abs() < 1e-12);
        assert!((normal_quantile(0.01) + 2.3263478740408408).abs() < 1e-11);
        assert!((normal_cdf(-1.5) - 0.06680720126885807).abs() < 1e-10);
        assert!(normal_quantile(0.0).is_infinite());
    }
}
