//! Drawing a sample without replacement from strata, the same on every machine for a seed.
//!
//! The sample has the size that the rate asks of the whole, rounded once; each stratum gets its
//! share of it, rounded down, and the remainder goes to the strata with the largest remainders
//! (Hamilton's method). Rounding in every stratum alone would starve small strata and change the
//! size of the whole. The drawn members depend on the names and the seed, not on the order of the
//! input.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde::{Serialize, Serializer};

use super::resample::below;

/// The members drawn from one stratum. JSON has their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct Drawn<T> {
    /// The stratum's name.
    pub stratum: String,
    /// The number of members to draw from.
    pub available: usize,
    /// The drawn members, in order.
    #[serde(serialize_with = "count")]
    pub drawn: Vec<T>,
}

fn count<T, S: Serializer>(members: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(members.len() as u64)
}

/// Draws the share `rate` (0 to 1) of all members, from every stratum in proportion; strata come in
/// the order of their names, and equal members count as one.
pub fn draw_stratified<T: Ord>(
    strata: BTreeMap<String, Vec<T>>,
    rate: f64,
    seed: u64,
) -> Vec<Drawn<T>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let sizes: Vec<usize> = strata.values().map(Vec::len).collect();
    let quotas = quotas(&sizes, rate, &mut random);
    strata
        .into_iter()
        .zip(quotas)
        .map(|((stratum, mut members), quota)| {
            members.sort_unstable();
            let available = members.len();
            shuffle_front(&mut members, quota, &mut random);
            members.truncate(quota);
            members.sort_unstable();
            Drawn { stratum, available, drawn: members }
        })
        .collect()
}

fn quotas(sizes: &[usize], rate: f64, random: &mut ChaCha8Rng) -> Vec<usize> {
    let rate = rate.clamp(0.0, 1.0);
    let whole = (sizes.iter().sum::<usize>() as f64 * rate).round() as usize;
    let exact: Vec<f64> = sizes.iter().map(|&size| size as f64 * rate).collect();
    let mut quotas: Vec<usize> = exact.iter().map(|share| share.floor() as usize).collect();
    let mut order: Vec<(usize, u64)> =
        (0..sizes.len()).map(|stratum| (stratum, random.next_u64())).collect();
    // Equal remainders are settled at random, so that no name is favoured.
    order.sort_by(|a, b| {
        exact[b.0].fract().total_cmp(&exact[a.0].fract()).then_with(|| a.1.cmp(&b.1))
    });
    let mut left = whole.saturating_sub(quotas.iter().sum());
    for (stratum, _) in order {
        if left > 0 && quotas[stratum] < sizes[stratum] {
            quotas[stratum] += 1;
            left -= 1;
        }
    }
    quotas
}

/// Fisher and Yates' shuffle, stopped after the first `count` positions.
fn shuffle_front<T>(members: &mut [T], count: usize, random: &mut ChaCha8Rng) {
    for place in 0..count.min(members.len()) {
        let rest = u32::try_from(members.len() - place).unwrap_or(u32::MAX);
        members.swap(place, place + below(random, rest) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn strata(sizes: &[usize]) -> BTreeMap<String, Vec<u32>> {
        let names = (0..).map(|number| format!("stratum {number}"));
        names.zip(sizes.iter().map(|&size| (0..size as u32).collect())).collect()
    }

    fn sizes_drawn(drawn: &[Drawn<u32>]) -> Vec<usize> {
        drawn.iter().map(|stratum| stratum.drawn.len()).collect()
    }

    #[test]
    fn every_stratum_gives_its_share_and_the_whole_has_the_size_asked_for() {
        let drawn = draw_stratified(strata(&[100, 50, 7, 3]), 0.1, 1);
        assert_eq!(sizes_drawn(&drawn), [10, 5, 1, 0]);
        assert_eq!(drawn[0].available, 100);
    }

    #[test]
    fn the_order_in_which_members_come_does_not_matter() {
        let forward = draw_stratified(strata(&[40, 9]), 0.3, 7);
        let mut backward = strata(&[40, 9]);
        for members in backward.values_mut() {
            members.reverse();
        }
        assert_eq!(draw_stratified(backward, 0.3, 7), forward);
        assert_ne!(draw_stratified(strata(&[40, 9]), 0.3, 8), forward, "another seed draws others");
    }

    #[test]
    fn a_seed_draws_what_it_always_drew() {
        let drawn = draw_stratified(strata(&[20]), 0.2, 7);
        assert_eq!(drawn[0].drawn, [3, 4, 6, 14], "samples in databases name their seed");
    }

    #[test]
    fn every_member_is_equally_likely() {
        let mut counts = [0; 5];
        for seed in 0..5_000 {
            for member in &draw_stratified(strata(&[5]), 0.4, seed)[0].drawn {
                counts[*member as usize] += 1;
            }
        }
        assert!(counts.iter().all(|count| (1_850..2_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn equal_remainders_favour_no_stratum() {
        let mut counts = [0; 3];
        for seed in 0..3_000 {
            // One and a half of three: the rounded two go to two of the strata.
            let sizes = sizes_drawn(&draw_stratified(strata(&[1, 1, 1]), 0.5, seed));
            counts.iter_mut().zip(&sizes).for_each(|(count, size)| *count += size);
        }
        assert!(counts.iter().all(|count| (1_850..2_150).contains(count)), "{counts:?}");
    }

    proptest! {
        #[test]
        fn nobody_is_drawn_twice_and_quotas_are_within_one_of_the_share(
            sizes in prop::collection::vec(0usize..60, 0..8), rate in 0.0f64..=1.0, seed: u64,
        ) {
            let drawn = draw_stratified(strata(&sizes), rate, seed);
            let whole: usize = sizes_drawn(&drawn).iter().sum();
            prop_assert_eq!(whole, (sizes.iter().sum::<usize>() as f64 * rate).round() as usize);
            for stratum in drawn {
                prop_assert!((stratum.drawn.len() as f64 - stratum.available as f64 * rate).abs() < 1.0 + 1e-9);
                let mut distinct = stratum.drawn.clone();
                distinct.dedup();
                prop_assert_eq!(distinct.len(), stratum.drawn.len());
            }
        }
    }
}
