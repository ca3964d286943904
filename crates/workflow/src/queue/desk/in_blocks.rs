//! What comes next where the queue is assigned in blocks: people take whole blocks.
//!
//! Whoever begins a block holds all of its items and comes back to it until nothing in it waits for them. A
//! block of which others have a part comes after those that can be had whole: so two people share a block
//! only where somebody left one, skipped a part of it or may not decide it all.

use std::collections::HashSet;
use std::ops::Range;

use super::Desk;
use crate::queue::Queue;
use crate::queue::block_order::BlockOrder;
use crate::queue::blocks::BlockLeft;
use assay_core::benchmark::history::ItemState;
use assay_store::{Places, Store, StoreError, Together};

impl<Q: Queue> Desk<Q> {
    pub(super) fn next_in_blocks(
        &self,
        store: &mut Store,
        blocks: &BlockOrder,
        after: Option<usize>,
    ) -> Result<Option<usize>, StoreError> {
        let is_known_as_full = |position: &usize| self.full.borrow().contains(position);
        let is_put_off = |position: &usize| self.state(*position) == ItemState::Later;
        let candidates = || self.order.candidates_after(after);
        // Blocks of which others have a part, by their first position.
        let mut parts: HashSet<usize> = HashSet::new();
        let mut newly_full = Vec::new();
        let mut next = None;
        for position in candidates().filter(|at| !is_known_as_full(at) && !is_put_off(at)) {
            let block = blocks.range(position);
            if parts.contains(&block.start) {
                continue;
            }
            let is_taken = match blocks.is_begun(position) {
                true => self.take_and_the_rest(store, position)?,
                false => self.take_block(store, &block)?,
            };
            if is_taken {
                next = Some(position);
                break;
            }
            match blocks.is_begun(position) || block.len() == 1 {
                true => newly_full.push(position),
                false => drop(parts.insert(block.start)),
            }
        }
        self.full.borrow_mut().extend(newly_full);
        if next.is_some() {
            return Ok(next);
        }
        let take = |store: &mut Store, position| self.take_and_the_rest(store, position);
        let is_of_a_part = |at: &usize| parts.contains(&blocks.range(*at).start);
        let of_parts = candidates().filter(|at| !is_known_as_full(at) && is_of_a_part(at));
        if let Some(position) = self.first_taken(store, of_parts, take)? {
            return Ok(Some(position));
        }
        let put_off = candidates().filter(|at| !is_known_as_full(at) && is_put_off(at));
        if let Some(position) = self.first_taken(store, put_off, take)? {
            return Ok(Some(position));
        }
        // They may have a place again: a decision was taken back, a lease has run out.
        let full: Vec<usize> = candidates().filter(is_known_as_full).collect();
        self.first_taken(store, full.into_iter(), take)
    }

    /// Takes a block that nobody has a part of that this annotator could decide; all of it or nothing.
    fn take_block(&self, store: &mut Store, block: &Range<usize>) -> Result<bool, StoreError> {
        let open = self.open_in(block);
        let requests = self.lease_requests(&open)?;
        let held = store.lease_together(&self.annotator, &requests, Together::All)?;
        self.note_held(&open, &held);
        Ok(held.first() == Some(&true))
    }

    /// The same for a bundle.
    pub(in crate::queue) fn pack_block(
        &self,
        places: &Places<'_>,
        block: &Range<usize>,
    ) -> Result<bool, StoreError> {
        let open = self.open_in(block);
        let held = places.take_together(&self.lease_requests(&open)?, Together::All)?;
        self.note_held(&open, &held);
        Ok(held.first() == Some(&true))
    }

    fn open_in(&self, block: &Range<usize>) -> Vec<usize> {
        block.clone().filter(|&at| self.order.is_open(at)).collect()
    }

    /// Takes the item at a position, and with it what has a place in the rest of its block.
    fn take_and_the_rest(&self, store: &mut Store, position: usize) -> Result<bool, StoreError> {
        let rest = self.block_of(position).filter(|&at| at != position && self.order.is_open(at));
        let positions: Vec<usize> = std::iter::once(position).chain(rest).collect();
        let requests = self.lease_requests(&positions)?;
        let held = store.lease_together(&self.annotator, &requests, Together::First)?;
        self.note_held(&positions, &held);
        Ok(held.first() == Some(&true))
    }

    fn note_held(&self, positions: &[usize], held: &[bool]) {
        let held = positions.iter().zip(held).filter(|(_, is_held)| **is_held);
        for (&position, _) in held {
            self.held.borrow_mut().insert(position);
            if let Some(blocks) = self.order.blocks() {
                blocks.begin(position);
            }
        }
    }

    /// Whether the queue is assigned in blocks.
    pub(in crate::queue) fn has_blocks(&self) -> bool {
        self.order.blocks().is_some()
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

    /// How much of the block of an item waits for this annotator; nothing where it is in no block, and where
    /// gold is mixed in: gold is in none, and would show by it.
    pub fn block_left(&self, position: usize) -> Option<BlockLeft> {
        let blocks = self.order.blocks().filter(|_| !self.order.has_gold())?;
        let items = blocks.range(position).len();
        (items > 1).then(|| BlockLeft { items, left: blocks.open_in(position) })
    }
}
