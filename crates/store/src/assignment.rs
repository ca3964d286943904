//! Assignments: how many people decide each item of a queue, and who.
//!
//! An assignment limits; it hands nothing out. [`super::lease`] hands items out by it. Without a
//! current assignment a queue has no limit but its own.

use rusqlite::{Connection, ToSql, Transaction, params};

use super::administration::administer;
use super::annotator::make_known;
use super::block::{NewBlocks, add_blocks};
use super::ids::AssignmentId;
use super::{Annotator, Benchmark, BenchmarkId, QuestionId, Store, StoreError};
use crate::query::{Columns, FromRow, Query};
use assay_core::benchmark::adjudication::AgreedSample;
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::gate::TextGate;
use assay_core::benchmark::team::{ItemPriority, has_majority};
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
    /// What comes first; nothing for the queue's own order.
    pub order: Option<ItemPriority>,
    /// How long an item is held for the annotator who has it open.
    pub lease_seconds: u32,
    /// How many more people at most decide an item on which those before differ.
    pub disagreement_extra: usize,
    /// Which items come without their pictures first; nothing without a gate.
    pub gate: Option<TextGate>,
    /// Which questions on which reviewers agree are adjudicated too; none without it.
    pub agreed_sample: Option<AgreedSample>,
    /// The share of what each person decides that is gold, and the questions that are. Any number of
    /// people decide these.
    pub gold: Option<(f64, Vec<QuestionId>)>,
    /// What people take as a whole; `None` if they take single items.
    pub blocks: Option<NewBlocks>,
}

/// The assignment in force of a queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    id: AssignmentId,
    /// How many people decide an item, of the overlap if it has one.
    pub per_item: usize,
    /// The share of the items that `per_item` people decide.
    pub overlap_share: Option<f64>,
    /// What comes first; nothing for the queue's own order.
    pub order: Option<ItemPriority>,
    /// How long an item is held.
    pub lease_seconds: u32,
    /// How many more people at most decide an item on which those before differ.
    pub disagreement_extra: usize,
    /// Which items come without their pictures first; nothing without a gate.
    pub gate: Option<TextGate>,
    /// Which questions on which reviewers agree are adjudicated too; none without it.
    pub agreed_sample: Option<AgreedSample>,
    /// The share of what each person decides that is gold.
    pub gold_share: Option<f64>,
    /// How many items a block has at most, which people take as a whole; nothing without blocks.
    pub block_size: Option<usize>,
    /// When it was made.
    pub created: String,
}

const COLUMNS: &str = "assignment.id, per_item, overlap_share, item_order, lease_seconds,
    disagreement_extra, assignment.created, gate_share, gate_seed,
    agreed_share, agreed_seed, gold_share, block_size";

impl FromRow for Assignment {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self, StoreError> {
        let (id, per_item, overlap_share, order) = row.take()?;
        let (lease_seconds, disagreement_extra, created) = row.take()?;
        let gate: (Option<f64>, Option<u64>) = row.take()?;
        let agreed: (Option<f64>, Option<u64>) = row.take()?;
        let (gold_share, block_size) = row.take()?;
        Ok(Assignment {
            id,
            per_item,
            overlap_share,
            order,
            lease_seconds,
            disagreement_extra,
            gate: gate.0.zip(gate.1).map(|(share, seed)| TextGate { share, seed }),
            agreed_sample: agreed.0.zip(agreed.1).map(|(share, seed)| AgreedSample { share, seed }),
            gold_share,
            block_size,
            created,
        })
    }
}

/// Adds the people or items of an assignment to a table of them.
fn add_each<T: ToSql>(
    transaction: &Transaction<'_>,
    assignment: AssignmentId,
    table: &'static str,
    column: &'static str,
    rows: impl Iterator<Item = T>,
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO {table} (assignment_id, {column}) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
    );
    for row in rows {
        transaction.change(&sql, params![assignment, row])?;
    }
    Ok(())
}

/// Ends the leases of those whom an assignment leaves out: a person who has left the team holds nothing,
/// also where a bundle of theirs is away.
fn free_places(transaction: &Transaction<'_>, assignment: AssignmentId) -> Result<(), StoreError> {
    transaction.execute(
        "DELETE FROM lease
         WHERE (queue, benchmark_id) = (SELECT queue, benchmark_id FROM assignment WHERE id = ?1)
            AND EXISTS (SELECT 1 FROM assignment_person WHERE assignment_id = ?1)
            AND annotator_id NOT IN
                (SELECT annotator_id FROM assignment_person WHERE assignment_id = ?1)",
        [assignment],
    )?;
    Ok(())
}

impl Store {
    /// Assigns a queue; an earlier assignment of it ends.
    pub fn assign(
        &mut self,
        benchmark: &Benchmark,
        new: &NewAssignment,
        by: &str,
    ) -> Result<Assignment, StoreError> {
        let people = new.people.iter().map(|name| self.annotator(name));
        let people = people.collect::<Result<Vec<Annotator>, _>>()?;
        let now = self.now();
        self.write(|transaction| {
            let before = end(transaction, new.queue, benchmark.id)?;
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
                    ("created", &now),
                    ("gate_share", &new.gate.map(|gate| gate.share)),
                    ("gate_seed", &new.gate.map(|gate| gate.seed.cast_signed())),
                    ("agreed_share", &new.agreed_sample.map(|sample| sample.share)),
                    ("agreed_seed", &new.agreed_sample.map(|sample| sample.seed.cast_signed())),
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
            administer(transaction, by, Some(benchmark), &act, &now)?;
            people.iter().try_for_each(|person| make_known(transaction, person, &now))?;
            let people = people.iter().map(|person| person.id);
            let overlap = new.overlap.iter().flat_map(|(_, items)| items);
            let gold = new.gold.iter().flat_map(|(_, questions)| questions);
            add_each(transaction, id, "assignment_person", "annotator_id", people)?;
            add_each(transaction, id, "assignment_overlap", "item", overlap)?;
            add_each(transaction, id, "assignment_gold", "question_id", gold)?;
            add_blocks(transaction, id, new.blocks.as_ref())?;
            free_places(transaction, id)
        })?;
        self.assignment(benchmark, new.queue)?
            .ok_or_else(|| StoreError::Damaged(format!("the assignment of {} vanished", new.queue)))
    }

