//! A share of what is handed out comes in a random order, whatever comes first: what becomes of it says how many
//! errors there are, and how many more the other order finds.
//!
//! At each of its turns comes the first item of the random order that has not come before.

use std::cmp::Reverse;

use super::gold::is_due;
use super::order::{QueueItem, Rank};
use assay_core::benchmark::gate::{DrawnShare, place_in_order};

/// Ranks items anew, so that the random order, which has their positions, has its share of the places. Items of the
/// same rank come in the order of the seed.
pub(super) fn mix_at_random<I: QueueItem>(
    items: &mut [(I, Rank)],
    at_random: Vec<usize>,
    drawn: DrawnShare,
) {
    let mut ranked: Vec<usize> = (0..items.len()).collect();
    ranked.sort_by_cached_key(|&at| {
        (Reverse(items[at].1), place_in_order(drawn.seed, items[at].0.name()))
    });
    let mut is_taken = vec![false; items.len()];
    let (mut at_random, mut ranked) = (at_random.into_iter(), ranked.into_iter());
    for slot in 0..items.len() {
        let is_random = is_due(drawn.seed, drawn.share, slot);
        let random = is_random.then(|| at_random.find(|&at| !is_taken[at])).flatten();
        let Some(at) = random.or_else(|| ranked.find(|&at| !is_taken[at])) else { break };
        is_taken[at] = true;
        items[at].1 = [(items.len() - slot) as u32, 0, 0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_store::QuestionId;

    struct Named(String);

    impl QueueItem for Named {
        fn name(&self) -> &str {
            &self.0
        }

        fn revision(&self) -> u32 {
            1
        }

        fn question_id(&self) -> QuestionId {
            QuestionId::EXAMPLE
        }
    }

    /// The ranks of `count` items in their order, and the order in which they come.
    fn order(count: u32, share: f64, seed: u64) -> Vec<u32> {
        let mut items: Vec<(Named, Rank)> =
            (0..count).map(|at| (Named(at.to_string()), [count - at, 0, 0])).collect();
        let mut at_random: Vec<usize> = (0..items.len()).collect();
        at_random.sort_by_cached_key(|at| place_in_order(seed, &at.to_string()));
        mix_at_random(&mut items, at_random, DrawnShare { share, seed });
        items.sort_by_key(|(_, rank)| Reverse(*rank));
        items.iter().map(|(item, _)| item.0.parse().unwrap()).collect()
    }

    #[test]
    fn every_item_comes_once_and_the_best_ones_first_but_for_the_share_at_random() {
        let found = order(200, 0.1, 7);
        let mut sorted = found.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..200).collect::<Vec<u32>>());
        let of_first = found[..100].iter().filter(|item| **item < 100).count();
        assert!((92..100).contains(&of_first), "{of_first}");
    }

    #[test]
    fn the_random_order_begins_with_what_was_drawn() {
        let (mixed, random) = (order(200, 0.1, 3), order(200, 1.0, 3));
        let drawn = random.iter().take_while(|item| mixed[..100].contains(item)).count();
        assert!(drawn >= 10, "a tenth of a hundred: {drawn}");
        assert_ne!(order(200, 1.0, 3), order(200, 1.0, 4));
    }
}
