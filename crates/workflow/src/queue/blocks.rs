//! Blocks: items that one person takes as a whole, formed when a queue is assigned.

use std::collections::BTreeMap;

use serde::Serialize;

use super::order::{Place, Rank, place};
use crate::evaluation::sample::Stratum;
use assay_store::NewBlocks;

/// How a lead wants blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPlan {
    /// How many items a block has at most.
    pub size: usize,
    /// What the items of a block have in common.
    pub by: Vec<Stratum>,
}

/// How much of a block is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BlockLeft {
    /// How many items of it are this person's to decide.
    pub items: usize,
    /// How many of them they have not decided, skipped or put off.
    pub left: usize,
}

/// An item that goes into a block.
pub(super) struct Blocked {
    pub(super) name: String,
    /// What the items of its block have in common; among other things how many people decide it.
    pub(super) part: (bool, String),
    /// What comes first.
    pub(super) rank: Rank,
}

/// Blocks of items that follow each other in the assignment's order: by rank, items of the same rank in an
/// order that `seed` draws. The last block of each part has what is left.
pub(super) fn form_blocks(items: Vec<Blocked>, size: usize, seed: u64) -> NewBlocks {
    let mut parts: BTreeMap<(bool, String), Vec<(Place, String)>> = BTreeMap::new();
    for Blocked { name, part, rank } in items {
        parts.entry(part).or_default().push((place(rank, seed, &name), name));
    }
    let mut blocks = Vec::new();
    for mut part in parts.into_values() {
        part.sort_unstable();
        let names: Vec<String> = part.into_iter().map(|(_, name)| name).collect();
        blocks.extend(names.chunks(size.max(1)).map(<[String]>::to_vec));
    }
    NewBlocks { size, items: blocks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(count: usize, part: &str, rank: impl Fn(usize) -> u32) -> Vec<Blocked> {
        let item = |at: usize| Blocked {
            name: format!("{part}{at}"),
            part: (true, part.into()),
            rank: [rank(at), 0, 0],
        };
        (0..count).map(item).collect()
    }

    #[test]
    fn every_item_is_in_one_block_of_its_own_part_and_none_is_longer_than_wanted() {
        for count in 1..40 {
            let all: Vec<Blocked> =
                [items(count, "a", |_| 0), items(7, "b", |_| 0)].into_iter().flatten().collect();
            let blocks = form_blocks(all, 10, 1);
            let lengths: Vec<usize> = blocks.items.iter().map(Vec::len).collect();
            assert_eq!(lengths.iter().sum::<usize>(), count + 7);
            assert_eq!(lengths.len(), count.div_ceil(10) + 1, "{lengths:?}");
            assert!(lengths.iter().all(|&length| (1..=10).contains(&length)), "{lengths:?}");
            let is_pure = |block: &Vec<String>| {
                block.iter().all(|name| name.starts_with('a'))
                    || block.iter().all(|name| name.starts_with('b'))
            };
            assert!(blocks.items.iter().all(is_pure));
        }
    }

    #[test]
    fn what_ranks_first_is_in_the_same_block_and_equals_are_drawn() {
        let blocks = form_blocks(items(20, "a", |at| u32::from(at % 4 == 0)), 5, 1);
        let mut first = blocks.items[0].clone();
        first.sort();
        assert_eq!(first, ["a0", "a12", "a16", "a4", "a8"]);
        let other = form_blocks(items(20, "a", |_| 0), 5, 2);
        assert_eq!(other, form_blocks(items(20, "a", |_| 0), 5, 2));
        assert_ne!(other, form_blocks(items(20, "a", |_| 0), 5, 3));
    }
}
