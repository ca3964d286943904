//! Decisions: appended, durable, never changed. Here: what a row is, and reading rows.

mod allowed;
mod append;
mod arrival;
mod content;
mod decided;
mod gate;
mod in_force;
mod lease;
mod places;
mod taking;
mod void;

use rusqlite::params;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::json;
use super::histories::Rows;
use super::{Annotator, AnnotatorId, Benchmark, QuestionId, Result, StoreError, Transaction, View};
use crate::query::{Query, records};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::HistoryRow;

pub(super) use arrival::{check_moment, question_key};
pub(super) use decided::{Decided, names_where};
pub use in_force::{InForce, SeenBefore};
pub use lease::{PassedOver, QueuedItem, lease_time};
pub use places::{Places, SeenWhenOpened, Together};
pub use taking::{MergeProblem, MergedRows, TakenRows};
pub use void::Uncounted;

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

impl NewDecision {
    /// What is decided.
    pub(crate) fn queued_item(&self) -> QueuedItem<'_> {
        QueuedItem::new(self.queue, self.question_id, &self.item)
    }
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
        decision.supersedes, decision.guideline, NULL, decision.exposure, decision.active_ms,
        decision.created
    FROM decision
    JOIN benchmark ON benchmark.id = decision.benchmark_id
    JOIN question ON question.id = decision.question_id
    JOIN annotator ON annotator.id = decision.annotator_id";

records! {
    DecisionRow {
        id, queue, benchmark, item, question_revision, question_hash, annotator, act, supersedes,
        guideline, guideline_text, exposure, active_ms, created,
    }
}

impl View {
    /// One annotator's rows of one queue of a benchmark, oldest first.
    pub fn history(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
    ) -> Result<Vec<HistoryRow>> {
        let rows = Rows::OfAnnotator(benchmark.id, annotator.id);
        self.load_own_rows(queue, rows)
    }

    /// Calls `each` with every row of history, oldest first. The text of a guideline is in
    /// the first row that names its version.
    pub fn for_each_decision<E: From<StoreError>>(
        &self,
        is_wanted: impl Fn(&DecisionRow) -> bool,
        mut each: impl FnMut(DecisionRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = format!("{SELECT} ORDER BY decision.seq");
        let mut included = std::collections::HashSet::new();
        self.each(&sql, [], |row| {
            let mut row: DecisionRow = row.take()?;
            if !is_wanted(&row) {
                return Ok(());
            }
            if let Some(version) = &row.guideline
                && included.insert(version.clone())
            {
                row.guideline_text = self.guideline(version)?.map(|guideline| guideline.text);
            }
            each(row)
        })
    }

    /// One annotator's newest rows of a queue, or those from a certain one backwards, newest first.
    pub fn newest_decisions(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        from: Option<Uuid>,
        limit: usize,
    ) -> Result<Vec<DecisionRow>> {
        let sql = format!(
            "{SELECT} WHERE decision.annotator_id = ?1 AND decision.queue = ?2
               AND decision.benchmark_id = ?3
               AND (?4 IS NULL OR decision.seq <= (SELECT seq FROM decision WHERE id = ?4))
            ORDER BY decision.seq DESC LIMIT ?5"
        );
        let from = from.map(|id| id.to_string());
        self.all(&sql, params![annotator.id, queue, benchmark.id, from, limit as i64])
    }

    /// What an annotator may see of what was decided on a question in a queue, oldest first: their
    /// own rows always, those of others only while their own decision on the current revision is in
    /// force. The store keeps the annotator blind, not the view.
    pub fn decisions_visible_to(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        key: &str,
    ) -> Result<Vec<DecisionRow>> {
        let current = self.question_id(benchmark, key)?;
        let may_see_others = self.has_decided(annotator, queue, current)?;
        let sql = format!(
            "{SELECT} WHERE decision.queue = ?2 AND decision.question_id IN
               (SELECT id FROM question WHERE benchmark_id = ?3 AND key = ?4)
            AND (?5 OR decision.annotator_id = ?1)
            ORDER BY decision.seq"
        );
        self.all(&sql, params![annotator.id, queue, benchmark.id, key, may_see_others])
    }

    /// The row of the question's revision that a decision was made on.
    pub fn question_of_decision(&self, id: Uuid) -> Result<QuestionId> {
        self.one("SELECT question_id FROM decision WHERE id = ?1", [id.to_string()])
    }

    /// How many reviews of this annotator were made under another version of the guideline, those
    /// taken back included.
    pub fn reviews_under_another_guideline(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        version: &str,
    ) -> Result<usize> {
        let sql = "SELECT count(*) FROM decision
            WHERE annotator_id = ?1 AND queue = ?2 AND benchmark_id = ?3
              AND payload ->> 'act' = 'review' AND guideline IS NOT ?4";
        let count: i64 = self.one(sql, params![annotator.id, queue, benchmark.id, version])?;
        Ok(count as usize)
    }
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

/// A row of history that is about to be written; its benchmark is that of the question.
pub(crate) struct WrittenRow<'a> {
    pub id: Uuid,
    pub of: QueuedItem<'a>,
    pub annotator_id: AnnotatorId,
    /// The act as JSON.
    pub payload: &'a str,
    pub supersedes: Option<Uuid>,
    pub guideline: Option<&'a str>,
    pub exposure: &'a Exposure,
    pub active_ms: u64,
    pub created: &'a str,
}

impl WrittenRow<'_> {
    /// Appends the row and seals it.
    pub fn append(&self, transaction: &Transaction<'_>) -> Result<()> {
        // With VALUES, because a statement that may insert several rows copies each page that it changes.
        let sql = "INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id,
               payload, supersedes, guideline, exposure, active_ms, created)
            VALUES (?1, ?2, (SELECT benchmark_id FROM question WHERE id = ?3), ?3, ?4, ?5, ?6, ?7,
               ?8, ?9, ?10, ?11)";
        let row = params![
            self.id.to_string(),
            self.of.queue,
            self.of.question_id,
            self.of.item,
            self.annotator_id,
            self.payload,
            self.supersedes.map(|id| id.to_string()),
            self.guideline,
            json(self.exposure)?,
            self.active_ms as i64,
            self.created,
        ];
        transaction.change(sql, row)?;
        transaction.seal_last()
    }
}

#[cfg(test)]
mod tests;
