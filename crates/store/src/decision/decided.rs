//! Whether an annotator has decided an item, asked of the database.
//!
//! Every other file that needs to know this asks here. Except for [`Store::has_answered`], which no
//! undo changes, the answer is never worked out in SQL: the rows are loaded and [`History`] reads
//! them, so that undo and redo mean the same everywhere.

use std::collections::HashSet;

use rusqlite::{Connection, params};

use super::loading::{load_histories, load_own_rows};
use crate::histories::{PersonHistory, Rows};
use crate::query::Query;
use crate::{Annotator, Benchmark, QuestionId, Store, StoreError};
use assay_core::benchmark::history::History;
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
        let own = own_history(&self.connection, queue, question_id, &key, annotator)?;
        Ok(own.is_decided(&key, revision))
    }

    /// The keys of the current questions of a benchmark that the annotator has decided in a queue
    /// whose items are questions.
    pub fn decided_questions(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
    ) -> Result<HashSet<String>, StoreError> {
        let rows = Rows::OfAnnotator(benchmark.id, annotator.id);
        let history: History = load_own_rows(&self.connection, queue, rows)?.into_iter().collect();
        let mut decided = HashSet::new();
        for item in history.items() {
            let sql = "SELECT revision FROM question
                WHERE benchmark_id = ?1 AND key = ?2 AND is_current = 1";
            let revision = self.connection.find(sql, params![benchmark.id, item])?;
            if revision.is_some_and(|revision| history.is_decided(item, revision)) {
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
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM decision WHERE question_id = ?1
                AND annotator_id = ?2 AND payload ->> 'act' IN ('answer', {acts}))",
    );
    connection.one(&sql, params![question_id, annotator.id])
}

/// What a question asks for.
pub(super) fn kind_of(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<QuestionKind, StoreError> {
    let sql = "SELECT COUNT(*) FROM choice WHERE question_id = ?1";
    Ok(QuestionKind::from_choices(connection.one(sql, [question_id])?))
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
    let people = load_histories(connection, queue, Rows::OnItem(question_id, item))?;
    for PersonHistory { id, history, .. } in people {
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

/// What one person did on an item of a queue.
pub(super) fn own_history(
    connection: &Connection,
    queue: &str,
    question_id: QuestionId,
    item: &str,
    annotator: &Annotator,
) -> Result<History, StoreError> {
    let rows = Rows::OnItemOf(question_id, item, annotator.id);
    Ok(load_own_rows(connection, queue, rows)?.into_iter().collect())
}

pub(super) fn key_and_revision(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<(String, u32), StoreError> {
    connection.one("SELECT key, revision FROM question WHERE id = ?1", [question_id])
}
