//! What counts of all decisions: the row in force for each annotator and item.
//!
//! For leads and statistics. An annotator's own screens read [`View::history`], which holds no one
//! else's rows.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rusqlite::params;
use uuid::Uuid;

use crate::histories::Rows;
use crate::query::Query;
use crate::{Annotator, Benchmark, Histories, QuestionId, Result, View};
use assay_core::benchmark::history::{History, HistoryRow};

/// The row that decides the state of an item for one annotator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    /// Who decided.
    pub annotator: String,
    /// What is in force.
    pub row: HistoryRow,
    /// Milliseconds of attention for the item, the blind answer included.
    pub attention_ms: u64,
}

/// What an annotator had seen of a question when they made a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBefore {
    /// The reference answer.
    Reference,
    /// What models or other people answered, and with it the reference answer.
    OthersAnswers,
}

impl View {
    /// Every deciding row of a queue, by annotator in the order in which they first decided, then
    /// by item; items that were only noted or taken back have none. Decisions on older revisions of
    /// a question are among them.
    pub fn decisions_in_force(&self, benchmark: &Benchmark, queue: &str) -> Result<Vec<InForce>> {
        Ok(Arc::unwrap_or_clone(self.rows_in_force(benchmark, queue)?))
    }

    fn rows_in_force(&self, benchmark: &Benchmark, queue: &str) -> Result<Arc<Vec<InForce>>> {
        self.once_at_a_moment("rows in force", benchmark, queue, || {
            let people = self.histories(benchmark, queue)?;
            Ok(people.iter().flat_map(|(name, history)| deciding_rows(name, history)).collect())
        })
    }

    /// What the annotators of a queue had seen when they made its rows; rows of those who had seen nothing
    /// are not among them.
    pub fn seen_before(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<HashMap<Uuid, SeenBefore>> {
        let sql = "SELECT id, (exposure ->> 'predictions' OR exposure ->> 'peers') IS TRUE FROM decision
            WHERE benchmark_id = ?1 AND queue = ?2
               AND (exposure ->> 'reference' OR exposure ->> 'predictions' OR exposure ->> 'peers')";
        let rows: Vec<(Uuid, bool)> = self.all(sql, params![benchmark.id, queue])?;
        let seen = |others| if others { SeenBefore::OthersAnswers } else { SeenBefore::Reference };
        Ok(rows.into_iter().map(|(id, others)| (id, seen(others))).collect())
    }

    /// All rows of a queue, by annotator in the order in which they first decided.
    pub fn histories(&self, benchmark: &Benchmark, queue: &str) -> Result<Histories> {
        let rows = Rows::InBenchmark(benchmark.id);
        self.once_at_a_moment("histories", benchmark, queue, || {
            let people = self.load_histories(queue, rows)?;
            Ok(people.into_iter().map(|person| (person.name, person.history)).collect())
        })
    }

    /// The decisions of a queue that count now and that an annotator may see: those on questions that
    /// they have decided themselves.
    pub fn current_decisions_visible_to(
        &self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Vec<InForce>> {
        let mut decisions = self.current_decisions(benchmark, queue)?;
        let own = decisions.iter().filter(|decision| decision.annotator == annotator.name);
        let decided: HashSet<String> = own.map(|decision| decision.row.item.clone()).collect();
        decisions.retain(|decision| decided.contains(&decision.row.item));
        Ok(decisions)
    }

    /// The decisions of a queue that count now: the last step on an item, in force, on the current revision
    /// of the question.
    pub fn current_decisions(&self, benchmark: &Benchmark, queue: &str) -> Result<Vec<InForce>> {
        let current = self.once_at_a_moment("current decisions", benchmark, queue, || {
            let sql = "SELECT decision.id FROM decision JOIN question ON question.id = question_id
                WHERE decision.benchmark_id = ?1 AND queue = ?2 AND is_current = 1";
            let current: HashSet<Uuid> = self.all(sql, params![benchmark.id, queue])?;
            let in_force = self.rows_in_force(benchmark, queue)?;
            let is_current =
                |one: &&InForce| one.row.act.is_final() && current.contains(&one.row.id);
            Ok(in_force.iter().filter(is_current).cloned().collect())
        })?;
        Ok(Arc::unwrap_or_clone(current))
    }

    /// The deciding row of each annotator on this revision of a question, in a queue whose items are
    /// questions.
    pub fn decisions_on(&self, queue: &str, question_id: QuestionId) -> Result<Vec<InForce>> {
        let people = self.load_histories(queue, Rows::OnQuestion(question_id))?;
        let (key, revision) = self.key_and_revision(question_id)?;
        let deciding = people
            .iter()
            .filter_map(|person| in_force(&person.name, &person.history, &key, revision));
        Ok(deciding.collect())
    }
}

fn deciding_rows(annotator: &str, history: &History) -> Vec<InForce> {
    let mut places: Vec<(&str, u32)> =
        history.rows().iter().map(|row| (row.item.as_str(), row.revision)).collect();
    places.sort_unstable();
    places.dedup();
    let rows = places.into_iter();
    rows.filter_map(|(item, revision)| in_force(annotator, history, item, revision)).collect()
}

fn in_force(annotator: &str, history: &History, item: &str, revision: u32) -> Option<InForce> {
    let row = history.deciding_row(item, revision)?.clone();
    let attention_ms = history.attention_ms(item, revision);
    Some(InForce { annotator: annotator.to_owned(), row, attention_ms })
}
