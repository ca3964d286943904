//! Naming the author of questions: from then on they do not decide on them, and what they decided before
//! counts no more; and taking that back.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::correction::administrative_row;
use super::registry::RegisteredQueue;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::History;
use assay_core::benchmark::queues::{has_questions_as_items, queue_named};
use assay_store::{Annotator, Benchmark, DecisionRow, Result, Store, StoreError};

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
) -> Result<Vec<String>> {
    store.name_author(benchmark, keys, &author.name, by)?;
    let mut rows = Vec::new();
    for queue in RegisteredQueue::all().filter(|queue| has_questions_as_items(queue.name)) {
        for decision in store.current_decisions(benchmark, queue.name)? {
            let row = decision.row;
            if decision.annotator != author.name || !keys.contains(&row.item) {
                continue;
            }
            let act = Act::Requeue { row: row.id, by: by.to_owned() };
            let about = (queue.name, row.id, row.item);
            rows.push((author.clone(), administrative_row(store, about, act, None, SCREEN)?));
        }
    }
    // The place is free at once: the author cannot take it.
    store.requeue(&rows, TimeDelta::zero())?;
    let keys: BTreeSet<String> = rows.into_iter().map(|(_, decision)| decision.item).collect();
    Ok(keys.into_iter().collect())
}

/// Takes back that a person was named as the author of these questions: decisions of theirs that this opened
/// again count as before. Returns the questions on which enough others have decided meanwhile, so that they
/// do not.
///
/// # Errors
/// `Unknown` where no command named them.
pub fn withdraw_author(
    store: &mut Store,
    benchmark: &Benchmark,
    keys: &[String],
    author: &Annotator,
    by: &str,
) -> Result<Vec<String>> {
    store.withdraw_author(benchmark, keys, &author.name, by)?;
    let mut opened = Vec::new();
    let is_opened = |row: &DecisionRow| {
        row.annotator == author.name
            && row.benchmark == benchmark.name
            && keys.contains(&row.item)
            && matches!(row.act, Act::Requeue { .. })
            && row.exposure.screen == SCREEN
    };
    store.for_each_decision::<StoreError>(is_opened, |row| {
        opened.push(row);
        Ok(())
    })?;
    let mut left = Vec::new();
    for row in opened {
        let Some(queue) = queue_named(&row.queue) else { continue };
        let history: History = store.history(author, queue.name, benchmark)?.into_iter().collect();
        let revision = history.row(row.id).map(|row| row.revision);
        let deciding = revision.and_then(|at| history.deciding_row(&row.item, at));
        if deciding.is_none_or(|deciding| deciding.id != row.id) {
            continue;
        }
        let act = Act::Undo { row: row.id };
        let about = (queue.name, row.id, row.item.clone());
        let decision = administrative_row(store, about, act, None, SCREEN)?;
        match store.decide(author, &decision) {
            Ok(_) => {}
            Err(StoreError::NotAllowed(_)) => left.push(row.item),
            Err(other) => return Err(other),
        }
    }
    Ok(left)
}

/// What the rows name as the screen on which they were made.
const SCREEN: &str = "author";
