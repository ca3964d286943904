//! The bootstrap over questions, the same for every table. Never over votes: the judgments of a question in two
//! orders, of several people, of repeats, depend on each other.
//!
//! A resample only weighs questions, so that what was said on each is counted once, and a resample costs a
//! multiplication for each of these counts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::statistics::{Drawer, Plan};

/// Resamples summed at once: as many as fit in a few registers. Sums of whole and half votes are exact in four bytes up
/// to eight million of a pair, and any others are far closer than the spread of the resamples.
const LANES: usize = 16;

/// What was said on a question, or on several on which the same was said.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The first question of this kind.
    pub question: u32,
    /// The number of questions.
    pub times: u32,
    /// Places in a sum over questions, in order, and what each question adds there.
    pub amounts: Vec<(u32, f64)>,
}

/// Counts together the questions on which the same was said.
pub(super) fn merge_alike(kinds: Vec<Kind>) -> Vec<Kind> {
    let mut places: HashMap<Vec<(u32, u64)>, usize> = HashMap::new();
    let mut merged: Vec<Kind> = Vec::new();
    for kind in kinds {
        let bits = kind.amounts.iter().map(|&(place, amount)| (place, amount.to_bits()));
        match places.entry(bits.collect()) {
            Entry::Occupied(known) => merged[*known.get()].times += kind.times,
            Entry::Vacant(new) => {
                new.insert(merged.len());
                merged.push(kind);
            }
        }
    }
    merged
}

/// The sums over all questions.
pub(super) fn sums(kinds: &[Kind], size: usize) -> Vec<f64> {
    let mut sums = vec![0.0; size];
    for kind in kinds {
        for &(place, amount) in &kind.amounts {
            sums[place as usize] += f64::from(kind.times) * amount;
        }
    }
    sums
}

/// What follows from the sums over each resample of the questions, whatever the number of threads.
pub(super) fn resampled<T: Send>(
    kinds: &[Kind],
    size: usize,
    plan: Plan,
    of_sums: impl Fn(&[f64]) -> T + Sync,
) -> Vec<T> {
    let positions = (0..).zip(kinds);
    let positions = positions.flat_map(|(at, kind)| std::iter::repeat_n(at, kind.times as usize));
    let positions: Vec<u32> = positions.collect();
    // One question alone does not vary.
    let blocks = if positions.len() < 2 { 0 } else { plan.resamples.div_ceil(LANES) };
    let of_block = |block: usize| {
        let mut drawer = Drawer::new(0, plan.seed, block as u64);
        let mut weights = vec![[0.0_f32; LANES]; kinds.len()];
        let draw_lane = |lane: usize| {
            drawer.draw_kinds(&positions, |kind, times| {
                weights[kind as usize][lane] += times as f32;
            });
        };
        (0..LANES).for_each(draw_lane);
        let mut sums = vec![[0.0_f32; LANES]; size];
        for (kind, weights) in kinds.iter().zip(&weights) {
            for &(place, amount) in &kind.amounts {
                let lanes = sums[place as usize].iter_mut().zip(weights);
                lanes.for_each(|(sum, weight)| *sum += amount as f32 * weight);
            }
        }
        let wanted = LANES.min(plan.resamples - block * LANES);
        let of_lane =
            |lane: usize| sums.iter().map(|lanes| f64::from(lanes[lane])).collect::<Vec<f64>>();
        (0..wanted).map(|lane| of_sums(&of_lane(lane))).collect::<Vec<T>>()
    };
    (0..blocks).into_par_iter().flat_map_iter(of_block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(times: u32, amounts: &[(u32, f64)]) -> Kind {
        Kind { question: 0, times, amounts: amounts.to_vec() }
    }

    #[test]
    fn questions_on_which_the_same_was_said_are_resampled_as_they_are_one_by_one() {
        let one_by_one: Vec<Kind> =
            (0..300).map(|at| kind(1, &[(0, 1.0), (1, f64::from(at % 3))])).collect();
        let together = merge_alike(one_by_one.clone());
        assert_eq!(together.iter().map(|kind| kind.times).collect::<Vec<_>>(), [100; 3]);
        assert_eq!(sums(&one_by_one, 2), sums(&together, 2));
        let plan = Plan { resamples: 2_001, seed: 3 };
        let spread = |kinds: &[Kind]| {
            let found = resampled(kinds, 2, plan, |sums| (sums[0], sums[1]));
            assert_eq!(found.len(), 2_001);
            assert!(found.iter().all(|(n, _)| (n - 300.0).abs() < 1e-9), "300 are drawn each time");
            found.iter().map(|(_, sum)| (sum - 300.0).powi(2)).sum::<f64>() / 2_001.0
        };
        // The variance of a sum of 300 draws from 0, 1, 2.
        for found in [spread(&one_by_one), spread(&together)] {
            assert!((found / 200.0 - 1.0).abs() < 0.12, "{found}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_resamples_and_one_question_none() {
        let kinds = [kind(2, &[(0, 1.0)]), kind(3, &[(0, 2.0)])];
        let run = |seed| resampled(&kinds, 1, Plan { resamples: 40, seed }, |sums| sums[0]);
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        assert!(resampled(&kinds[..0], 1, Plan::default(), |sums| sums[0]).is_empty());
        assert!(resampled(&[kind(1, &[])], 1, Plan::default(), |sums| sums[0]).is_empty());
    }
}
