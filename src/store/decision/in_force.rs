//! What counts of everybody's decisions: the row in force for each annotator and item.
//!
//! For leads and statistics; an annotator's own screens read [`Store::history`], which knows nobody
//! else.

use std::collections::HashMap;

use rusqlite::{Transaction, params};

use super::uuid;
use crate::benchmark::decision::Act;
use crate::benchmark::history::{History, HistoryRow};
use crate::store::question::damaged;
use crate::store::{Benchmark, Store, StoreError};

/// The row that decides where an item stands for one annotator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    /// Who decided.
    pub annotator: String,
    /// What is in force.
    pub row: HistoryRow,
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
        let mut statement = self.connection.prepare_cached(
            "SELECT annotator.name, decision.id, decision.item, question.revision,
                decision.payload
             FROM decision JOIN question ON question.id = decision.question_id
             JOIN annotator ON annotator.id = decision.annotator_id
             WHERE decision.benchmark_id = ?1 AND decision.queue = ?2
             ORDER BY decision.seq",
        )?;
        let mut rows = statement.query(params![benchmark.id, queue])?;
        let mut people: Vec<(String, History)> = Vec::new();
        let mut position: HashMap<String, usize> = HashMap::new();
        while let Some(row) = rows.next()? {
            let annotator: String = row.get(0)?;
            let at = *position.entry(annotator).or_insert_with_key(|name| {
                people.push((name.clone(), History::default()));
                people.len() - 1
            });
            people[at].1.append(HistoryRow {
                id: uuid(&row.get::<_, String>(1)?)?,
                item: row.get(2)?,
                revision: row.get(3)?,
                act: serde_json::from_str(&row.get::<_, String>(4)?).map_err(damaged)?,
            });
        }
        Ok(people.iter().flat_map(|(name, history)| deciding_rows(name, history)).collect())
    }
}

fn deciding_rows(annotator: &str, history: &History) -> Vec<InForce> {
    let mut places: Vec<(&str, u32)> =
        history.rows().iter().map(|row| (row.item.as_str(), row.revision)).collect();
    places.sort_unstable();
    places.dedup();
    let rows =
        places.into_iter().filter_map(|(item, revision)| history.deciding_row(item, revision));
    rows.map(|row| InForce { annotator: annotator.to_owned(), row: row.clone() }).collect()
}

/// How many other people have read the text of an item: their label is in force.
pub(in crate::store) fn others_who_read(
    transaction: &Transaction<'_>,
    question_id: i64,
    queue: &str,
    item: &str,
    annotator_id: i64,
) -> Result<usize, StoreError> {
    let mut statement = transaction.prepare_cached(
        "SELECT annotator_id, id, payload FROM decision
         WHERE question_id = ?1 AND queue = ?2 AND item = ?3 AND annotator_id <> ?4
         ORDER BY seq",
    )?;
    let mut rows = statement.query(params![question_id, queue, item, annotator_id])?;
    let mut people: HashMap<i64, History> = HashMap::new();
    while let Some(row) = rows.next()? {
        people.entry(row.get(0)?).or_default().append(HistoryRow {
            id: uuid(&row.get::<_, String>(1)?)?,
            item: item.to_owned(),
            revision: 1,
            act: serde_json::from_str(&row.get::<_, String>(2)?).map_err(damaged)?,
        });
    }
    let has_read = |history: &&History| {
        history.deciding_row(item, 1).is_some_and(|row| matches!(row.act, Act::Extract(_)))
    };
    Ok(people.values().filter(has_read).count())
}
