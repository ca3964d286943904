//! Decisions: appended, durable, never changed. Here: what a row is, and reading rows.

mod allowed;
mod append;
mod arrival;
mod category_first;
mod content;
mod decided;
mod exchange;
mod gate;
mod held;
mod in_force;
mod lease;
mod look_up;
mod places;
mod taking;
mod uncounted;
mod void;

use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::void::{Rows, void_ids};
use super::clock::latest_plausible;
use super::error::{damaged, json};
use super::history_row::{HISTORY_COLUMNS, read_history_row, uuid};
use super::{Annotator, Benchmark, BenchmarkId, QuestionId, Store, StoreError};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::{HistoryRow, in_order};

pub(super) use arrival::{check_moment, question_key};
pub(super) use category_first::asks_category;
pub(super) use decided::{Decided, decided, names_where};
pub use exchange::MergedRows;
pub(super) use gate::is_gated;
pub use held::Together;
pub use in_force::{InForce, SeenBefore};
pub(super) use lease::end_lease;
pub use lease::{LeaseRequest, PassedOver};
pub use places::{Places, SeenWhenOpened};
pub use taking::{MergeProblem, TakenRows};
pub use uncounted::Uncounted;
pub(super) use void::void_rows;

/// What was on screen when a decision was made.
#[allow(clippy::struct_excessive_bools)] // each is a thing that was seen or not
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exposure {
    /// Where it was made: `review`, `extract`, `extract-hints` (labels and choices were marked in
    /// the text), `plain`, `script`.
    pub screen: String,
    /// Whether this annotator had seen the reference answer of this revision.
    pub reference: bool,
    /// Whether this annotator had seen what models answered to the question, on the Models or the Agreement
    /// screen or as evidence of the verify queue. In rows of versions that did not tell them apart: what
    /// models or other people answered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub predictions: bool,
    /// Whether this annotator had seen what other people answered or decided: labels on the Agreement
    /// screen, reviews that are settled, the evidence of the verify queue.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub peers: bool,
    /// Whether this annotator had guessed from the text alone before the picture was shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gate: bool,
    /// How the picture was drawn, for instance `kitty` or `quadrants`; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The picture's area in terminal cells, width and height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<(u16, u16)>,
    /// Whether the category of the data had been on the screen, where the question has one; absent in rows
    /// of scripts and of older versions, as are the fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<bool>,
    /// Which item of this annotator's it was in this queue, from 1: one more than they had decided or
    /// skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
    /// Milliseconds of pauses, which are not in the attention.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ms: Option<u64>,
}

/// A decision about to be made.
#[derive(Clone, Debug)]
pub struct NewDecision {
    /// The queue it belongs to.
    pub queue: &'static str,
    /// The row of the question's revision that was on screen.
    pub question_id: QuestionId,
    /// The item: the question's key, or a prediction's name in the extract queue.
    pub item: String,
    /// What is done.
    pub act: Act,
    /// The version of the guideline in force.
    pub guideline: Option<String>,
    /// What was on screen.
    pub exposure: Exposure,
    /// Milliseconds of attention, idle time left out.
    pub active_ms: u64,
    /// Whether a guess from the text is followed by the picture at once, as on a screen.
    pub hands_out_picture: bool,
}

/// A row of history as exports and scripts see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionRow {
    /// The row's id, a UUIDv7.
    pub id: Uuid,
    /// The queue.
    pub queue: String,
    /// The benchmark's name.
    pub benchmark: String,
    /// The item: the question's key, or a prediction's name in the extract queue.
    pub item: String,
    /// The revision of the question that was on screen.
    pub question_revision: u32,
    /// The content hash of that revision.
    pub question_hash: String,
    /// Who decided.
    pub annotator: String,
    /// What was decided.
    #[serde(flatten)]
    pub act: Act,
    /// The row before this one on the same item by the same annotator.
    pub supersedes: Option<Uuid>,
    /// The version of the guideline in force.
    pub guideline: Option<String>,
    /// The guideline's text, on the first row of an export that names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guideline_text: Option<String>,
    /// What was on screen.
    pub exposure: Exposure,
    /// Milliseconds of attention.
    pub active_ms: u64,
    /// When, RFC 3339 in UTC.
    pub created: String,
}

const SELECT: &str = "SELECT decision.id, decision.queue, benchmark.name, decision.item,
        question.revision, question.content_hash, annotator.name, decision.payload,
        decision.supersedes, decision.guideline, decision.exposure, decision.active_ms,
        decision.created
    FROM decision
    JOIN benchmark ON benchmark.id = decision.benchmark_id
    JOIN question ON question.id = decision.question_id
    JOIN annotator ON annotator.id = decision.annotator_id";

