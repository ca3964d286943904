//! Rows of another copy on their way into the history: what is looked at before the transaction in which they
//! are taken, and taking them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use uuid::Uuid;

use super::append::revise;
use super::arrival::{check_form, check_row, question_key};
use super::content::checked_payload;
use super::lease::end_lease;
use super::uncounted::{TakenDecision, Uncounted, uncounted};
use super::void::void_rows;
use super::{DecisionRow, RawRow, SELECT, json, read_row};
use crate::annotator::make_name_known;
use crate::clock::latest_plausible;
use crate::seal::seal_last;
use crate::{AnnotatorId, BenchmarkId, QuestionId, StoreError};
use assay_core::benchmark::decision::QUEUE_VERIFY;

/// What an import of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenRows {
    /// Rows that were not there before.
    pub new: usize,
    /// Those of them whose revision has another number here; its content is the same.
    pub renumbered: usize,
    /// Items on which one person decided in two copies: the annotator, the queue and the item.
    pub decided_in_two_copies: BTreeSet<(String, String, String)>,
    /// Decisions that are in the history now and do not count.
    pub uncounted: Vec<Uncounted>,
    /// How many rows of each annotator are dated more than a day ahead.
    pub dated_ahead: BTreeMap<String, usize>,
}

/// A row that a merge did not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MergeProblem {
    /// The row.
    pub row: Uuid,
    /// Who made it.
    pub annotator: String,
    /// The item.
    pub item: String,
    /// Why it was not taken.
    pub problem: String,
}

/// A row that another copy brings.
pub(super) struct Arriving {
    row: DecisionRow,
    /// Whether this program could have written it, or why not.
    form: Result<(), String>,
    /// Its act as it is stored, or why it cannot be.
    payload: Result<String, String>,
}

impl Arriving {
    pub(super) fn new(row: DecisionRow) -> Self {
        let form = check_form(&row).map_err(|why| format!("row {}: {why}", row.id));
        let payload = checked_payload(&row.act).map_err(|why| why.to_string());
        Arriving { row, form, payload }
    }

    /// Why it is not taken.
    pub(super) fn problem(&self, problem: &StoreError) -> MergeProblem {
        let DecisionRow { id: row, annotator, item, .. } = &self.row;
        let (annotator, item) = (annotator.clone(), item.clone());
        MergeProblem { row: *row, annotator, item, problem: problem.to_string() }
    }
}

/// Rows being taken in one transaction.
pub(super) struct Taking<'t> {
    transaction: &'t Transaction<'t>,
    now: &'t str,
    taken: TakenRows,
    /// The decisions among them.
    decisions: Vec<TakenDecision>,
    /// The rows that did not count before, by their ids.
    void_before: BTreeSet<Uuid>,
    /// A row with a later moment was dated by a wrong clock.
    latest: String,
    /// The people who are known by now.
    people: HashMap<String, AnnotatorId>,
}

impl<'t> Taking<'t> {
    pub(super) fn begin(
        transaction: &'t Transaction<'t>,
        now: &'t str,
    ) -> Result<Self, StoreError> {
        Ok(Taking {
            transaction,
            now,
            taken: TakenRows::default(),
            decisions: Vec::new(),
            void_before: void_rows(transaction)?.into_iter().map(|void| void.id).collect(),
            latest: latest_plausible(),
            people: HashMap::new(),
        })
    }

    /// Takes a row, or leaves everything as it was. Whether it was not there before.
    pub(super) fn take_whole(&mut self, arriving: &Arriving) -> Result<bool, StoreError> {
        // Nothing is written before a row is refused, but where a fix makes another revision. A savepoint copies
        // each page that changes after it.
        if arriving.row.queue != QUEUE_VERIFY {
            return self.take(arriving);
        }
        self.transaction.prepare_cached("SAVEPOINT one_row")?.execute([])?;
        let taken = self.take(arriving);
        if taken.is_err() {
            self.transaction.prepare_cached("ROLLBACK TO one_row")?.execute([])?;
            self.people.clear();
        }
        self.transaction.prepare_cached("RELEASE one_row")?.execute([])?;
        taken
    }

    /// Takes a row. Whether it was not there before.
    pub(super) fn take(&mut self, arriving: &Arriving) -> Result<bool, StoreError> {
        let Some(question_id) = self.write(arriving)? else { return Ok(false) };
        let row = &arriving.row;
        if row.created > self.latest {
            *self.taken.dated_ahead.entry(row.annotator.clone()).or_default() += 1;
        }
        if row.act.is_final() {
            self.decisions.push(TakenDecision {
                row: row.id,
                annotator: row.annotator.clone(),
                queue: row.queue.clone(),
                item: row.item.clone(),
                question_id,
            });
        }
        Ok(true)
    }

    /// What was taken, once it is all there.
    pub(super) fn end(mut self) -> Result<TakenRows, StoreError> {
        self.taken.uncounted = uncounted(self.transaction, self.decisions, &self.void_before)?;
        Ok(self.taken)
    }

