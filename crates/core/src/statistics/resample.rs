//! Drawing with replacement, the same on every machine for the same seed.
//!
//! The generator is ChaCha8. The step from its words to a position is written here, because a
//! library may change how it draws from a range, and with it every interval that was published
//! with a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How often to draw, and from which seed. Printed with every result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of resamples.
    pub resamples: usize,
    /// Seed of the generator.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { resamples: 10_000, seed: 1 }
    }
}

/// Draws positions with replacement.
pub struct Drawer {
    n: u32,
    random: ChaCha8Rng,
}

impl Drawer {
    /// A drawer of `n` positions that starts at the beginning of one of the streams of `seed`.
    pub fn new(n: u32, seed: u64, stream: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(stream);
        Drawer { n, random }
    }

    /// As many positions as there are, with replacement.
    pub fn draw(&mut self, into: &mut Vec<u32>) {
        into.clear();
        let Drawer { n, random } = self;
        into.extend((0..*n).map(|_| below(random, *n)));
    }
}

/// A number below `n`, all equally likely (Lemire 2019, "Fast random integer generation in an
/// interval": multiply and reject the few words that would be too many).
pub(super) fn below(random: &mut ChaCha8Rng, n: u32) -> u32 {
    loop {
        let product = u64::from(random.next_u32()) * u64::from(n);
        let low = product as u32;
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_draws_the_same() {
        let mut drawn = Vec::new();
        Drawer::new(10, 7, 0).draw(&mut drawn);
        let mut again = Vec::new();
        Drawer::new(10, 7, 0).draw(&mut again);
        assert_eq!(drawn, again);
        Drawer::new(10, 7, 1).draw(&mut again);
        assert_ne!(drawn, again, "another stream draws others");
        assert_eq!(drawn, [1, 1, 1, 1, 2, 7, 0, 7, 0, 6], "published intervals would move");
    }

    #[test]
    fn every_position_is_equally_likely() {
        let mut drawer = Drawer::new(7, 3, 0);
        let (mut drawn, mut counts) = (Vec::new(), [0_u32; 7]);
        for _ in 0..10_000 {
            drawer.draw(&mut drawn);
            for &position in &drawn {
                counts[position as usize] += 1;
            }
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }

    #[test]
    fn of_a_range_that_does_not_divide_the_words_the_words_too_many_are_rejected() {
        // A third of the words is rejected. Drawn without rejection, the lower half of the range
        // would come twice as often as the upper.
        let n = 3_000_000_000;
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let drawn: Vec<u32> = (0..10_000).map(|_| below(&mut random, n)).collect();
        assert!(drawn.iter().all(|&number| number < n));
        let lower = drawn.iter().filter(|&&number| number < n / 2).count();
        assert!((4_850..5_150).contains(&lower), "{lower}");
        assert_eq!(
            drawn[..4],
            [2644022187, 1566851589, 1645292899, 96830623],
            "published intervals would move"
        );
    }
}
