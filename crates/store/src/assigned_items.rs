//! Which items an assignment treats apart: those of its overlap, which several people decide, and its blocks, the
//! items that one person takes as a whole.
//!
//! Both are stored when the assignment is made, so that everyone has the same. How blocks are handed out is for
//! the desk to say; a decision is checked item by item as without them.

use std::collections::{HashMap, HashSet};

use rusqlite::params;

use super::ids::AssignmentId;
use super::{Assignment, Result, Transaction, View};
use crate::query::Query;

/// The blocks of an assignment as it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBlocks {
    /// How many items a block has at most.
    pub size: usize,
    /// The items of each block.
    pub items: Vec<Vec<String>>,
}

impl View {
    /// The items of an assignment's overlap.
    pub fn overlap_of_assignment(&self, assignment: &Assignment) -> Result<HashSet<String>> {
        self.all("SELECT item FROM assignment_overlap WHERE assignment_id = ?1", [assignment.id])
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
