//! Assignments: how many people decide each item of a queue, and who; which items are of an overlap, and the
//! blocks that one person takes as a whole. Both are stored when the assignment is made, so that everyone has
//! the same. The desk hands blocks out; a decision is checked item by item as without them.
//!
//! An assignment limits; it hands nothing out. [`super::lease`] hands items out by it. Without a
//! current assignment a queue has no limit but its own.

use std::collections::{HashMap, HashSet};

use rusqlite::{ToSql, params};

use super::ids::AssignmentId;
use super::{Annotator, Benchmark, QuestionId, Result, Store, Transaction, View};
use crate::query::{Query, records};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::gate::DrawnShare;
use assay_core::benchmark::team::{ItemPriority, majority};
use assay_core::keyword::Keyword;

/// An assignment as it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct NewAssignment {
    /// The queue.
    pub queue: &'static str,
    /// How many people decide an item.
    pub per_item: usize,
    /// Whom it is assigned to; everyone if no one is named.
    pub people: Vec<String>,
    /// The share of the items that `per_item` people decide, and these items; one person decides each
    /// of the others. `None` if all have `per_item`.
    pub overlap: Option<(f64, Vec<String>)>,
    /// What comes first; `None` for the queue's own order.
    pub order: Option<ItemPriority>,
    /// How long an item is held for the annotator who has it open.
    pub lease_seconds: u32,
    /// How many more people at most decide an item on which those before differ.
    pub disagreement_extra: usize,
    /// Which items come without their pictures first; nothing without a gate.
    pub gate: Option<DrawnShare>,
    /// Which questions on which reviewers agree are adjudicated too, because agreement is not a proof; none
    /// without it.
    pub agreed_sample: Option<DrawnShare>,
    /// The share of what is handed out that comes in a random order, whatever comes first; none without it.
    pub random: Option<DrawnShare>,
    /// The share of what each person decides that is gold, and the questions that are. Any number of
    /// people decide these.
    pub gold: Option<(f64, Vec<QuestionId>)>,
    /// What people take as a whole; `None` if they take single items.
    pub blocks: Option<NewBlocks>,
}

/// The assignment in force of a queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    pub(super) id: AssignmentId,
    /// How many people decide an item, of the overlap if it has one.
    pub per_item: usize,
    /// The share of the items that `per_item` people decide.
    pub overlap_share: Option<f64>,
    /// What comes first; `None` for the queue's own order.
    pub order: Option<ItemPriority>,
    /// How long an item is held.
    pub lease_seconds: u32,
    /// How many more people at most decide an item on which those before differ.
    pub disagreement_extra: usize,
    /// Which items come without their pictures first; nothing without a gate.
    pub gate: Option<DrawnShare>,
    /// Which questions on which reviewers agree are adjudicated too, because agreement is not a proof; none
    /// without it.
    pub agreed_sample: Option<DrawnShare>,
    /// The share of what each person decides that is gold.
    pub gold_share: Option<f64>,
    /// How many items a block has at most, which people take as a whole; nothing without blocks.
    pub block_size: Option<usize>,
    /// The share of what is handed out that comes in a random order, whatever comes first; none without it.
    pub random: Option<DrawnShare>,
    /// When it was made.
    pub created: String,
}

/// Those in force of a queue.
const CURRENT: &str = "SELECT id, per_item, overlap_share, item_order, lease_seconds,
        disagreement_extra, gate_share, gate_seed, agreed_share, agreed_seed, gold_share, block_size,
        random_share, random_seed, created
    FROM assignment WHERE is_current = 1 AND queue = ?1";

records! {
    DrawnShare[2] { share, seed }
    Assignment {
        id, per_item, overlap_share, order, lease_seconds, disagreement_extra, gate, agreed_sample,
        gold_share, block_size, random, created,
    }
}

impl View {
    /// The number of the assignment of a queue that is in force.
    pub fn assignment_number(&self, benchmark: &Benchmark, queue: &str) -> Result<Option<i64>> {
        Ok(self.assignment(benchmark, queue)?.map(|assignment| assignment.id.number()))
    }

    /// The assignment of a queue that is in force.
    pub fn assignment(&self, benchmark: &Benchmark, queue: &str) -> Result<Option<Assignment>> {
        self.find(&format!("{CURRENT} AND benchmark_id = ?2"), params![queue, benchmark.id])
    }

    /// The names of those whom a queue is assigned to; empty for everyone.
    pub fn assigned_people(&self, assignment: &Assignment) -> Result<Vec<String>> {
        let sql = "SELECT name FROM assignment_person JOIN annotator ON annotator.id = annotator_id
            WHERE assignment_id = ?1 ORDER BY name";
        self.all(sql, [assignment.id])
    }

