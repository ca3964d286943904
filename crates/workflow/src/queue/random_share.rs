//! A share of what is handed out comes in a random order, whatever comes first: what becomes of it says how many
//! errors there are, and how many more the other order finds.
//!
//! At each of its turns comes the first item of the random order that has not come before.

use std::collections::HashSet;

use super::gold::is_due;
use assay_core::benchmark::gate::DrawnShare;

/// The positions that wait, in their order but for the random share. `handed_out` have come before, so that the share is
/// the same for a script that opens the queue for each item.
pub(super) fn mixed_at_random(
    waiting: &[usize],
    at_random: &[usize],
    handed_out: usize,
    drawn: DrawnShare,
) -> Vec<usize> {
    let mut left: HashSet<usize> = waiting.iter().copied().collect();
    let (mut in_turn, mut at_random) = (waiting.iter().copied(), at_random.iter().copied());
    let mut mixed = Vec::with_capacity(waiting.len());
    for slot in handed_out..handed_out + waiting.len() {
        let is_random = is_due(drawn.seed, drawn.share, slot);
        let random = is_random.then(|| at_random.find(|at| left.contains(at))).flatten();
        let next = random.or_else(|| in_turn.find(|at| left.contains(at)));
        mixed.extend(next.filter(|at| left.remove(at)));
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::gate::place_in_order;

    /// The order in which 200 items come, which wait in their order.
    fn order(share: f64, seed: u64) -> Vec<usize> {
        let items: Vec<usize> = (0..200).collect();
        mixed_at_random(&items, &drawn(seed), 0, DrawnShare { share, seed })
    }

    fn drawn(seed: u64) -> Vec<usize> {
        let mut at_random: Vec<usize> = (0..200).collect();
        at_random.sort_by_cached_key(|at| place_in_order(seed, &at.to_string()));
        at_random
    }

    #[test]
    fn every_item_comes_once_and_the_best_ones_first_but_for_the_share_at_random() {
        let found = order(0.1, 7);
        let mut sorted = found.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..200).collect::<Vec<usize>>());
        let of_first = found[..100].iter().filter(|item| **item < 100).count();
        assert!((92..100).contains(&of_first), "{of_first}");
    }

    #[test]
    fn the_random_order_begins_with_what_was_drawn() {
        let mixed = order(0.1, 3);
        let found = drawn(3).iter().take_while(|item| mixed[..100].contains(item)).count();
        assert!(found >= 10, "a tenth of a hundred: {found}");
        assert_eq!(order(1.0, 3), drawn(3));
        assert_ne!(drawn(3), drawn(4));
    }

    #[test]
    fn what_comes_does_not_depend_on_how_often_the_queue_is_opened() {
        let share = DrawnShare { share: 0.25, seed: 5 };
        let (mut waiting, mut came): (Vec<usize>, Vec<usize>) = ((0..200).collect(), Vec::new());
        while let Some(&first) = mixed_at_random(&waiting, &drawn(5), came.len(), share).first() {
            came.push(first);
            waiting.retain(|at| *at != first);
        }
        assert_eq!(came, order(0.25, 5));
    }
}
