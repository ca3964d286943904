//! What comes next, and blocks: where the queue is assigned in blocks, people take whole ones.
//!
//! An annotator who begins a block holds all of its items and comes back to it until nothing in it waits for
//! them. A block of which others have a part comes after those that can be had whole: so two people share a
//! block only where a person left one, skipped a part of it or may not decide it all.

use std::collections::HashSet;
use std::ops::Range;

use super::Desk;
use super::places::Search;
use crate::queue::Queue;
use crate::queue::blocks::BlockLeft;
use assay_core::benchmark::history::ItemState;
use assay_store::{Places, Result, Store, Together};

impl<Q: Queue> Desk<Q> {
    /// The next position that has a place, with what is found out on the way. An item outside all blocks is a
    /// separate block.
    pub(super) fn next_free(
        &self,
        store: &mut Store,
        after: Option<usize>,
        search: &mut Search,
    ) -> Result<Option<usize>> {
        let is_put_off = |position: &usize| self.state(*position) == ItemState::Later;
        let candidates = || {
            let candidates = self.order.candidates_after(after);
            candidates.filter(|position| !self.full.contains(position))
        };
        // Blocks of which others have a part, by their first position.
        let mut parts: HashSet<usize> = HashSet::new();
        for position in candidates().filter(|at| !is_put_off(at)) {
            let block = self.block_of(position);
            if parts.contains(&block.start) {
                continue;
            }
            let begins = self.would_begin_block(position);
            let taken = match begins {
                true => {
                    let open = self.open_in(&block);
                    let is_taken = self.lease(store, &open, Together::All, &mut search.held)?;
                    is_taken.then_some(position)
                }
                false => self.first_taken(store, std::iter::once(position), search)?,
            };
            if taken.is_some() {
                return Ok(taken);
            }
            parts.extend(begins.then_some(block.start));
        }
        let of_parts = candidates().filter(|at| parts.contains(&self.block_of(*at).start));
        let last = of_parts.chain(candidates().filter(is_put_off));
        if let Some(position) = self.first_taken(store, last, search)? {
            return Ok(Some(position));
        }
        // Those that were full may have a place again: a decision was taken back, a lease has run out.
        let is_full = |at: &usize| self.full.contains(at) || search.full.contains(at);
        let full: Vec<usize> = self.order.candidates_after(after).filter(is_full).collect();
        self.first_taken(store, full.into_iter(), search)
    }

    /// Takes these items together. Whether the first one is held: of a block of which no one has a part that this
    /// annotator could decide, all of it or nothing is taken.
    pub(super) fn lease(
        &self,
        store: &mut Store,
        positions: &[usize],
        together: Together,
        held: &mut Vec<usize>,
    ) -> Result<bool> {
        let requests = self.queued_items(positions)?;
        let are_held = store.lease_together(&self.annotator, &requests, together)?;
        Ok(add_held(positions, &are_held, held))
    }

    /// The same for a bundle.
    pub(in crate::queue) fn pack_block(
        &mut self,
        places: &Places<'_>,
        block: &Range<usize>,
    ) -> Result<bool> {
        let open = self.open_in(block);
        let are_held = places.take_together(&self.queued_items(&open)?, Together::All)?;
        let mut held = Vec::new();
        let is_taken = add_held(&open, &are_held, &mut held);
        self.note_held(&held);
        Ok(is_taken)
    }

    fn open_in(&self, block: &Range<usize>) -> Vec<usize> {
        block.clone().filter(|&at| self.order.is_open(at)).collect()
    }

    /// Remembers what is held; the annotator has begun its blocks.
    pub(super) fn note_held(&mut self, held: &[usize]) {
        self.held.extend(held);
        self.order.begin_blocks(held);
    }

    /// The positions of the block of an item; its own alone where there are no blocks.
    pub fn block_of(&self, position: usize) -> Range<usize> {
        let own = || position..position + 1;
        self.order.blocks().map_or_else(own, |blocks| blocks.range(position))
    }

    /// Whether the item at a position is in a block that this annotator has not begun.
    pub(in crate::queue) fn would_begin_block(&self, position: usize) -> bool {
        let blocks = self.order.blocks();
        blocks.is_some_and(|blocks| blocks.range(position).len() > 1 && !blocks.is_begun(position))
    }

    /// How much of the block of an item waits for this annotator; `None` if it is in no block, and where
    /// gold is mixed in: gold is in none, and would show by it.
    pub fn block_left(&self, position: usize) -> Option<BlockLeft> {
        let blocks = self.order.blocks().filter(|_| !self.order.has_gold())?;
        let items = blocks.range(position).len();
        (items > 1).then(|| BlockLeft { items, left: blocks.open_in(position) })
    }
}

/// Adds those of the positions that are held; whether the first one is.
fn add_held(positions: &[usize], are_held: &[bool], held: &mut Vec<usize>) -> bool {
    let taken = positions.iter().zip(are_held).filter(|(_, is_held)| **is_held);
    held.extend(taken.map(|(&position, _)| position));
    are_held.first() == Some(&true)
}
