//! The difference between two candidates on the same items, with its bootstrap interval.

use super::{Bootstrap, Plan, bootstrap};

/// The mean difference first - second, with both candidates' scores of an item taken together.
/// `above_zero` of the bootstrap is the share of resamples in which the first wins.
pub fn paired_bootstrap(first: &[f64], second: &[f64], plan: Plan) -> Result<Bootstrap, String> {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    bootstrap(differences.len(), plan, |drawn| {
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
        let result = paired_bootstrap(&first, &second, plan).unwrap();
        assert!((result.value - 0.2).abs() < 1e-12);
        assert!(result.above_zero > 0.999);
        let (low, high) = result.ci95();
        assert!(low > 0.1 && high < 0.3, "{result:?}");
    }
}