    /// Ends the assignment of a queue, if there is one: everyone may decide everything again.
    pub fn end_assignment(
        &mut self,
        benchmark: &Benchmark,
        queue: &str,
        by: &str,
    ) -> Result<bool, StoreError> {
        match self.assignment(benchmark, queue)? {
            Some(_) => self.restore_assignment(benchmark, queue, None, by).map(|()| true),
            None => Ok(false),
        }
    }

    /// Brings the assignment of this number into force again, or ends the one in force. Places that were given
    /// back meanwhile stay free.
    ///
    /// # Errors
    /// `Refused` where the team has a lead and `by` is none.
    pub fn restore_assignment(
        &mut self,
        benchmark: &Benchmark,
        queue: &str,
        number: Option<i64>,
        by: &str,
    ) -> Result<(), StoreError> {
        let now = self.now();
        self.write(|transaction| {
            let before = end(transaction, queue, benchmark.id)?;
            transaction.execute(
                "UPDATE assignment SET is_current = 1
                 WHERE id = ?1 AND queue = ?2 AND benchmark_id = ?3",
                params![number, queue, benchmark.id],
            )?;
            let current = current(transaction, queue, benchmark.id)?;
            let act = AdministrativeAct::Assignment {
                queue: queue.to_owned(),
                per_item: current.as_ref().map(|assignment| assignment.per_item),
                people: match &current {
                    Some(assignment) => people_of(transaction, assignment)?,
                    None => Vec::new(),
                },
                now: number,
                before,
            };
            administer(transaction, by, Some(benchmark), &act, &now)
        })
    }

    /// The number of the assignment of a queue that is in force.
    pub fn assignment_number(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Option<i64>, StoreError> {
        Ok(self.assignment(benchmark, queue)?.map(|assignment| assignment.id.number()))
    }

    /// The assignment of a queue that is in force.
    pub fn assignment(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Option<Assignment>, StoreError> {
        current(&self.connection, queue, benchmark.id)
    }

    /// The names of those whom a queue is assigned to; empty for everyone.
    pub fn assigned_people(&self, assignment: &Assignment) -> Result<Vec<String>, StoreError> {
        people_of(&self.connection, assignment)
    }
}

fn people_of(connection: &Connection, assignment: &Assignment) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT name FROM assignment_person JOIN annotator ON annotator.id = annotator_id
        WHERE assignment_id = ?1 ORDER BY name";
    connection.all(sql, [assignment.id])
}

/// Ends the assignment in force. Returns its number.
fn end(
    connection: &Connection,
    queue: &str,
    benchmark_id: BenchmarkId,
) -> Result<Option<i64>, StoreError> {
    let number = current(connection, queue, benchmark_id)?.map(|found| found.id.number());
    connection.execute("UPDATE assignment SET is_current = 0 WHERE id = ?1", [number])?;
    Ok(number)
}

fn current(
    connection: &Connection,
    queue: &str,
    benchmark_id: BenchmarkId,
) -> Result<Option<Assignment>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM assignment
        WHERE queue = ?1 AND benchmark_id = ?2 AND is_current = 1"
    );
    connection.find(&sql, params![queue, benchmark_id])
}

/// The assignment in force of a queue of the question's benchmark.
pub(super) fn assignment_of(
    connection: &Connection,
    queue: &str,
    question_id: QuestionId,
) -> Result<Option<Assignment>, StoreError> {
    let benchmark_id =
        connection.one("SELECT benchmark_id FROM question WHERE id = ?1", [question_id])?;
    current(connection, queue, benchmark_id)
}

impl Assignment {
    pub(super) fn id(&self) -> AssignmentId {
        self.id
    }

    /// Whether it is assigned to this annotator.
    pub(super) fn includes(
        &self,
        connection: &Connection,
        annotator: &Annotator,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM assignment_person WHERE assignment_id = ?1)
            OR EXISTS (SELECT 1 FROM assignment_person
                WHERE assignment_id = ?1 AND annotator_id = ?2)";
        connection.one(sql, params![self.id, annotator.id])
    }

    /// How many people decide an item on which these outcomes are in force. Where as many as were
    /// wanted have decided and no outcome has more than half, one more, as long as extra people are
    /// left.
    pub(super) fn wanted<S: AsRef<str> + PartialEq>(
        &self,
        connection: &Connection,
        item: &str,
        outcomes: &[S],
    ) -> Result<usize, StoreError> {
        let in_overlap = match self.overlap_share {
            None => true,
            Some(_) => connection.one(
                "SELECT EXISTS (SELECT 1 FROM assignment_overlap
                        WHERE assignment_id = ?1 AND item = ?2)",
                params![self.id, item],
            )?,
        };
        let base = if in_overlap { self.per_item } else { 1 };
        if outcomes.len() < base || has_majority(outcomes) {
            return Ok(base);
        }
        Ok((outcomes.len() + 1).min(base + self.disagreement_extra))
    }
}
