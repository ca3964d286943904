//! Whether an annotator has decided an item, asked of the database.
//!
//! Every other file that needs to know this asks here. Except for [`View::has_answered`], which no
//! undo changes, the answer is never worked out in SQL: the rows are loaded and [`History`] reads
//! them, so that undo and redo mean the same everywhere.

use std::collections::HashSet;

use rusqlite::params;

use crate::histories::{PersonHistory, Rows};
use crate::query::Query;
use crate::{Annotator, Benchmark, QuestionId, QueuedItem, Result, View};
use assay_core::benchmark::QuestionKind;
use assay_core::benchmark::history::History;
use assay_core::benchmark::queue_definition::QueueDefinition;
use assay_core::benchmark::queues::QUEUES;

impl View {
    /// Whether the annotator's decision on this revision of a question is in force in a queue whose
    /// items are questions.
    pub fn has_decided(&self, by: &Annotator, queue: &str, id: QuestionId) -> Result<bool> {
        let (key, revision) = self.key_and_revision(id)?;
        let own = self.own_history(QueuedItem::new(queue, id, &key), by)?;
        Ok(own.is_decided(&key, revision))
    }

    /// The keys of the current questions of a benchmark that the annotator has decided in a queue
    /// whose items are questions.
    pub fn decided_questions(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
    ) -> Result<HashSet<String>> {
        let rows = Rows::OfAnnotator(benchmark.id, annotator.id);
        let history: History = self.load_own_rows(queue, rows)?.into_iter().collect();
        let mut decided = HashSet::new();
        for item in history.items() {
            let sql = "SELECT revision FROM question
                WHERE benchmark_id = ?1 AND key = ?2 AND is_current = 1";
            let revision = self.find(sql, params![benchmark.id, item])?;
            if revision.is_some_and(|revision| history.is_decided(item, revision)) {
                decided.insert(item.to_owned());
            }
        }
        Ok(decided)
    }

    /// Whether the annotator has ever committed an answer to this revision of a question, taken
    /// back or not: from then on its reference answer has been on their screen.
    pub fn has_answered(&self, annotator: &Annotator, question_id: QuestionId) -> Result<bool> {
        // A decision has the name of its queue.
        let acts = names_where(|queue| queue.shows_reference);
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM decision WHERE question_id = ?1
                    AND annotator_id = ?2 AND payload ->> 'act' IN ('answer', {acts}))",
        );
        self.one(&sql, params![question_id, annotator.id])
    }

    /// What a question asks for.
    pub fn question_kind(&self, question_id: QuestionId) -> Result<QuestionKind> {
        let sql =
            "SELECT (SELECT count(*) FROM choice WHERE question_id = ?1), short_form IS NOT NULL
            FROM question WHERE id = ?1";
        let (choices, has_rule) = self.one(sql, [question_id])?;
        Ok(QuestionKind::new(choices, has_rule))
    }

    /// Whether the annotator still has to answer this revision of a question before the reference answer
    /// and the evidence are shown. An open question takes no answer.
    pub(crate) fn lacks_answer(&self, annotator: &Annotator, id: QuestionId) -> Result<bool> {
        Ok(self.question_kind(id)?.takes_answer() && !self.has_answered(annotator, id)?)
    }

    /// What an annotator and others have decided of an item. `shown` is the hash of what they must have
    /// seen, where a decision counts for that text only.
    pub(crate) fn decided(&self, of: QueuedItem<'_>, annotator: &Annotator) -> Result<Decided> {
        let QueuedItem { queue, question_id, item, shown, .. } = of;
        let (_, revision) = self.key_and_revision(question_id)?;
        let mut decided = Decided { others: Vec::new(), own: None };
        let people = self.load_histories(queue, Rows::OnItem(question_id, item))?;
        for PersonHistory { id, history, .. } in people {
            let last = history.deciding_row(item, revision).filter(|row| row.act.counts_for(shown));
            let outcome =
                last.and_then(|row| row.act.final_act()).map(|last| last.outcome.to_string());
            match outcome {
                Some(outcome) if id == annotator.id => decided.own = Some(outcome),
                Some(outcome) => decided.others.push(outcome),
                None => {}
            }
        }
        Ok(decided)
    }

    /// What one person did on an item of a queue.
    pub(super) fn own_history(&self, of: QueuedItem<'_>, by: &Annotator) -> Result<History> {
        let rows = Rows::OnItemOf(of.question_id, of.item, by.id);
        Ok(self.load_own_rows(of.queue, rows)?.into_iter().collect())
    }

    pub(super) fn key_and_revision(&self, question_id: QuestionId) -> Result<(String, u32)> {
        self.one("SELECT key, revision FROM question WHERE id = ?1", [question_id])
    }
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