    /// The assignment in force of a queue of the question's benchmark.
    pub(super) fn assignment_of(&self, queue: &str, id: QuestionId) -> Result<Option<Assignment>> {
        let of_question = "benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?2)";
        self.find(&format!("{CURRENT} AND {of_question}"), params![queue, id])
    }

    /// The items of an assignment's overlap.
    pub fn overlap_of_assignment(&self, assignment: &Assignment) -> Result<HashSet<String>> {
        self.all("SELECT item FROM assignment_overlap WHERE assignment_id = ?1", [assignment.id])
    }

    /// The number of each item's block; `None` without blocks. What came after the assignment was made is in none.
    pub fn blocks_of_assignment(
        &self,
        assignment: Option<&Assignment>,
    ) -> Result<Option<HashMap<String, u32>>> {
        let with_blocks = assignment.filter(|assignment| assignment.block_size.is_some());
        let sql = "SELECT item, block FROM assignment_block WHERE assignment_id = ?1";
        with_blocks.map(|assignment| self.all(sql, [assignment.id])).transpose()
    }
}

impl Store {
    /// Assigns a queue; an earlier assignment of it ends.
    pub fn assign(
        &mut self,
        benchmark: &Benchmark,
        new: &NewAssignment,
        by: &str,
    ) -> Result<Assignment> {
        let people = new.people.iter().map(|name| self.annotator(name));
        let people = people.collect::<Result<Vec<Annotator>, _>>()?;
        self.write(|transaction| {
            let before = transaction.end_current_assignment(benchmark, new.queue)?;
            transaction.insert(
                "assignment",
                &[
                    ("queue", &new.queue),
                    ("benchmark_id", &benchmark.id),
                    ("per_item", &(new.per_item as i64)),
                    ("overlap_share", &new.overlap.as_ref().map(|(share, _)| *share)),
                    ("item_order", &new.order.map(Keyword::name)),
                    ("lease_seconds", &new.lease_seconds),
                    ("disagreement_extra", &(new.disagreement_extra as i64)),
                    ("is_current", &true),
                    ("created", &transaction.now),
                    ("gate_share", &new.gate.map(|gate| gate.share)),
                    ("gate_seed", &new.gate.map(|gate| gate.seed.cast_signed())),
                    ("agreed_share", &new.agreed_sample.map(|sample| sample.share)),
                    ("agreed_seed", &new.agreed_sample.map(|sample| sample.seed.cast_signed())),
                    ("random_share", &new.random.map(|drawn| drawn.share)),
                    ("random_seed", &new.random.map(|drawn| drawn.seed.cast_signed())),
                    ("gold_share", &new.gold.as_ref().map(|(share, _)| *share)),
                    ("block_size", &new.blocks.as_ref().map(|blocks| blocks.size as i64)),
                ],
                "",
            )?;
            let id = AssignmentId::last_inserted(transaction);
            let act = AdministrativeAct::Assignment {
                queue: new.queue.to_owned(),
                per_item: Some(new.per_item),
                people: new.people.clone(),
                now: Some(id.number()),
                before,
            };
            transaction.administer(by, Some(benchmark), &act)?;
            people.iter().try_for_each(|person| transaction.make_known(person))?;
            let people = people.iter().map(|person| person.id);
            let overlap = new.overlap.iter().flat_map(|(_, items)| items);
            let gold = new.gold.iter().flat_map(|(_, questions)| questions);
            transaction.add_each(id, "assignment_person", "annotator_id", people)?;
            transaction.add_each(id, "assignment_overlap", "item", overlap)?;
            transaction.add_each(id, "assignment_gold", "question_id", gold)?;
            let blocks = new.blocks.iter().flat_map(|blocks| &blocks.items).zip(1i64..);
            for (items, block) in blocks {
                let sql =
                    "INSERT INTO assignment_block (assignment_id, item, block) VALUES (?1, ?2, ?3)";
                items
                    .iter()
                    .try_for_each(|item| transaction.change(sql, params![id, item, block]))?;
            }
            transaction.free_places(id)?;
            let assignment = transaction.assignment(benchmark, new.queue)?;
            assignment.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
        })
    }

    /// Ends the assignment of a queue, if there is one: everyone may decide everything again.
    pub fn end_assignment(&mut self, benchmark: &Benchmark, queue: &str, by: &str) -> Result<bool> {
        match self.assignment(benchmark, queue)? {
            Some(_) => self.restore_assignment(benchmark, queue, None, by).map(|()| true),
            None => Ok(false),
        }
    }