    /// Writes a row that is not there yet. Returns the row of its question; `None` where the row was there.
    fn write(&mut self, arriving: &Arriving) -> Result<Option<QuestionId>, StoreError> {
        let Arriving { row, form, payload } = arriving;
        let transaction = self.transaction;
        form.clone().map_err(StoreError::Refused)?;
        if is_there(transaction, row)? {
            return Ok(None);
        }
        let (benchmark_id, question_id, revision) = revision_meant(transaction, row)?;
        check_row(transaction, row, question_id)?;
        let payload = payload.as_ref().map_err(|why| StoreError::Refused(why.clone()))?;
        if let (Some(version), Some(text)) = (&row.guideline, &row.guideline_text) {
            keep_guideline(transaction, version, text, self.now)?;
        }
        let annotator_id = self.known(&row.annotator)?;
        // With VALUES, because a statement that may insert several rows copies each page that it changes.
        transaction
            .prepare_cached(
                "INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id,
                    payload, supersedes, guideline, exposure, active_ms, created)
                 VALUES (?1, ?2, ?12, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                row.id.to_string(),
                row.queue,
                question_id,
                row.item,
                annotator_id,
                payload,
                row.supersedes.map(|id| id.to_string()),
                row.guideline,
                json(&row.exposure)?,
                row.active_ms as i64,
                row.created,
                benchmark_id,
            ])?;
        seal_last(transaction)?;
        // The lease under which it was made in another copy.
        if !row.act.leaves_item_open() {
            end_lease(transaction, &row.queue, question_id, &row.item, annotator_id)?;
        }
        revise(transaction, &row.queue, question_id, &row.act, self.now)?;
        if has_a_twin(transaction, row, question_id, annotator_id)? {
            let place = (row.annotator.clone(), row.queue.clone(), row.item.clone());
            self.taken.decided_in_two_copies.insert(place);
        }
        self.taken.new += 1;
        self.taken.renumbered += usize::from(revision != row.question_revision);
        Ok(Some(question_id))
    }

    /// Makes a person known.
    fn known(&mut self, name: &str) -> Result<AnnotatorId, StoreError> {
        if let Some(&id) = self.people.get(name) {
            return Ok(id);
        }
        make_name_known(self.transaction, name, self.now)?;
        let id = self
            .transaction
            .prepare_cached("SELECT id FROM annotator WHERE name = ?1")?
            .query_row([name], |row| row.get(0))?;
        self.people.insert(name.to_owned(), id);
        Ok(id)
    }
}

/// Whether the row is there already.
///
/// # Errors
/// `Refused` where the row of that id says something else.
fn is_there(transaction: &Transaction<'_>, row: &DecisionRow) -> Result<bool, StoreError> {
    let sql = format!("{SELECT} WHERE decision.id = ?1");
    let known = transaction
        .prepare_cached(&sql)?
        .query_row([row.id.to_string()], read_row)
        .optional()?
        .map(RawRow::decode)
        .transpose()?;
    let Some(mut known) = known else { return Ok(false) };
    known.guideline_text.clone_from(&row.guideline_text);
    // Revisions are counted by each database for itself; the hash says which one is meant.
    known.question_revision = row.question_revision;
    match known == *row {
        true => Ok(true),
        false => Err(StoreError::Refused(format!(
            "row {} is already there and says something else; history is not rewritten",
            row.id
        ))),
    }
}

/// The revision here with the content that the row is about: its benchmark, its row and its number.
fn revision_meant(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
) -> Result<(BenchmarkId, QuestionId, u32), StoreError> {
    let found = transaction
        .prepare_cached(
            "SELECT benchmark_id, question.id, revision FROM question
             JOIN benchmark ON benchmark.id = benchmark_id
             WHERE benchmark.name = ?1 AND key = ?2 AND content_hash = ?3
             ORDER BY revision = ?4 DESC LIMIT 1",
        )?
        .query_row(
            params![row.benchmark, question_key(row), row.question_hash, row.question_revision],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .optional()?;
    found.ok_or_else(|| StoreError::Unknown {
        what: format!(
            "row {}: this database has no question {} of {} with the same content; \
             import the questions first, and merge a bundle into the database that packed it",
            row.id, row.item, row.benchmark
        ),
    })
}

pub(super) fn keep_guideline(
    transaction: &Transaction<'_>,
    version: &str,
    text: &str,
    now: &str,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT INTO guideline (version, text, created) VALUES (?1, ?2, ?3)
             ON CONFLICT (version) DO NOTHING",
        )?
        .execute(params![version, text, now])?;
    Ok(())
}

/// Whether another row of the same annotator on the same item follows the same row: in one copy of a
/// database that cannot be.
fn has_a_twin(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    question_id: QuestionId,
    annotator_id: AnnotatorId,
) -> Result<bool, StoreError> {
    let twin = transaction
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM question AS one
                CROSS JOIN question ON question.benchmark_id = one.benchmark_id
                    AND question.key = one.key
                CROSS JOIN decision ON decision.question_id = question.id
                WHERE one.id = ?1 AND decision.queue = ?2 AND decision.item = ?3
                    AND annotator_id = ?4 AND decision.supersedes IS ?5 AND decision.id <> ?6)",
        )?
        .query_row(
            params![
                question_id,
                row.queue,
                row.item,
                annotator_id,
                row.supersedes.map(|id| id.to_string()),
                row.id.to_string(),
            ],
            |found| found.get(0),
        )?;
    Ok(twin)
}
