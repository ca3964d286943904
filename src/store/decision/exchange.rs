//! Taking rows of history from another copy of the database.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use uuid::Uuid;

use super::append::revise;
use super::arrival::{check_form, check_guideline_text, check_row, question_key};
use super::content::checked_payload;
use super::lease::end_lease;
use super::uncounted::{TakenDecision, Uncounted, uncounted};
use super::void::void_rows;
use super::{DecisionRow, RawRow, SELECT, json, read_row};
use crate::store::annotator::make_name_known;
use crate::store::clock::latest_plausible;
use crate::store::model_alias::NamesInBundles;
use crate::store::seal::seal_last;
use crate::store::{Guideline, QuestionId, Store, StoreError};

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

/// What a merge of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedRows {
    /// What was taken.
    pub taken: TakenRows,
    /// Rows that were there already and say the same.
    pub known: usize,
    /// Rows that were not taken.
    pub problems: Vec<MergeProblem>,
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

impl Store {
    /// Unites the history with rows of other copies. Rows are known by their ids, so that the order of
    /// merging and merging again change nothing. A row that cannot be taken, for instance because its
    /// question has another content here, is reported, and the others are taken all the same.
    /// `guidelines` are those that the rows name, by version, with their texts.
    pub(in crate::store) fn merge_decisions(
        &mut self,
        rows: &[DecisionRow],
        guidelines: &BTreeMap<String, String>,
    ) -> Result<MergedRows, StoreError> {
        let now = self.now();
        let names = NamesInBundles::load(self)?;
        self.write(|transaction| {
            // The row that has a text may be one that is not taken.
            for (version, text) in guidelines {
                if Guideline::new(text.as_str()).version == *version
                    && check_guideline_text(text).is_ok()
                {
                    keep_guideline(transaction, version, text, &now)?;
                }
            }
            let mut taking = Taking::begin(transaction)?;
            let mut merged = MergedRows::default();
            for row in rows {
                let row = &names.as_here(row);
                let before = taking.taken.new;
                transaction.prepare_cached("SAVEPOINT one_row")?.execute([])?;
                match taking.take(transaction, row, &now) {
                    Ok(()) => merged.known += usize::from(taking.taken.new == before),
                    Err(
                        problem @ (StoreError::Refused(_)
                        | StoreError::NotAllowed(_)
                        | StoreError::Unknown { .. }
                        | StoreError::Damaged(_)),
                    ) => {
                        transaction.execute_batch("ROLLBACK TO one_row")?;
                        merged.problems.push(MergeProblem {
                            row: row.id,
                            annotator: row.annotator.clone(),
                            item: row.item.clone(),
                            problem: problem.to_string(),
                        });
                    }
                    Err(error) => return Err(error),
                }
                transaction.prepare_cached("RELEASE one_row")?.execute([])?;
            }
            merged.taken = taking.end(transaction)?;
            Ok(merged)
        })
    }

    /// Takes rows of history from another copy of the database, all or nothing; rows that are
    /// already there are left alone.
    pub fn import_decisions(
        &mut self,
        rows: impl IntoIterator<Item = Result<DecisionRow, StoreError>>,
    ) -> Result<TakenRows, StoreError> {
        let now = self.now();
        let names = NamesInBundles::load(self)?;
        self.write(|transaction| {
            let mut taking = Taking::begin(transaction)?;
            for row in rows {
                taking.take(transaction, &names.as_here(&row?), &now)?;
            }
            taking.end(transaction)
        })
    }
}

/// Rows being taken in one transaction.
struct Taking {
    taken: TakenRows,
    /// The decisions among them.
    decisions: Vec<TakenDecision>,
    /// The rows that did not count before, by their ids.
    void_before: BTreeSet<Uuid>,
    /// A row with a later moment was dated by a wrong clock.
    latest: String,
}

impl Taking {
    fn begin(transaction: &Transaction<'_>) -> Result<Self, StoreError> {
        Ok(Taking {
            taken: TakenRows::default(),
            decisions: Vec::new(),
            void_before: void_rows(transaction)?.into_iter().map(|void| void.id).collect(),
            latest: latest_plausible(),
        })
    }

    fn take(
        &mut self,
        transaction: &Transaction<'_>,
        row: &DecisionRow,
        now: &str,
    ) -> Result<(), StoreError> {
        let Some(question_id) = take_row(transaction, row, &mut self.taken, now)? else {
            return Ok(());
        };
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
        Ok(())
    }

