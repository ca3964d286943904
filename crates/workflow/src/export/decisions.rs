//! Which rows of history are in force, and the picture of an item, for tables of decisions.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use assay_core::benchmark::ImageHash;
use assay_core::benchmark::queues::{QUEUES, has_questions_as_items};
use assay_store::{DecisionRow, Result, Store};

/// The first picture of each question, by benchmark.
#[derive(Debug, Default)]
pub struct PicturesOfItems(HashMap<String, HashMap<String, ImageHash>>);

impl PicturesOfItems {
    /// The picture of the item of a row. Other items than questions have none.
    pub fn first_picture(&mut self, row: &DecisionRow, store: &Store) -> Result<Option<ImageHash>> {
        if !has_questions_as_items(&row.queue) {
            return Ok(None);
        }
        let known = match self.0.entry(row.benchmark.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let benchmark = store.the_benchmark(Some(&row.benchmark))?;
                let questions = store.question_entries(&benchmark)?;
                let ids: Vec<_> = questions.iter().map(|question| question.id).collect();
                let first = store.first_pictures(&ids)?;
                let by_key = questions.into_iter().filter_map(|question| {
                    Some((question.key.to_string(), *first.get(&question.id)?))
                });
                unknown.insert(by_key.collect())
            }
        };
        Ok(known.get(&row.item).copied())
    }
}

/// The rows that are in force.
pub fn ids_in_force(store: &Store) -> Result<HashSet<Uuid>> {
    let mut ids = HashSet::new();
    for benchmark in store.benchmarks()? {
        for queue in QUEUES {
            let rows = store.current_decisions(&benchmark, queue.name)?;
            ids.extend(rows.into_iter().map(|in_force| in_force.row.id));
        }
    }
    Ok(ids)
}
