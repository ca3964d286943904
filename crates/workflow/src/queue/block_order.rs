//! The blocks of an assignment in one annotator's order: each is a range of positions.
//!
//! An item outside all blocks is a separate block. A block is begun as soon as the annotator has a row on one of
//! its items or holds one. What is open in a block that was begun comes before every other block.

use std::collections::BTreeSet;
use std::ops::Range;

/// The blocks in one annotator's order.
#[derive(Debug)]
pub(super) struct BlockOrder {
    /// The positions of each block.
    ranges: Vec<Range<usize>>,
    /// The block of each position.
    of_position: Vec<usize>,
    /// The blocks that were begun.
    begun: BTreeSet<usize>,
    /// How many positions of each block are open.
    open: Vec<usize>,
}

impl BlockOrder {
    /// The blocks of items that are sorted by them: the number of each item's block, where it is in one,
    /// and whether it is open.
    pub(super) fn new(items: impl Iterator<Item = (Option<u32>, bool)>) -> Self {
        let (mut ranges, mut of_position, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let mut before = None;
        for (position, (number, is_open)) in items.enumerate() {
            if number.is_none() || number != before {
                ranges.push(position..position);
                open.push(0);
            }
            before = number;
            let block = ranges.len() - 1;
            ranges[block].end = position + 1;
            open[block] += usize::from(is_open);
            of_position.push(block);
        }
        BlockOrder { ranges, of_position, begun: BTreeSet::new(), open }
    }

    /// The positions of a position's block.
    pub(super) fn range(&self, position: usize) -> Range<usize> {
        let block = self.of_position.get(position).and_then(|&block| self.ranges.get(block));
        block.cloned().unwrap_or(position..position + 1)
    }

    /// Whether the annotator has begun a position's block.
    pub(super) fn is_begun(&self, position: usize) -> bool {
        self.of_position.get(position).is_some_and(|block| self.begun.contains(block))
    }

    /// The annotator begins a position's block.
    pub(super) fn begin(&mut self, position: usize) {
        self.begun.extend(self.of_position.get(position));
    }

    /// A position that was open before is open now or not.
    pub(super) fn count(&mut self, position: usize, was_open: bool, is_open: bool) {
        if let Some(open) = self.of_position.get(position).and_then(|&at| self.open.get_mut(at)) {
            *open = *open + usize::from(is_open) - usize::from(was_open);
        }
    }

    /// How many positions of a position's block are open.
    pub(super) fn open_in(&self, position: usize) -> usize {
        self.of_position.get(position).and_then(|&at| self.open.get(at)).copied().unwrap_or(0)
    }

    /// The positions that may be open, in the order in which they come after one: the rest of its block,
    /// where that was begun, then the other blocks that were begun, then all others from there on, around
    /// to the start.
    pub(super) fn after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let here = after.filter(|&position| self.is_begun(position));
        let current = here.map(|position| self.range(position)).unwrap_or_default();
        let current_start = here.map(|_| current.start);
        let begun = self.begun.iter().filter(|&&block| self.open[block] > 0);
        let begun = begun.map(|&block| self.ranges[block].clone());
        let begun = begun.filter(move |range| Some(range.start) != current_start);
        let from = here.map_or(0, |position| position + 1);
        let rest = (from..current.end).chain(current.start..from.min(current.end));
        let start = after.map_or(0, |position| position + 1);
        let len = self.of_position.len();
        let others = (start..len).chain(0..start.min(len));
        rest.chain(begun.flatten()).chain(others.filter(|&at| !self.is_begun(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks 1 and 2 of three items each, and one item in none.
    fn blocks() -> BlockOrder {
        let numbers = [Some(1), Some(1), Some(1), None, Some(2), Some(2), Some(2)];
        BlockOrder::new(numbers.into_iter().map(|number| (number, true)))
    }

    fn after(blocks: &BlockOrder, position: Option<usize>) -> Vec<usize> {
        blocks.after(position).collect()
    }

    #[test]
    fn an_item_in_no_block_is_one_of_its_own() {
        let blocks = blocks();
        assert_eq!([0, 3, 6].map(|at| blocks.range(at)), [0..3, 3..4, 4..7]);
    }

    #[test]
    fn until_a_block_is_begun_they_come_in_order() {
        let blocks = blocks();
        assert_eq!(after(&blocks, None), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(after(&blocks, Some(4)), [5, 6, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_block_that_was_begun_is_finished_before_another_begins() {
        let mut blocks = blocks();
        blocks.begin(5);
        assert_eq!(after(&blocks, None), [4, 5, 6, 0, 1, 2, 3]);
        assert_eq!(after(&blocks, Some(5)), [6, 4, 5, 0, 1, 2, 3], "around in it, then the others");
        blocks.begin(0);
        assert_eq!(after(&blocks, Some(5)), [6, 4, 5, 0, 1, 2, 3]);
        for at in 4..7 {
            blocks.count(at, true, false);
        }
        assert_eq!(after(&blocks, None), [0, 1, 2, 3], "nothing is open in the other");
        blocks.count(5, false, true);
        assert_eq!(after(&blocks, None), [0, 1, 2, 4, 5, 6, 3]);
    }
}
