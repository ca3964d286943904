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

    /// Draws as many positions as there are, with replacement, and calls `each` with kinds of positions and how
    /// often they were drawn. `kinds` has the kind of each position, equal ones beside each other.
    ///
    /// Many positions of one kind cost as much as one: each draw is in either half of a range with the same
    /// probability, so that the bits of random words say how many are in the left one.
    pub fn draw_kinds(&mut self, kinds: &[u32], mut each: impl FnMut(u32, u32)) {
        let width = kinds.len().next_power_of_two();
        let mut missing = kinds.len() as u32;
        while missing > 0 {
            missing = self.draw_within(kinds, (0, width), missing, &mut each);
        }
    }

    /// Draws within the positions from `start` on. Returns the number of draws behind the last position.
    fn draw_within(
        &mut self,
        kinds: &[u32],
        (start, width): (usize, usize),
        draws: u32,
        each: &mut impl FnMut(u32, u32),
    ) -> u32 {
        let Some(&first) = kinds.get(start) else { return draws };
        if kinds.get(start + width - 1) == Some(&first) {
            each(first, draws);
            return 0;
        }
        if draws > FEW_DRAWS {
            let (half, left) = (width / 2, self.heads(draws));
            return self.draw_within(kinds, (start, half), left, each)
                + self.draw_within(kinds, (start + half, half), draws - left, each);
        }
        let mut behind = 0;
        for _ in 0..draws {
            match kinds.get(start + (self.random.next_u32() as usize & (width - 1))) {
                Some(&kind) => each(kind, 1),
                None => behind += 1,
            }
        }
        behind
    }

    /// How many of this number of coins show heads.
    fn heads(&mut self, coins: u32) -> u32 {
        let whole: u32 = (0..coins / 64).map(|_| self.random.next_u64().count_ones()).sum();
        let rest = self.random.next_u64() & ((1 << (coins % 64)) - 1);
        whole + rest.count_ones()
    }
}

/// Up to this number of draws are made one by one.
const FEW_DRAWS: u32 = 32;

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
    fn kinds_are_drawn_as_often_as_they_have_positions_and_vary_as_single_draws_do() {
        let sizes = [700, 1, 0, 200, 99];
        let kinds: Vec<u32> =
            (0..).zip(sizes).flat_map(|(kind, size)| std::iter::repeat_n(kind, size)).collect();
        let mut drawer = Drawer::new(0, 5, 0);
        let (mut sums, mut squares) = ([0.0; 5], [0.0; 5]);
        let rounds = 4_000.0;
        for _ in 0..4_000 {
            let mut counts = [0; 5];
            drawer.draw_kinds(&kinds, |kind, times| counts[kind as usize] += times);
            assert_eq!(counts.iter().sum::<u32>(), 1_000);
            for (kind, count) in counts.map(f64::from).into_iter().enumerate() {
                sums[kind] += count;
                squares[kind] += count * count;
            }
        }
        for (kind, size) in sizes.into_iter().enumerate() {
            let (mean, share) = (sums[kind] / rounds, size as f64 / 1_000.0);
            let (spread, expected) =
                (squares[kind] / rounds - mean * mean, size as f64 * (1.0 - share));
            assert!(
                (mean - size as f64).abs() <= 4.0 * (expected / rounds).sqrt(),
                "{kind}: {mean}"
            );
            assert!((spread - expected).abs() <= 0.12 * expected, "{kind}: {spread}");
        }
        drawer.draw_kinds(&[], |_, _| panic!("nothing can be drawn"));
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
