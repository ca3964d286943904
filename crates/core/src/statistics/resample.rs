//! Drawing with replacement, the same on every machine for the same seed.
//!
//! The generator is ChaCha8. The step from its words to a position is written here, because a
//! library may change how it draws from a range, and with it every interval that was published
//! with a seed.

use std::collections::HashMap;
use std::hash::Hash;

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

/// The units of a resample: single items, or clusters (an ability, an image, a model) whose items
/// are drawn together.
#[derive(Clone, Debug)]
pub struct Units {
    /// Positions of the items, unit after unit.
    items: Vec<u32>,
    /// Where each unit starts in `items`, and the end of the last.
    starts: Vec<u32>,
}

impl Units {
    /// `n` items, each drawn alone. At most `u32::MAX` of them are used.
    pub fn each(n: usize) -> Self {
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        Units { items: (0..n).collect(), starts: (0..=n).collect() }
    }

    /// Items with the same key are drawn together; `keys` holds the key of each item in order.
    pub fn clusters<K: Eq + Hash>(keys: &[K]) -> Self {
        let mut position_of = HashMap::new();
        let mut members: Vec<Vec<u32>> = Vec::new();
        for (key, item) in keys.iter().zip(0..) {
            let position = *position_of.entry(key).or_insert(members.len());
            if position == members.len() {
                members.push(Vec::new());
            }
            members[position].push(item);
        }
        let mut units = Units { items: Vec::with_capacity(keys.len()), starts: vec![0] };
        for member in members {
            units.items.extend(member);
            units.starts.push(units.items.len() as u32);
        }
        units
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All items, each once.
    pub fn all(&self) -> &[u32] {
        &self.items
    }

    /// All items but those of one unit, written into `into`.
    pub fn without(&self, unit: usize, into: &mut Vec<u32>) {
        into.clear();
        into.extend_from_slice(&self.items[..self.starts[unit] as usize]);
        into.extend_from_slice(&self.items[self.starts[unit + 1] as usize..]);
    }

    fn is_each(&self) -> bool {
        self.items.len() == self.len()
    }

    fn members(&self, unit: u32) -> &[u32] {
        let unit = unit as usize;
        &self.items[self.starts[unit] as usize..self.starts[unit + 1] as usize]
    }
}

/// Draws units with replacement.
pub struct Drawer<'a> {
    units: &'a Units,
    random: ChaCha8Rng,
}

impl<'a> Drawer<'a> {
    /// A drawer that starts at the beginning of one of the streams of `seed`.
    pub fn new(units: &'a Units, seed: u64, stream: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(stream);
        Drawer { units, random }
    }

    /// As many units as there are, with replacement: the positions of their items.
    pub fn draw(&mut self, into: &mut Vec<u32>) {
        into.clear();
        let n = self.units.len() as u32;
        if self.units.is_each() {
            let Drawer { units, random } = self;
            into.extend((0..n).map(|_| units.items[below(random, n) as usize]));
        } else {
            for _ in 0..n {
                let unit = below(&mut self.random, n);
                into.extend_from_slice(self.units.members(unit));
            }
        }
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
        let units = Units::each(10);
        let mut drawn = Vec::new();
        Drawer::new(&units, 7, 0).draw(&mut drawn);
        let mut again = Vec::new();
        Drawer::new(&units, 7, 0).draw(&mut again);
        assert_eq!(drawn, again);
        Drawer::new(&units, 7, 1).draw(&mut again);
        assert_ne!(drawn, again, "another stream draws others");
        assert_eq!(drawn, [1, 1, 1, 1, 2, 7, 0, 7, 0, 6], "published intervals would move");
    }

    #[test]
    fn every_position_is_equally_likely() {
        let units = Units::each(7);
        let mut drawer = Drawer::new(&units, 3, 0);
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

    #[test]
    fn a_resample_of_clusters_is_made_of_whole_clusters() {
        let units = Units::clusters(&["x", "y", "x", "y", "y"]);
        assert!(!units.is_empty() && Units::each(0).is_empty());
        let (mut drawn, mut drawer) = (Vec::new(), Drawer::new(&units, 5, 0));
        let mut seen = Vec::new();
        for _ in 0..50 {
            drawer.draw(&mut drawn);
            let mut rest = drawn.as_slice();
            let mut clusters = 0;
            while !rest.is_empty() {
                let cluster = if rest[0] == 0 { &[0, 2][..] } else { &[1, 3, 4] };
                assert!(rest.starts_with(cluster), "{drawn:?}");
                rest = &rest[cluster.len()..];
                clusters += 1;
                seen.push(cluster[0]);
            }
            assert_eq!(clusters, units.len());
        }
        assert!(seen.contains(&0) && seen.contains(&1));
    }

    #[test]
    fn items_of_a_cluster_are_drawn_together() {
        let units = Units::clusters(&["x", "y", "x", "y", "y"]);
        assert_eq!(units.len(), 2);
        let mut drawn = Vec::new();
        Drawer::new(&units, 1, 0).draw(&mut drawn);
        assert_eq!(
            drawn.iter().filter(|&&i| i == 0).count(),
            drawn.iter().filter(|&&i| i == 2).count()
        );
        units.without(0, &mut drawn);
        assert_eq!(drawn, [1, 3, 4]);
    }
}
