//! Whether an annotator has decided an item, asked of the database.
//!
//! Every other file that needs to know this asks here. Except for [`Store::has_answered`], which no
//! undo changes, the answer is never worked out in SQL: the rows are loaded and [`History`] reads
//! them, so that undo and redo mean the same everywhere.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};

use super::read_history;
use super::void::{Rows, void_ids};
use crate::clock::latest_plausible;
use crate::history_row::{FURTHER, HISTORY_COLUMNS, read_history_row};
use crate::{Annotator, AnnotatorId, Benchmark, QuestionId, Store, StoreError};
use assay_core::benchmark::history::{History, HistoryRow, in_order};
use assay_core::benchmark::queue_definition::QueueDefinition;
use assay_core::benchmark::queues::QUEUES;
use assay_core::benchmark::{FinalAct, QuestionKind};

impl Store {
    /// Whether the annotator's decision on this revision of a question is in force in a queue whose
    /// items are questions.
    pub fn has_decided(
        &self,
        annotator: &Annotator,
        queue: &str,
        question_id: QuestionId,
    ) -> Result<bool, StoreError> {
        let (key, revision) = key_and_revision(&self.connection, question_id)?;
        let histories = item_histories(&self.connection, queue, question_id, &key)?;
        Ok(histories.get(&annotator.id).is_some_and(|own| own.is_decided(&key, revision)))
    }

    /// The keys of the current questions of a benchmark that the annotator has decided in a queue
    /// whose items are questions.
    pub fn decided_questions(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
    ) -> Result<HashSet<String>, StoreError> {
        let rows = read_history(&self.connection, annotator, queue, benchmark.id)?;
        let history: History = rows.into_iter().collect();
        let mut statement = self.connection.prepare_cached(
            "SELECT revision FROM question
             WHERE benchmark_id = ?1 AND key = ?2 AND is_current = 1",
        )?;
        let mut decided = HashSet::new();
        for item in history.items() {
            let mut rows = statement.query(params![benchmark.id, item])?;
            if let Some(row) = rows.next()?
                && history.is_decided(item, row.get(0)?)
            {
                decided.insert(item.to_owned());
            }
        }
        Ok(decided)
    }

    /// Whether the annotator has ever committed an answer to this revision of a question, taken
    /// back or not: from then on its reference answer has been on their screen.
    pub fn has_answered(
        &self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<bool, StoreError> {
        has_answered(&self.connection, annotator, question_id)
    }

    /// What a question asks for.
    pub fn question_kind(&self, question_id: QuestionId) -> Result<QuestionKind, StoreError> {
        kind_of(&self.connection, question_id)
    }

    /// Whether the annotator still has to answer this revision of a question before the reference answer
    /// and the evidence are shown. An open question takes no answer.
    pub(crate) fn lacks_answer(
        &self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<bool, StoreError> {
        Ok(self.question_kind(question_id)?.takes_answer()
            && !self.has_answered(annotator, question_id)?)
    }
}

/// See [`Store::has_answered`].
pub(crate) fn has_answered(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    // A decision has the name of its queue.
    let acts = names_where(|queue| queue.shows_reference);
    Ok(connection
        .prepare_cached(&format!(
            "SELECT EXISTS (SELECT 1 FROM decision WHERE question_id = ?1
                AND annotator_id = ?2 AND payload ->> 'act' IN ('answer', {acts}))",
        ))?
        .query_row(params![question_id, annotator.id], |row| row.get(0))?)
}

/// What a question asks for.
pub(super) fn kind_of(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<QuestionKind, StoreError> {
    let choices: i64 = connection
        .prepare_cached("SELECT COUNT(*) FROM choice WHERE question_id = ?1")?
        .query_row([question_id], |row| row.get(0))?;
    Ok(QuestionKind::from_choices(usize::try_from(choices).unwrap_or(0)))
}

/// The names of some queues as a list in SQL.
pub(crate) fn names_where(is_wanted: impl Fn(&QueueDefinition) -> bool) -> String {
    let wanted = QUEUES.iter().filter(|queue| is_wanted(queue));
    let names: Vec<String> = wanted.map(|queue| format!("'{}'", queue.name)).collect();
    names.join(", ")
}

/// What is decided of an item in its present revision.
pub(crate) struct Decided {
    /// The outcomes of the others' decisions in force.
    pub(crate) others: Vec<String>,
    /// The outcome of the annotator's own decision, where it is in force.
    pub(crate) own: Option<String>,
}

/// What an annotator and others have decided of an item. `shown` is the hash of what they must have
/// seen, where a decision counts for that text only.
pub(crate) fn decided(
    connection: &Connection,
    queue: &str,
    question_id: QuestionId,
    item: &str,
    shown: Option<&str>,
    annotator: &Annotator,
) -> Result<Decided, StoreError> {
    let (_, revision) = key_and_revision(connection, question_id)?;
    let mut decided = Decided { others: Vec::new(), own: None };
    for (id, history) in item_histories(connection, queue, question_id, item)? {
        let last = history.deciding_row(item, revision).filter(|row| row.act.counts_for(shown));
        let outcome = last.and_then(|row| row.act.final_act()).map(FinalAct::outcome);
        match outcome {
            Some(outcome) if id == annotator.id => decided.own = Some(outcome),
            Some(outcome) => decided.others.push(outcome),
            None => {}
        }
    }
    Ok(decided)
}

/// Everybody's rows on one item of a queue, by the row of the annotator: those on every revision of
/// its question, because an undo may be recorded with a later revision than the row it takes back.
pub(crate) fn item_histories(
    connection: &Connection,
    queue: &str,
    question_id: QuestionId,
    item: &str,
) -> Result<HashMap<AnnotatorId, History>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {HISTORY_COLUMNS}, decision.annotator_id
         FROM question AS one
         CROSS JOIN question ON question.benchmark_id = one.benchmark_id AND question.key = one.key
         CROSS JOIN decision ON decision.question_id = question.id
         WHERE one.id = ?1 AND decision.queue = ?2 AND decision.item = ?3
         ORDER BY decision.seq"
    ))?;
    let mut rows = statement.query(params![question_id, queue, item])?;
    let mut people: HashMap<AnnotatorId, Vec<HistoryRow>> = HashMap::new();
    let void = void_ids(connection, queue, Rows::OnQuestion(question_id))?;
    while let Some(row) = rows.next()? {
        let (who, row) = (row.get(FURTHER)?, read_history_row(row)?);
        if !void.contains(&row.id) {
            people.entry(who).or_default().push(row);
        }
    }
    let read = |rows| in_order(rows, latest_plausible).into_iter().collect();
    Ok(people.into_iter().map(|(who, rows)| (who, read(rows))).collect())
}

pub(super) fn key_and_revision(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<(String, u32), StoreError> {
    Ok(connection
        .prepare_cached("SELECT key, revision FROM question WHERE id = ?1")?
        .query_row([question_id], |row| Ok((row.get(0)?, row.get(1)?)))?)
}
