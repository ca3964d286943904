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

use crate::histories::{Rows, load_rows, own_rows};
use crate::query::Query;
use crate::{AnnotatorId, QuestionId, StoreError};
use assay_core::benchmark::history::History;
use assay_core::benchmark::queues::{QUEUES, settled_by};

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
    rows: Rows<'_>,
) -> Result<HashSet<Uuid>, StoreError> {
    Ok(void_rows_of(connection, queue, Some(rows))?.into_iter().map(|void| void.id).collect())
}

/// All rows that count for nothing.
pub(crate) fn void_rows(connection: &Connection) -> Result<Vec<Void>, StoreError> {
    let mut all = Vec::new();
    for queue in QUEUES {
        all.extend(void_rows_of(connection, queue.name, None)?);
    }
    Ok(all)
}

/// The rows of a queue that count for nothing, where some rows are read: among these and a few more.
fn void_rows_of(
    connection: &Connection,
    queue: &str,
    read: Option<Rows<'_>>,
) -> Result<Vec<Void>, StoreError> {
    let Some(settled) = settled_by(queue) else { return Ok(Vec::new()) };
    let (which, whose): (&str, &dyn ToSql) = match &read {
        None | Some(Rows::InBenchmark(_)) => ("?3 IS NULL", &None::<i64>),
        Some(Rows::OfAnnotator(_, id)) => ("later.annotator_id = ?3", id),
        Some(Rows::OnQuestion(id) | Rows::OnItem(id, _) | Rows::OnItemOf(id, ..)) => (
            "later.question_id IN (SELECT other.id FROM question AS one JOIN question AS other
                ON other.benchmark_id = one.benchmark_id AND other.key = one.key WHERE one.id = ?3)",
            id,
        ),
    };
    // A decision has the name of its queue. Few rows pass this; what is in force says the history.
    let sql = format!(
        "SELECT later.id, annotator.name, later.item, later.question_id, later.annotator_id, later.created
        FROM decision AS later JOIN annotator ON annotator.id = later.annotator_id
        WHERE {which} AND later.queue = ?1 AND later.payload ->> 'act' = ?1
           AND EXISTS (SELECT 1 FROM decision AS earlier
               WHERE earlier.question_id = later.question_id
                   AND earlier.annotator_id = later.annotator_id
                   AND earlier.queue = ?2 AND earlier.payload ->> 'act' = ?2)
        ORDER BY later.seq"
    );
    let mut found = Vec::new();
    connection.each(&sql, params![queue, settled, whose], |row| {
        let void = Void { id: row.take()?, annotator: row.take()?, item: row.take()?, settled };
        let (question, annotator, created): (_, _, String) = row.take()?;
        let moment = (created.as_str(), void.id);
        if had_decided(connection, settled, question, &void.item, annotator, Some(moment))? {
            found.push(void);
        }
        Ok::<_, StoreError>(())
    })?;
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
    let sql = "SELECT revision FROM question WHERE id = ?1";
    let revision = connection.one(sql, [question_id])?;
    let rows = Rows::OnItemOf(question_id, item, annotator);
    let mut own = own_rows(load_rows(connection, queue, rows)?);
    own.retain(|row| before.is_none_or(|moment| (row.created.as_str(), row.id) < moment));
    Ok(own.into_iter().collect::<History>().is_decided(item, revision))
}
