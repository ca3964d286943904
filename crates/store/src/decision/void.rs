//! Decisions that count for nothing: those of adjudicators on what they had reviewed themselves.
//!
//! [`Store::decide`](crate::Store::decide) refuses them. In rows of other copies, the review may
//! arrive after the adjudication, or the other way round. So both are taken, and each reader of rows leaves
//! such an adjudication out: the order in which copies are united changes nothing. `assay merge` and
//! `assay doctor` name them.

use std::collections::HashSet;

use rusqlite::types::ToSql;
use rusqlite::{Connection, params};
use uuid::Uuid;

use crate::clock::latest_plausible;
use crate::history_row::{FURTHER, HISTORY_COLUMNS, read_history_row, uuid};
use crate::{AnnotatorId, QuestionId, StoreError};
use assay_core::benchmark::history::{History, HistoryRow, in_order};
use assay_core::benchmark::queues::{QUEUES, settled_by};

/// Whose rows are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows {
    All,
    OfAnnotator(AnnotatorId),
    /// Those on a question, in any of its revisions.
    OnQuestion(QuestionId),
}

/// A decision that counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Void {
    pub(crate) id: Uuid,
    pub(crate) annotator: String,
    pub(crate) item: String,
    /// The queue in which the annotator had decided before.
    pub(crate) settled: &'static str,
}

impl Void {
    /// Why it counts for nothing.
    pub(crate) fn reason(&self) -> String {
        let Void { annotator, settled, .. } = self;
        format!(
            "{annotator} had decided on it in the {settled} queue, so another expert adjudicates it"
        )
    }
}

/// The ids of the rows of a queue that count for nothing.
pub(super) fn void_ids(
    connection: &Connection,
    queue: &str,
    rows: Rows,
) -> Result<HashSet<Uuid>, StoreError> {
    Ok(void_rows_of(connection, queue, rows)?.into_iter().map(|void| void.id).collect())
}

/// All rows that count for nothing.
pub(crate) fn void_rows(connection: &Connection) -> Result<Vec<Void>, StoreError> {
    let mut all = Vec::new();
    for queue in QUEUES {
        all.extend(void_rows_of(connection, queue.name, Rows::All)?);
    }
    Ok(all)
}

fn void_rows_of(connection: &Connection, queue: &str, rows: Rows) -> Result<Vec<Void>, StoreError> {
    let Some(settled) = settled_by(queue) else { return Ok(Vec::new()) };
    let (which, whose): (&str, &dyn ToSql) = match &rows {
        Rows::All => ("?3 IS NULL", &None::<i64>),
        Rows::OfAnnotator(id) => ("later.annotator_id = ?3", id),
        Rows::OnQuestion(id) => (
            "later.question_id IN (SELECT other.id FROM question AS one JOIN question AS other
                ON other.benchmark_id = one.benchmark_id AND other.key = one.key WHERE one.id = ?3)",
            id,
        ),
    };
    // A decision has the name of its queue. Few rows pass this; what is in force says the history.
    let mut statement = connection.prepare_cached(&format!(
        "SELECT later.id, annotator.name, later.item, later.question_id, later.annotator_id, later.created
         FROM decision AS later JOIN annotator ON annotator.id = later.annotator_id
         WHERE {which} AND later.queue = ?1 AND later.payload ->> 'act' = ?1
            AND EXISTS (SELECT 1 FROM decision AS earlier
                WHERE earlier.question_id = later.question_id
                    AND earlier.annotator_id = later.annotator_id
                    AND earlier.queue = ?2 AND earlier.payload ->> 'act' = ?2)
         ORDER BY later.seq"
    ))?;
    let mut rows = statement.query(params![queue, settled, whose])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let void = Void {
            id: uuid(&row.get::<_, String>(0)?)?,
            annotator: row.get(1)?,
            item: row.get(2)?,
            settled,
        };
        let (question, annotator, created): (QuestionId, AnnotatorId, String) =
            (row.get(3)?, row.get(4)?, row.get(5)?);
        let moment = (created.as_str(), void.id);
        if had_decided(connection, settled, question, &void.item, annotator, Some(moment))? {
            found.push(void);
        }
    }
    Ok(found)
}

/// Whether a person's own decision on an item was in force before a moment, which is that of a row; `None`
/// for now. Rows that were dated later do not matter, whenever they came.
pub(super) fn had_decided(
    connection: &Connection,
    queue: &str,
    question_id: QuestionId,
    item: &str,
    annotator: AnnotatorId,
    before: Option<(&str, Uuid)>,
) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {HISTORY_COLUMNS}, one.revision
         FROM question AS one
         CROSS JOIN question ON question.benchmark_id = one.benchmark_id AND question.key = one.key
         CROSS JOIN decision ON decision.question_id = question.id
         WHERE one.id = ?1 AND decision.queue = ?2 AND decision.item = ?3 AND decision.annotator_id = ?4
         ORDER BY decision.seq"
    ))?;
    let mut rows = statement.query(params![question_id, queue, item, annotator])?;
    let (mut own, mut revision): (Vec<HistoryRow>, u32) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        revision = row.get(FURTHER)?;
        own.push(read_history_row(row)?);
    }
    let mut own = in_order(own, latest_plausible);
    own.retain(|row| before.is_none_or(|moment| (row.created.as_str(), row.id) < moment));
    Ok(own.into_iter().collect::<History>().is_decided(item, revision))
}