    /// Brings the assignment of this number into force again, or ends the one in force. Places that were given
    /// back meanwhile stay free.
    ///
    /// # Errors
    /// `Refused` where the team has a lead and `by` is not one.
    pub fn restore_assignment(
        &mut self,
        benchmark: &Benchmark,
        queue: &str,
        number: Option<i64>,
        by: &str,
    ) -> Result<()> {
        self.write(|transaction| {
            let before = transaction.end_current_assignment(benchmark, queue)?;
            transaction.change(
                "UPDATE assignment SET is_current = 1
                 WHERE id = ?1 AND queue = ?2 AND benchmark_id = ?3",
                params![number, queue, benchmark.id],
            )?;
            let current = transaction.assignment(benchmark, queue)?;
            let act = AdministrativeAct::Assignment {
                queue: queue.to_owned(),
                per_item: current.as_ref().map(|assignment| assignment.per_item),
                people: match &current {
                    Some(assignment) => transaction.assigned_people(assignment)?,
                    None => Vec::new(),
                },
                now: number,
                before,
            };
            transaction.administer(by, Some(benchmark), &act)
        })
    }
}

impl Assignment {
    /// How many people are to decide an item, where they do not differ: one outside the overlap.
    ///
    /// # Errors
    /// Where it cannot be read whether it is in the overlap.
    pub fn people_at(&self, is_in_overlap: impl FnOnce() -> Result<bool>) -> Result<usize> {
        let is_shared = self.overlap_share.is_none() || is_in_overlap()?;
        Ok(if is_shared { self.per_item } else { 1 })
    }

    /// Whether it is assigned to this annotator.
    pub(super) fn includes(&self, view: &View, annotator: &Annotator) -> Result<bool> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM assignment_person WHERE assignment_id = ?1)
            OR EXISTS (SELECT 1 FROM assignment_person
                WHERE assignment_id = ?1 AND annotator_id = ?2)";
        view.one(sql, params![self.id, annotator.id])
    }

    /// How many people decide an item on which these outcomes are in force. Where as many as were
    /// wanted have decided and no outcome has more than half, one more, as long as extra people are
    /// left.
    pub(super) fn wanted<S: AsRef<str> + PartialEq>(
        &self,
        view: &View,
        item: &str,
        outcomes: &[S],
    ) -> Result<usize> {
        let sql = "SELECT EXISTS (SELECT 1 FROM assignment_overlap
            WHERE assignment_id = ?1 AND item = ?2)";
        let base = self.people_at(|| view.one(sql, params![self.id, item]))?;
        if outcomes.len() < base || majority(outcomes).is_some() {
            return Ok(base);
        }
        Ok((outcomes.len() + 1).min(base + self.disagreement_extra))
    }
}

impl Transaction<'_> {
    /// Adds the people or items of an assignment to a table of them.
    fn add_each<T: ToSql>(
        &self,
        assignment: AssignmentId,
        table: &'static str,
        column: &'static str,
        rows: impl Iterator<Item = T>,
    ) -> Result<()> {
        let sql = format!(
            "INSERT INTO {table} (assignment_id, {column}) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        );
        for row in rows {
            self.change(&sql, params![assignment, row])?;
        }
        Ok(())
    }

    /// Ends the leases of those whom an assignment leaves out: a person who has left the team holds nothing,
    /// also where a bundle of theirs is away.
    fn free_places(&self, assignment: AssignmentId) -> Result<()> {
        self.change(
            "DELETE FROM lease
             WHERE (queue, benchmark_id) = (SELECT queue, benchmark_id FROM assignment WHERE id = ?1)
                AND EXISTS (SELECT 1 FROM assignment_person WHERE assignment_id = ?1)
                AND annotator_id NOT IN
                    (SELECT annotator_id FROM assignment_person WHERE assignment_id = ?1)",
            [assignment],
        )
    }

    /// Ends the assignment in force. Returns its number.
    fn end_current_assignment(&self, benchmark: &Benchmark, queue: &str) -> Result<Option<i64>> {
        let number = self.assignment_number(benchmark, queue)?;
        self.change("UPDATE assignment SET is_current = 0 WHERE id = ?1", [number])?;
        Ok(number)
    }
}

/// The blocks of an assignment as it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBlocks {
    /// How many items a block has at most.
    pub size: usize,
    /// The items of each block.
    pub items: Vec<Vec<String>>,
}
