//! What counts of everybody's decisions: the row in force for each annotator and item.
//!
//! For leads and statistics. An annotator's own screens read [`Store::history`], which holds nobody
//! else's rows.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rusqlite::{Rows, params};
use uuid::Uuid;

use super::void::{self, void_ids};
use crate::clock::latest_plausible;
use crate::error::damaged;
use crate::history_row::{FURTHER, HISTORY_COLUMNS, read_history_row, uuid};
use crate::{Annotator, Benchmark, Histories, QuestionId, Store, StoreError};
use assay_core::benchmark::history::{History, HistoryRow, in_order};

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

impl Store {
    /// Every deciding row of a queue, by annotator in the order in which they first decided, then
    /// by item; nothing for items that were only noted or taken back. Decisions on older revisions of
    /// a question are among them.
    pub fn decisions_in_force(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Vec<InForce>, StoreError> {
        Ok(Arc::unwrap_or_clone(self.rows_in_force(benchmark, queue)?))
    }

    fn rows_in_force(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Arc<Vec<InForce>>, StoreError> {
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
    ) -> Result<HashMap<Uuid, SeenBefore>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, (exposure ->> 'predictions' OR exposure ->> 'peers') IS TRUE FROM decision
             WHERE benchmark_id = ?1 AND queue = ?2
                AND (exposure ->> 'reference' OR exposure ->> 'predictions' OR exposure ->> 'peers')",
        )?;
        let mut rows = statement.query(params![benchmark.id, queue])?;
        let mut found = HashMap::new();
        while let Some(row) = rows.next()? {
            let seen = match row.get(1)? {
                true => SeenBefore::OthersAnswers,
                false => SeenBefore::Reference,
            };
            found.insert(uuid(row.get_ref(0)?.as_str().map_err(damaged)?)?, seen);
        }
        Ok(found)
    }

    /// Everybody's rows of a queue, by annotator in the order in which they first decided.
    pub fn histories(&self, benchmark: &Benchmark, queue: &str) -> Result<Histories, StoreError> {
        let read = || self.read_histories(benchmark, queue);
        self.once_at_a_moment("histories", benchmark, queue, read)
    }

    fn read_histories(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Vec<(String, History)>, StoreError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {HISTORY_COLUMNS}, annotator.name
             FROM decision JOIN question ON question.id = decision.question_id
             JOIN annotator ON annotator.id = decision.annotator_id
             WHERE decision.benchmark_id = ?1 AND decision.queue = ?2
             ORDER BY decision.seq"
        ))?;
        let void = void_ids(&self.connection, queue, void::Rows::All)?;
        histories(statement.query(params![benchmark.id, queue])?, &void)
    }

    /// The decisions of a queue that count now and that an annotator may see: those on questions that
    /// they have decided themselves.
    pub fn current_decisions_visible_to(
        &self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Vec<InForce>, StoreError> {
        let mut decisions = self.current_decisions(benchmark, queue)?;
        let own = decisions.iter().filter(|decision| decision.annotator == annotator.name);
        let decided: HashSet<String> = own.map(|decision| decision.row.item.clone()).collect();
        decisions.retain(|decision| decided.contains(&decision.row.item));
        Ok(decisions)
    }

    /// The decisions of a queue that count now: the last step on an item, in force, on the current revision
    /// of the question.
    pub fn current_decisions(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Vec<InForce>, StoreError> {
        let read = || self.read_current_decisions(benchmark, queue);
        let current = self.once_at_a_moment("current decisions", benchmark, queue, read)?;
        Ok(Arc::unwrap_or_clone(current))
    }

    fn read_current_decisions(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Vec<InForce>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT decision.id FROM decision JOIN question ON question.id = decision.question_id
             WHERE decision.benchmark_id = ?1 AND decision.queue = ?2 AND question.is_current = 1",
        )?;
        let mut rows = statement.query(params![benchmark.id, queue])?;
        let mut current = HashSet::new();
        while let Some(row) = rows.next()? {
            current.insert(uuid(row.get_ref(0)?.as_str().map_err(damaged)?)?);
        }
        let is_current = |one: &&InForce| one.row.act.is_final() && current.contains(&one.row.id);
        let in_force = self.rows_in_force(benchmark, queue)?;
        Ok(in_force.iter().filter(is_current).cloned().collect())
    }

    /// The deciding row of each annotator on this revision of a question, in a queue whose items are
    /// questions.
    pub fn decisions_on(
        &self,
        queue: &str,
        question_id: QuestionId,
    ) -> Result<Vec<InForce>, StoreError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {HISTORY_COLUMNS}, annotator.name
             FROM question AS one
             CROSS JOIN question ON question.benchmark_id = one.benchmark_id
                AND question.key = one.key
             CROSS JOIN decision ON decision.question_id = question.id
             CROSS JOIN annotator ON annotator.id = decision.annotator_id
             WHERE one.id = ?1 AND decision.queue = ?2
             ORDER BY decision.seq"
        ))?;
        let void = void_ids(&self.connection, queue, void::Rows::OnQuestion(question_id))?;
        let people = histories(statement.query(params![question_id, queue])?, &void)?;
        let entry = self.question_entry(question_id)?;
        let deciding = people.into_iter().filter_map(|(annotator, history)| {
            in_force(&annotator, &history, entry.key.as_str(), entry.revision)
        });
        Ok(deciding.collect())
    }
}

/// Everybody's history, in the order in which they first decided; the name is behind the columns of
/// the history. Rows that count for nothing are left out.
fn histories(
    mut rows: Rows<'_>,
    void: &HashSet<Uuid>,
) -> Result<Vec<(String, History)>, StoreError> {
    let mut people: Vec<(String, Vec<HistoryRow>)> = Vec::new();
    let mut position: HashMap<String, usize> = HashMap::new();
    while let Some(row) = rows.next()? {
        let (annotator, row): (String, _) = (row.get(FURTHER)?, read_history_row(row)?);
        if void.contains(&row.id) {
            continue;
        }
        let at = *position.entry(annotator).or_insert_with_key(|name| {
            people.push((name.clone(), Vec::new()));
            people.len() - 1
        });
        people[at].1.push(row);
    }
    let read = |(name, rows)| (name, in_order(rows, latest_plausible).into_iter().collect());
    Ok(people.into_iter().map(read).collect())
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
