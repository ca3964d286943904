//! Random numbers for the waits between attempts. No reported figure depends on them.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A number from 0 to 1.
pub(super) fn chance() -> f64 {
    let bits = RandomState::new().build_hasher().finish();
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_from_0_to_1() {
        let numbers: Vec<f64> = (0..1000).map(|_| chance()).collect();
        assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        assert!((0.4..0.6).contains(&mean), "{mean}");
    }
}
