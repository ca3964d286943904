//! Pictures that look nearly the same: scaled, compressed again, brighter or darker.
//!
//! A picture is reduced to 32×32 grey values. Its fingerprint has a bit for each of the 63 lowest
//! frequencies (cosine transform) except the mean: whether it is above their median (pHash). Two
//! fingerprints that differ in 6 bits or fewer are equal in at least one of seven bands of 9 bits, so
//! only pictures that share a band are compared.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::groups::Groups;

/// The side of the reduced picture.
pub const SIDE: usize = 32;
/// The most bits in which fingerprints of near duplicates differ.
const MOST_DIFFERENT: u32 = 6;
/// Bands of the fingerprint, one more than the bits that may differ.
const BANDS: u32 = MOST_DIFFERENT + 1;
/// The width of a band, in bits.
const BAND_BITS: u32 = 9;
/// The least correlation of the grey values of near duplicates.
const LEAST_CORRELATION: f64 = 0.95;
/// Grey values that are spread less than this (standard deviation) show nothing to compare.
const LEAST_SPREAD: f64 = 3.0;

/// The rule in words.
pub const RULE: &str = "6 of 63 bits (pHash) differ at most, grey values correlate by 0.95";

/// A picture reduced to what is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Fingerprint {
    bits: u64,
    /// The grey values, their sum, and the length of their difference from the mean. Bytes, because a
    /// benchmark has tens of thousands of pictures.
    grey: Box<[u8]>,
    sum: u64,
    length: f64,
}

impl Fingerprint {
    /// The fingerprint of 32×32 grey values; `None` if their number differs, or they are nearly all
    /// the same.
    pub fn new(grey: &[u8]) -> Option<Fingerprint> {
        if grey.len() != SIDE * SIDE {
            return None;
        }
        let sum: u64 = grey.iter().map(|&value| u64::from(value)).sum();
        let mean = sum as f64 / grey.len() as f64;
        let centred: Vec<f64> = grey.iter().map(|&value| f64::from(value) - mean).collect();
        let length = centred.iter().map(|value| value * value).sum::<f64>().sqrt();
        if length < LEAST_SPREAD * SIDE as f64 {
            return None;
        }
        let bits = bits(&low_frequencies(&centred));
        Some(Fingerprint { bits, grey: grey.into(), sum, length })
    }

    /// Whether the other one looks nearly the same.
    pub fn is_near(&self, other: &Fingerprint) -> bool {
        (self.bits ^ other.bits).count_ones() <= MOST_DIFFERENT
            && self.correlation(other) >= LEAST_CORRELATION
    }

    fn correlation(&self, other: &Fingerprint) -> f64 {
        let products = self.grey.iter().zip(&other.grey);
        let products: u64 = products.map(|(&one, &other)| u64::from(one) * u64::from(other)).sum();
        let of_means = self.sum as f64 * other.sum as f64 / self.grey.len() as f64;
        (products as f64 - of_means) / (self.length * other.length)
    }

    fn band(&self, band: u32) -> u64 {
        (self.bits >> (band * BAND_BITS)) & ((1 << BAND_BITS) - 1)
    }
}

/// The 63 lowest frequencies of the cosine transform without the mean, row by row.
fn low_frequencies(values: &[f64]) -> [f64; 63] {
    const LOW: usize = 8;
    fn cosine(at: usize, frequency: usize) -> f64 {
        (std::f64::consts::PI * (at as f64 + 0.5) * frequency as f64 / SIDE as f64).cos()
    }
    static TABLE: LazyLock<[[f64; LOW]; SIDE]> = LazyLock::new(|| {
        std::array::from_fn(|at| std::array::from_fn(|frequency| cosine(at, frequency)))
    });
    let table = &*TABLE;
    // Rows first, then columns.
    let mut rows = [[0.0; LOW]; SIDE];
    for (row, sums) in rows.iter_mut().enumerate() {
        for (column, cosines) in table.iter().enumerate() {
            let value = values[row * SIDE + column];
            sums.iter_mut().zip(cosines).for_each(|(sum, cosine)| *sum += value * cosine);
        }
    }
    let coefficient = |number: usize| {
        let (down, across) = (number / LOW, number % LOW);
        rows.iter().zip(table).map(|(sums, cosines)| sums[across] * cosines[down]).sum()
    };
    std::array::from_fn(|number| coefficient(number + 1))
}

fn bits(frequencies: &[f64; 63]) -> u64 {
    let mut sorted = *frequencies;
    sorted.sort_by(f64::total_cmp);
    let median = sorted[31];
    let is_above = frequencies.iter().map(|&value| u64::from(value > median));
    is_above.enumerate().fold(0, |bits, (at, bit)| bits | (bit << at))
}

/// Two pictures that look nearly the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPictures {
    /// The positions among the one and the other pictures.
    pub pair: [usize; 2],
    /// The bits of the fingerprints that differ.
    pub bits: u32,
    /// The correlation of the grey values.
    pub correlation: f64,
}