impl Store {
    /// One annotator's rows of one queue of a benchmark, oldest first.
    pub fn history(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
    ) -> Result<Vec<HistoryRow>, StoreError> {
        read_history(&self.connection, annotator, queue, benchmark.id)
    }

    /// One annotator's newest rows of a queue, newest first.
    pub fn newest_decisions(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        limit: usize,
    ) -> Result<Vec<DecisionRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE decision.annotator_id = ?1 AND decision.queue = ?2
                AND decision.benchmark_id = ?3 ORDER BY decision.seq DESC LIMIT ?4"
        );
        self.rows(&sql, params![annotator.id, queue, benchmark.id, limit as i64])
    }

    /// Calls `each` with every row of history, oldest first. The text of a guideline is in
    /// the first row that names its version.
    pub fn for_each_decision<E: From<StoreError>>(
        &self,
        is_wanted: impl Fn(&DecisionRow) -> bool,
        mut each: impl FnMut(DecisionRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = format!("{SELECT} ORDER BY decision.seq");
        let mut statement = self.connection.prepare(&sql).map_err(StoreError::from)?;
        let mut rows = statement.query([]).map_err(StoreError::from)?;
        let mut included = std::collections::HashSet::new();
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            let mut row = read_row(row).map_err(StoreError::from)?.decode()?;
            if !is_wanted(&row) {
                continue;
            }
            if let Some(version) = &row.guideline
                && included.insert(version.clone())
            {
                row.guideline_text = self.guideline(version)?.map(|guideline| guideline.text);
            }
            each(row)?;
        }
        Ok(())
    }

    fn rows(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<Vec<DecisionRow>, StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map(parameters, read_row)?;
        rows.map(|row| row?.decode()).collect()
    }
}

/// A row as SQLite gives it, its texts not yet read.
struct RawRow {
    id: String,
    payload: String,
    supersedes: Option<String>,
    exposure: String,
    rest: DecisionRow,
}

impl RawRow {
    fn decode(self) -> Result<DecisionRow, StoreError> {
        Ok(DecisionRow {
            id: uuid(&self.id)?,
            act: serde_json::from_str(&self.payload).map_err(damaged)?,
            supersedes: self.supersedes.as_deref().map(uuid).transpose()?,
            exposure: serde_json::from_str(&self.exposure).map_err(damaged)?,
            ..self.rest
        })
    }
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    Ok(RawRow {
        id: row.get(0)?,
        payload: row.get(7)?,
        supersedes: row.get(8)?,
        exposure: row.get(10)?,
        rest: DecisionRow {
            id: Uuid::nil(),
            queue: row.get(1)?,
            benchmark: row.get(2)?,
            item: row.get(3)?,
            question_revision: row.get(4)?,
            question_hash: row.get(5)?,
            annotator: row.get(6)?,
            act: Act::Skip,
            supersedes: None,
            guideline: row.get(9)?,
            guideline_text: None,
            exposure: Exposure::default(),
            active_ms: row.get::<_, i64>(11)?.unsigned_abs(),
            created: row.get(12)?,
        },
    })
}

impl DecisionRow {
    /// The parts of the row that reading a history needs.
    pub fn history_row(&self) -> HistoryRow {
        HistoryRow {
            id: self.id,
            item: self.item.clone(),
            revision: self.question_revision,
            act: self.act.clone(),
            created: self.created.clone(),
            active_ms: self.active_ms,
            supersedes: self.supersedes,
        }
    }
}

fn read_history(
    connection: &Connection,
    annotator: &Annotator,
    queue: &str,
    benchmark_id: BenchmarkId,
) -> Result<Vec<HistoryRow>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {HISTORY_COLUMNS}
         FROM decision JOIN question ON question.id = decision.question_id
         WHERE decision.annotator_id = ?1 AND decision.queue = ?2
           AND decision.benchmark_id = ?3
         ORDER BY decision.seq"
    ))?;
    let mut rows = statement.query(params![annotator.id, queue, benchmark_id])?;
    let mut history = Vec::new();
    while let Some(row) = rows.next()? {
        history.push(read_history_row(row)?);
    }
    let void = void_ids(connection, queue, Rows::OfAnnotator(annotator.id))?;
    history.retain(|row| !void.contains(&row.id));
    Ok(in_order(history, latest_plausible))
}

#[cfg(test)]
mod tests;
