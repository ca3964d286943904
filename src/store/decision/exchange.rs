//! Taking rows of history from another copy of the database.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, SecondsFormat, Utc};
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use uuid::Uuid;

use super::append::revise;
use super::content::check_content;
use super::lease::end_lease;
use super::{DecisionRow, RawRow, SELECT, json, read_row};
use crate::benchmark::PredictionName;
use crate::benchmark::decision::Act;
use crate::benchmark::queues::{has_questions_as_items, queue_named, queue_names};
use crate::store::annotator::seed_of;
use crate::store::model_alias::NamesInBundles;
use crate::store::people::is_author;
use crate::store::{Guideline, QuestionId, Refusal, Store, StoreError};

/// What an import of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenRows {
    /// Rows that were not there before.
    pub new: usize,
    /// Those of them whose revision has another number here; its content is the same.
    pub renumbered: usize,
    /// Items on which one person decided in two copies: the annotator, the queue and the item.
    pub decided_in_two_copies: BTreeSet<(String, String, String)>,
}

/// What a merge of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedRows {
    /// Rows that were not there before.
    pub new: usize,
    /// Rows that were there already and say the same.
    pub known: usize,
    /// Rows that were not taken.
    pub problems: Vec<MergeProblem>,
    /// Items on which one person decided in two copies: the annotator, the queue and the item.
    pub decided_in_two_copies: BTreeSet<(String, String, String)>,
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
                if Guideline::new(text.as_str()).version == *version {
                    keep_guideline(transaction, version, text, &now)?;
                }
            }
            let mut taken = TakenRows::default();
            let mut merged = MergedRows::default();
            for row in rows {
                let row = &names.as_here(row);
                let before = taken.new;
                transaction.execute_batch("SAVEPOINT one_row")?;
                match take_row(transaction, row, &mut taken, &now) {
                    Ok(()) => merged.known += usize::from(taken.new == before),
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
                transaction.execute_batch("RELEASE one_row")?;
            }
            merged.new = taken.new;
            merged.decided_in_two_copies = taken.decided_in_two_copies;
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
            let mut taken = TakenRows::default();
            for row in rows {
                take_row(transaction, &names.as_here(&row?), &mut taken, &now)?;
            }
            Ok(taken)
        })
    }
}

fn take_row(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    taken: &mut TakenRows,
    now: &str,
) -> Result<(), StoreError> {
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
            return Ok(());
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
    check_author(transaction, row, question_id)?;
    if let (Some(version), Some(text)) = (&row.guideline, &row.guideline_text) {
        keep_guideline(transaction, version, text, now)?;
    }
    transaction
        .prepare_cached(
            "INSERT INTO annotator (name, seed, created) VALUES (?1, ?2, ?3)
             ON CONFLICT (name) DO NOTHING",
        )?
        .execute(params![row.annotator, seed_of(&row.annotator), now])?;
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
            json(&row.act)?,
            row.supersedes.map(|id| id.to_string()),
            row.guideline,
            json(&row.exposure)?,
            row.active_ms as i64,
            row.created,
        ])?;
    end_lease_of(transaction, row, question_id)?;
    revise(transaction, &row.queue, question_id, &row.act, now)?;
    if has_a_twin(transaction, row, question_id)? {
        let place = (row.annotator.clone(), row.queue.clone(), row.item.clone());
        taken.decided_in_two_copies.insert(place);
    }
    taken.new += 1;
    taken.renumbered += usize::from(revision != row.question_revision);
    Ok(())
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

/// Checks what a row says by itself: whether this program could have written it.
fn check_form(row: &DecisionRow) -> Result<(), String> {
    let refused = |field: &str, found: &str, expected: &str| {
        Err(format!("{field} is {found}; expected {expected}. Export the decisions again"))
    };
    if row.id.get_version_num() != 7 {
        return refused("id", &row.id.to_string(), "a UUID of version 7");
    }
    let queue = row.queue.as_str();
    if queue_named(queue).is_none() || !row.act.belongs_to(queue) {
        let expected = format!("{}, as the act demands", queue_names().join(" or "));
        return refused("queue", queue, &expected);
    }
    if row.question_revision == 0 {
        return refused("question_revision", "0", "a number from 1 on");
    }
    if i64::try_from(row.active_ms).is_err() {
        return refused("active_ms", &row.active_ms.to_string(), "milliseconds of attention");
    }
    if row.annotator.trim().is_empty() {
        return refused("annotator", "empty", "a name");
    }
    check_moment(&row.created).map_err(|why| format!("{why}. Export the decisions again"))
}

