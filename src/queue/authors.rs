//! Naming the author of questions: from then on they do not decide on them, and what they decided before
//! counts no more.

use chrono::TimeDelta;

use super::registry::RegisteredQueue;
use crate::benchmark::decision::Act;
use crate::benchmark::queues::has_questions_as_items;
use crate::store::{Annotator, Benchmark, Exposure, NewDecision, Store, StoreError};

/// Names who wrote these questions, all or none. Decisions that the author made on them before are opened
/// again, and wait for others. Returns the questions that had such decisions.
///
/// # Errors
/// Where the benchmark has no question with one of the keys.
pub fn name_author(
    store: &mut Store,
    benchmark: &Benchmark,
    keys: &[String],
    author: &Annotator,
    by: &str,
) -> Result<Vec<String>, StoreError> {
    store.name_author(benchmark, keys, &author.name)?;
    let mut rows = Vec::new();
    for queue in RegisteredQueue::all().filter(|queue| has_questions_as_items(queue.name)) {
        for decision in store.current_decisions(benchmark, queue.name)? {
            let row = decision.row;
            if decision.annotator != author.name || !keys.contains(&row.item) {
                continue;
            }
            let decision = NewDecision {
                queue: queue.name,
                question_id: store.question_of_decision(row.id)?,
                item: row.item,
                act: Act::Requeue { row: row.id, by: by.to_owned() },
                guideline: None,
                exposure: Exposure { screen: "author".into(), ..Exposure::default() },
                active_ms: 0,
                hands_out_picture: false,
            };
            rows.push((author.clone(), decision));
        }
    }
    // The place is free at once: the author cannot take it.
    store.requeue(&rows, TimeDelta::zero())?;
    let mut keys: Vec<String> = rows.into_iter().map(|(_, decision)| decision.item).collect();
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}