    /// What was taken, once it is all there.
    fn end(mut self, transaction: &Transaction<'_>) -> Result<TakenRows, StoreError> {
        self.taken.uncounted = uncounted(transaction, self.decisions, &self.void_before)?;
        Ok(self.taken)
    }
}

/// Takes a row that is not there yet. Returns the row of its question; `None` where the row was there.
fn take_row(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    taken: &mut TakenRows,
    now: &str,
) -> Result<Option<QuestionId>, StoreError> {
    check_form(row).map_err(|why| StoreError::Refused(format!("row {}: {why}", row.id)))?;
    let sql = format!("{SELECT} WHERE decision.id = ?1");
    let known = transaction
        .prepare_cached(&sql)?
        .query_row([row.id.to_string()], read_row)
        .optional()?
        .map(RawRow::decode)
        .transpose()?;
    if let Some(mut known) = known {
        known.guideline_text.clone_from(&row.guideline_text);
        // Revisions are counted by each database for itself; the hash says which one is meant.
        known.question_revision = row.question_revision;
        if known == *row {
            return Ok(None);
        }
        return Err(StoreError::Refused(format!(
            "row {} is already there and says something else; history is not rewritten",
            row.id
        )));
    }
    let (question_id, revision): (QuestionId, u32) = transaction
        .prepare_cached(
            "SELECT question.id, revision FROM question JOIN benchmark ON benchmark.id = benchmark_id
             WHERE benchmark.name = ?1 AND key = ?2 AND content_hash = ?3
             ORDER BY revision = ?4 DESC LIMIT 1",
        )?
        .query_row(
            params![row.benchmark, question_key(row), row.question_hash, row.question_revision],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?
        .ok_or_else(|| StoreError::Unknown {
            what: format!(
                "row {}: this database has no question {} of {} with the same content; \
                 import the questions first, and merge a bundle into the database that packed it",
                row.id, row.item, row.benchmark
            ),
        })?;
    check_row(transaction, row, question_id)?;
    if let (Some(version), Some(text)) = (&row.guideline, &row.guideline_text) {
        keep_guideline(transaction, version, text, now)?;
    }
    make_name_known(transaction, &row.annotator, now)?;
    transaction
        .prepare_cached(
            "INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id,
                payload, supersedes, guideline, exposure, active_ms, created)
             SELECT ?1, ?2, question.benchmark_id, question.id, ?4, annotator.id, ?6, ?7, ?8, ?9, ?10, ?11
             FROM question, annotator WHERE question.id = ?3 AND annotator.name = ?5",
        )?
        .execute(params![
            row.id.to_string(),
            row.queue,
            question_id,
            row.item,
            row.annotator,
            checked_payload(&row.act)?,
            row.supersedes.map(|id| id.to_string()),
            row.guideline,
            json(&row.exposure)?,
            row.active_ms as i64,
            row.created,
        ])?;
    seal_last(transaction)?;
    end_lease_of(transaction, row, question_id)?;
    revise(transaction, &row.queue, question_id, &row.act, now)?;
    if has_a_twin(transaction, row, question_id)? {
        let place = (row.annotator.clone(), row.queue.clone(), row.item.clone());
        taken.decided_in_two_copies.insert(place);
    }
    taken.new += 1;
    taken.renumbered += usize::from(revision != row.question_revision);
    Ok(Some(question_id))
}

fn keep_guideline(
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

/// Ends the lease under which the row was made in another copy.
fn end_lease_of(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    question_id: QuestionId,
) -> Result<(), StoreError> {
    if row.act.leaves_item_open() {
        return Ok(());
    }
    let annotator_id = transaction
        .prepare_cached("SELECT id FROM annotator WHERE name = ?1")?
        .query_row([&row.annotator], |row| row.get(0))?;
    end_lease(transaction, &row.queue, question_id, &row.item, annotator_id)
}

/// Whether another row of the same annotator on the same item follows the same row: in one copy of a
/// database that cannot be.
fn has_a_twin(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    let twin = transaction
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM question AS one
                CROSS JOIN question ON question.benchmark_id = one.benchmark_id
                    AND question.key = one.key
                CROSS JOIN decision ON decision.question_id = question.id
                CROSS JOIN annotator ON annotator.id = decision.annotator_id
                WHERE one.id = ?1 AND decision.queue = ?2 AND decision.item = ?3
                    AND annotator.name = ?4 AND decision.supersedes IS ?5 AND decision.id <> ?6)",
        )?
        .query_row(
            params![
                question_id,
                row.queue,
                row.item,
                row.annotator,
                row.supersedes.map(|id| id.to_string()),
                row.id.to_string(),
            ],
            |found| found.get(0),
        )?;
    Ok(twin)
}