/// Checks that a moment reads as rows hold it.
pub(in crate::store) fn check_moment(created: &str) -> Result<(), String> {
    let moment = DateTime::parse_from_rfc3339(created)
        .map(|moment| moment.with_timezone(&Utc).to_rfc3339_opts(SecondsFormat::Millis, true));
    match moment.is_ok_and(|moment| moment == created) {
        true => Ok(()),
        false => {
            Err(format!("created is {created}; expected a moment such as 2026-01-31T09:30:00.000Z"))
        }
    }
}

/// A file may say anything; what would be refused on the screen is refused here.
fn check_row(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    question_id: QuestionId,
) -> Result<(), StoreError> {
    let of_row = |error: StoreError| StoreError::Refused(format!("row {}: {error}", row.id));
    check_content(transaction, question_id, &row.item, &row.act).map_err(of_row)?;
    if !has_questions_as_items(&row.queue) {
        check_model(transaction, &row.item).map_err(of_row)?;
    }
    if let (Some(version), Some(text)) = (&row.guideline, &row.guideline_text)
        && Guideline::new(text.as_str()).version != *version
    {
        let why = format!("its guideline's text does not belong to version {version}");
        return Err(of_row(StoreError::Refused(why)));
    }
    if let (Some(version), None) = (&row.guideline, &row.guideline_text) {
        let is_known: bool = transaction
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM guideline WHERE version = ?1)")?
            .query_row([version], |found| found.get(0))?;
        if !is_known {
            let why = format!(
                "this database does not know guideline {version}; expected its text as \
                 guideline_text in the first row that names it. Import the export whole"
            );
            return Err(of_row(StoreError::Refused(why)));
        }
    }
    let taken_back = match row.act {
        Act::Undo { row: target } | Act::Redo { row: target } => Some(target),
        _ => None,
    };
    for earlier in [row.supersedes, taken_back].into_iter().flatten() {
        let is_known: bool = transaction
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM decision WHERE id = ?1)")?
            .query_row([earlier.to_string()], |found| found.get(0))?;
        if !is_known {
            let why = format!("it follows row {earlier}, which is neither here nor before it");
            return Err(of_row(StoreError::Refused(why)));
        }
    }
    Ok(())
}

/// Whoever wrote a question does not review it, in whichever copy.
fn check_author(
    transaction: &Transaction<'_>,
    row: &DecisionRow,
    question_id: QuestionId,
) -> Result<(), StoreError> {
    let decides = row.act.is_final() || row.act.is_step();
    if decides
        && has_questions_as_items(&row.queue)
        && is_author(transaction, &row.annotator, question_id)?
    {
        let (item, name) = (row.item.clone(), row.annotator.clone());
        return Err(Refusal::OwnQuestion { item, name }.into());
    }
    Ok(())
}

/// A row about a text names its model, which in a bundle has another name.
fn check_model(transaction: &Transaction<'_>, item: &str) -> Result<(), StoreError> {
    let model = item.parse::<PredictionName>().map(|name| name.model).unwrap_or_default();
    let is_known: bool = transaction
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM model WHERE name = ?1)")?
        .query_row([&model], |found| found.get(0))?;
    match is_known {
        true => Ok(()),
        false => Err(StoreError::Refused(format!(
            "there is no model {model} here; import that model's predictions first (assay import \
             predictions), and merge a bundle into the database that packed it"
        ))),
    }
}

/// The key of the question that the row is about: the item, or the key in a prediction's name.
pub(in crate::store) fn question_key(row: &DecisionRow) -> String {
    if has_questions_as_items(&row.queue) {
        return row.item.clone();
    }
    PredictionName::key_in(&row.item)
}
