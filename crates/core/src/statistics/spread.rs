//! The distribution of numbers: mean, quartiles and extremes.

use serde::Serialize;

/// Mean, quartiles and extremes of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The number of values.
    pub n: usize,
    pub mean: f64,
    /// The smallest.
    pub min: f64,
    /// The lower quartile, interpolated between neighbours as numpy and R do it by default.
    pub q1: f64,
    pub median: f64,
    /// The upper quartile.
    pub q3: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// The spread of these numbers; `None` if there are none.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let n = values.len();
        let (&min, &max) = values.first().zip(values.last())?;
        let mean = values.iter().sum::<f64>() / n as f64;
        Some(Spread {
            n,
            mean,
            min,
            q1: quantile(&values, 0.25),
            median: quantile(&values, 0.5),
            q3: quantile(&values, 0.75),
            max,
        })
    }
}

/// The quantile of sorted values, linear between order statistics (numpy's default, type 7).
pub(crate) fn quantile(sorted: &[f64], level: f64) -> f64 {
    let at = level * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_interpolated_as_numpy_does() {
        // numpy.percentile([7, 1, 3, 10], [25, 50, 75])
        let spread = Spread::new([7.0, 1.0, 3.0, 10.0]).unwrap();
        assert_eq!((spread.q1, spread.median, spread.q3), (2.5, 5.0, 7.75));
        assert_eq!((spread.n, spread.min, spread.max, spread.mean), (4, 1.0, 10.0, 5.25));
    }

    #[test]
    fn one_number_is_all_of_them_and_none_has_no_spread() {
        let one = Spread::new([4.0]).unwrap();
        assert_eq!((one.q1, one.median, one.max), (4.0, 4.0, 4.0));
        assert_eq!(Spread::new([]), None);
    }
}
