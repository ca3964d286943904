//! Seeded random draws, computed from ChaCha8's numbers by code in this file, so that a new version
//! of a crate cannot change the sample.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seeded source of draws.
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The source with this seed.
    pub fn seeded(seed: u64) -> Self {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        (self.0.next_u64() >> 11) as f64 / ((1u64 << 53) as f64) < probability
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }
}
