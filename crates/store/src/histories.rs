//! Rows of a queue's history: which are loaded, by whom they are, and the order in which they count.
//!
//! Readers of decisions get their rows from `decision::void`, which leaves out those that count for nothing.

use std::collections::HashMap;

use rusqlite::types::ToSql;

use super::clock::latest_plausible;
use super::{AnnotatorId, BenchmarkId, QuestionId, Result, View};
use crate::query::{Query, records};
use assay_core::benchmark::history::{History, HistoryRow, in_order};

/// Which rows of a queue are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rows<'a> {
    /// Those of a benchmark.
    InBenchmark(BenchmarkId),
    /// One person's rows in a benchmark.
    OfAnnotator(BenchmarkId, AnnotatorId),
    /// Those on a question, in any of its revisions: an undo may be recorded with a later revision than the row
    /// it takes back.
    OnQuestion(QuestionId),
    /// Those of them on one item.
    OnItem(QuestionId, &'a str),
    /// One person's rows on one item.
    OnItemOf(QuestionId, &'a str, AnnotatorId),
}

/// A row with what it is about.
pub(crate) struct LoadedRow {
    annotator_id: AnnotatorId,
    annotator: String,
    /// The revision of the question that was on the screen.
    pub question_id: QuestionId,
    pub row: HistoryRow,
}

/// What one person did in a queue.
pub(crate) struct PersonHistory {
    pub id: AnnotatorId,
    pub name: String,
    pub history: History,
}

records! {
    HistoryRow { id, item, revision, act, created, active_ms, supersedes }
    LoadedRow { annotator_id, annotator, question_id, row }
}

const COLUMNS: &str = "decision.annotator_id, annotator.name, decision.question_id, decision.id,
    decision.item, question.revision, decision.payload, decision.created, decision.active_ms,
    decision.supersedes";

const IN_BENCHMARK: &str = "decision JOIN question ON question.id = decision.question_id
    JOIN annotator ON annotator.id = decision.annotator_id WHERE decision.benchmark_id = ?2";

const ON_QUESTION: &str = "question AS one
    CROSS JOIN question ON question.benchmark_id = one.benchmark_id AND question.key = one.key
    CROSS JOIN decision ON decision.question_id = question.id
    CROSS JOIN annotator ON annotator.id = decision.annotator_id WHERE one.id = ?2";

/// What each person did, in the order in which they first decided.
pub(crate) fn by_person(rows: Vec<LoadedRow>) -> Vec<PersonHistory> {
    let mut people: Vec<(AnnotatorId, String, Vec<HistoryRow>)> = Vec::new();
    let mut position: HashMap<AnnotatorId, usize> = HashMap::new();
    for LoadedRow { annotator_id, annotator, row, .. } in rows {
        let at = *position.entry(annotator_id).or_insert_with(|| {
            people.push((annotator_id, annotator, Vec::new()));
            people.len() - 1
        });
        people[at].2.push(row);
    }
    let read = |rows| in_order(rows, latest_plausible).into_iter().collect();
    let people = people.into_iter();
    people.map(|(id, name, rows)| PersonHistory { id, name, history: read(rows) }).collect()
}

/// The rows of one person in the order in which they count.
pub(crate) fn own_rows(rows: Vec<LoadedRow>) -> Vec<HistoryRow> {
    in_order(rows.into_iter().map(|loaded| loaded.row).collect(), latest_plausible)
}

impl View {
    /// The rows of a queue in the order in which they were appended here.
    pub(crate) fn load_rows(&self, queue: &str, rows: Rows<'_>) -> Result<Vec<LoadedRow>> {
        let (from, rest, values): (_, _, Vec<&dyn ToSql>) = match &rows {
            Rows::InBenchmark(benchmark) => (IN_BENCHMARK, "", vec![benchmark]),
            Rows::OfAnnotator(benchmark, annotator) => {
                (IN_BENCHMARK, "AND decision.annotator_id = ?3", vec![benchmark, annotator])
            }
            Rows::OnQuestion(question) => (ON_QUESTION, "", vec![question]),
            Rows::OnItem(question, item) => {
                (ON_QUESTION, "AND decision.item = ?3", vec![question, item])
            }
            Rows::OnItemOf(question, item, annotator) => (
                ON_QUESTION,
                "AND decision.item = ?3 AND decision.annotator_id = ?4",
                vec![question, item, annotator],
            ),
        };
        let values: Vec<&dyn ToSql> = [&queue as &dyn ToSql].into_iter().chain(values).collect();
        let sql = format!(
            "SELECT {COLUMNS} FROM {from} AND decision.queue = ?1 {rest} ORDER BY decision.seq"
        );
        self.all(&sql, values.as_slice())
    }
}
