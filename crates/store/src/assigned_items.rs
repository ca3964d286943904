//! Which items an assignment treats apart: those of its overlap, which several people decide, and its blocks, the
//! items that one person takes as a whole.
//!
//! Both are stored when the assignment is made, so that everyone has the same. How blocks are handed out is for
//! the desk to say; a decision is checked item by item as without them.

use std::collections::{HashMap, HashSet};

use rusqlite::params;

use super::ids::AssignmentId;
use super::{Assignment, Benchmark, Result, Transaction, View};
use crate::query::Query;

/// The blocks of an assignment as it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBlocks {
    /// How many items a block has at most.
    pub size: usize,
    /// The items of each block.
    pub items: Vec<Vec<String>>,
}

/// How many people are to decide each item of a queue, where they do not differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleWanted {
    per_item: usize,
    /// The only items that this number of people decide; `None` for all.
    overlap: Option<HashSet<String>>,
}

impl PeopleWanted {
    /// How many are to decide an item.
    pub fn at(&self, item: &str) -> usize {
        let is_alone = self.overlap.as_ref().is_some_and(|overlap| !overlap.contains(item));
        if is_alone { 1 } else { self.per_item }
    }
}

impl View {
    /// How many people are to decide each item of a queue; `None` where it is not assigned.
    pub fn people_wanted(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Option<PeopleWanted>> {
        let Some(assignment) = self.assignment(benchmark, queue)? else { return Ok(None) };
        let items: HashSet<String> = self
            .all("SELECT item FROM assignment_overlap WHERE assignment_id = ?1", [assignment.id])?;
        let overlap = assignment.overlap_share.map(|_| items);
        Ok(Some(PeopleWanted { per_item: assignment.per_item, overlap }))
    }

    /// The number of each item's block. What came after the assignment was made is in none.
    pub fn blocks_of_assignment(&self, assignment: &Assignment) -> Result<HashMap<String, u32>> {
        self.all(
            "SELECT item, block FROM assignment_block WHERE assignment_id = ?1",
            [assignment.id],
        )
    }
}

impl Transaction<'_> {
    pub(super) fn add_blocks(
        &self,
        assignment: AssignmentId,
        blocks: Option<&NewBlocks>,
    ) -> Result<()> {
        for (block, items) in (1i64..).zip(blocks.iter().flat_map(|blocks| &blocks.items)) {
            for item in items {
                let sql =
                    "INSERT INTO assignment_block (assignment_id, item, block) VALUES (?1, ?2, ?3)";
                self.change(sql, params![assignment, item, block])?;
            }
        }
        Ok(())
    }
}
