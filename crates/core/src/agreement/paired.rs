//! The difference between two candidates on the same items, with its bootstrap interval.

use crate::statistics::{Bootstrap, NoBootstrap, Plan, Units, bootstrap};

/// The mean difference first - second and its bootstrap. `above_zero` of the bootstrap is the share
/// of resamples in which the first wins.
pub type PairedDifference = Bootstrap;

/// Resamples items (or clusters of them), taking both candidates' scores of an item together.
///
/// # Panics
/// If `units` names an item beyond the shorter of the two slices.
pub fn paired_bootstrap(
    first: &[f64],
    second: &[f64],
    units: &Units,
    plan: Plan,
) -> Result<PairedDifference, NoBootstrap> {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    bootstrap(units, plan, |drawn| {
        let sum: f64 = drawn.iter().map(|&item| differences[item as usize]).sum();
        (!drawn.is_empty()).then(|| sum / drawn.len() as f64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_winner_wins_in_nearly_every_resample() {
        let first: Vec<f64> = (0..100).map(|i| f64::from(u8::from(i % 10 != 0))).collect();
        let second: Vec<f64> = (0..100).map(|i| f64::from(u8::from(i % 10 > 2))).collect();
        let plan = Plan { resamples: 2_000, seed: 5 };
        let result = paired_bootstrap(&first, &second, &Units::each(100), plan).unwrap();
        assert!((result.value - 0.2).abs() < 1e-12);
        assert!(result.above_zero > 0.999);
        let (low, high) = result.ci95();
        assert!(low > 0.1 && high < 0.3, "{result:?}");
    }

    #[test]
    fn clusters_that_move_together_widen_the_interval() {
        let first: Vec<f64> = (0..100).map(|i| f64::from(u8::from(i / 10 % 2 == 0))).collect();
        let second = vec![0.5; 100];
        let width = |units: &Units| {
            let (low, high) =
                paired_bootstrap(&first, &second, units, Plan::default()).unwrap().percentile;
            high - low
        };
        let keys: Vec<usize> = (0..100).map(|i| i / 10).collect();
        assert!(width(&Units::clusters(&keys)) > 2.5 * width(&Units::each(100)));
    }
}
