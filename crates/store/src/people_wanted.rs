//! How many people an assignment wants to decide each item.

use std::collections::HashSet;

use super::{Benchmark, Result, View};
use crate::query::Query;

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
        let items: HashSet<String> = self.all(
            "SELECT item FROM assignment_overlap WHERE assignment_id = ?1",
            [assignment.id()],
        )?;
        let overlap = assignment.overlap_share.map(|_| items);
        Ok(Some(PeopleWanted { per_item: assignment.per_item, overlap }))
    }
}