/// The near duplicates between two sets of pictures, in their order.
pub fn near_between(
    one: &[Option<Fingerprint>],
    other: &[Option<Fingerprint>],
) -> Vec<NearPictures> {
    let mut buckets: HashMap<(u32, u64), Vec<usize>> = HashMap::new();
    for (at, fingerprint) in other.iter().enumerate() {
        let bands =
            fingerprint.iter().flat_map(|print| (0..BANDS).map(|band| (band, print.band(band))));
        bands.for_each(|band| buckets.entry(band).or_default().push(at));
    }
    let mut found = Vec::new();
    for (at, fingerprint) in one.iter().enumerate() {
        let Some(fingerprint) = fingerprint else { continue };
        let bands = (0..BANDS).filter_map(|band| buckets.get(&(band, fingerprint.band(band))));
        let mut candidates: Vec<usize> = bands.flatten().copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        for to in candidates {
            let Some(known) = other[to].as_ref().filter(|known| known.is_near(fingerprint)) else {
                continue;
            };
            let bits = (known.bits ^ fingerprint.bits).count_ones();
            let correlation = known.correlation(fingerprint);
            found.push(NearPictures { pair: [at, to], bits, correlation });
        }
    }
    found
}

/// The groups of near duplicates.
pub fn near_pictures(fingerprints: &[Option<Fingerprint>]) -> Vec<Vec<usize>> {
    let mut groups = Groups::new(fingerprints.len());
    for band in 0..BANDS {
        let mut buckets: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, fingerprint) in fingerprints.iter().enumerate() {
            let Some(fingerprint) = fingerprint else { continue };
            let bucket = buckets.entry(fingerprint.band(band)).or_default();
            for &other in &*bucket {
                let Some(known) = &fingerprints[other] else { continue };
                let was_compared = (0..band).any(|b| known.band(b) == fingerprint.band(b));
                // Of thousands that look alike only a few are compared.
                let is_known = was_compared || groups.are_together(at, other);
                if !is_known && known.is_near(fingerprint) {
                    groups.unite(at, other);
                }
            }
            bucket.push(at);
        }
    }
    groups.of_several()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hills of brightness at places that the seed decides.
    fn scene(seed: u32) -> Vec<u8> {
        let hill = |number: u32| {
            let mixed = (seed * 7 + number + 1).wrapping_mul(2_654_435_761);
            (f64::from(mixed >> 27), f64::from((mixed >> 20) & 31), f64::from((mixed >> 12) & 127))
        };
        let hills: Vec<_> = (0..6).map(hill).collect();
        let value = |at: usize| {
            let (x, y) = ((at % SIDE) as f64, (at / SIDE) as f64);
            let light = |&(cx, cy, height): &(f64, f64, f64)| {
                height * (-((x - cx).powi(2) + (y - cy).powi(2)) / 40.0).exp()
            };
            (40.0 + hills.iter().map(light).sum::<f64>()).min(255.0) as u8
        };
        (0..SIDE * SIDE).map(value).collect()
    }

    fn groups(pictures: &[Vec<u8>]) -> Vec<Vec<usize>> {
        let prints: Vec<_> = pictures.iter().map(|grey| Fingerprint::new(grey)).collect();
        near_pictures(&prints)
    }

    #[test]
    fn brighter_with_less_contrast_and_noise_is_near_and_another_scene_is_not() {
        let scene_1 = scene(1);
        let faint: Vec<u8> = scene_1.iter().map(|&v| (f64::from(v) * 0.7 + 50.0) as u8).collect();
        let noisy: Vec<u8> = scene_1
            .iter()
            .enumerate()
            .map(|(at, &v)| v.saturating_add((at * 37 % 7) as u8))
            .collect();
        assert_eq!(groups(&[scene(2), scene_1, faint, scene(3), noisy]), [vec![1, 2, 4]]);
    }

    #[test]
    fn forty_scenes_are_forty_pictures_and_the_mirror_of_one_is_another() {
        let mut scenes: Vec<_> = (0..40).map(scene).collect();
        let mirror: Vec<u8> =
            scenes[5].chunks(SIDE).flat_map(|row| row.iter().rev().copied()).collect();
        scenes.push(mirror);
        assert!(groups(&scenes).is_empty());
    }

    #[test]
    fn between_two_sets_each_near_pair_is_found_with_its_distance() {
        let print = |grey: &[u8]| Fingerprint::new(grey);
        let faint: Vec<u8> = scene(1).iter().map(|&v| (f64::from(v) * 0.7 + 50.0) as u8).collect();
        let one = [print(&scene(3)), None, print(&scene(1))];
        let other = [print(&scene(2)), print(&faint), print(&scene(1)), None];
        let found = near_between(&one, &other);
        assert_eq!(found.iter().map(|near| near.pair).collect::<Vec<_>>(), [[2, 1], [2, 2]]);
        assert_eq!(found[1].bits, 0);
        assert!((found[1].correlation - 1.0).abs() < 1e-9 && found[0].correlation < 1.0);
    }

    #[test]
    fn an_empty_picture_has_no_fingerprint() {
        assert_eq!(Fingerprint::new(&[200; SIDE * SIDE]), None);
        assert_eq!(Fingerprint::new(&[1, 2, 3]), None);
        assert_eq!(
            groups(&[vec![200; SIDE * SIDE], vec![90; SIDE * SIDE]]),
            Vec::<Vec<usize>>::new()
        );
    }

    #[test]
    fn half_of_the_frequencies_are_above_the_median() {
        let print = Fingerprint::new(&scene(9)).unwrap();
        assert_eq!(print.bits.count_ones(), 31);
        let bands: u64 = (0..BANDS).map(|band| print.band(band) << (band * BAND_BITS)).sum();
        assert_eq!(bands, print.bits, "the bands have every bit once");
    }
}
