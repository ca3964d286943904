//! How well each person works in a queue, for leads: the decisions that count beside gold and beside what
//! experts settled.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::gold::{
    Settled, SettledBy, adjudicated_questions, settled_pairs, settled_questions,
};
use super::super::work::{Decided, DecidedItem, Made};
use crate::outcomes::independent::IndependentWork;
use assay_core::agreement::{TimedDecision, WorkQuality, work_quality};
use assay_core::benchmark::queues::{QUEUE_REVIEW, QUEUE_VOTE};
use assay_store::{Benchmark, Result, Store};

/// How well each person works in a queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueueQuality {
    /// The queue.
    pub queue: &'static str,
    /// Each person, in the order in which they began.
    pub people: Vec<WorkQuality>,
    /// By person, the keys of the questions on which they differ from another person, or from gold.
    #[serde(skip)]
    pub differing: Vec<Vec<String>>,
}

/// The quality of work in a queue; `None` if there is no decision in it.
pub(super) fn of_queue(
    store: &Store,
    benchmark: &Benchmark,
    queue: &'static str,
    decided: &Decided,
) -> Result<Option<QueueQuality>> {
    if decided.people.is_empty() {
        return Ok(None);
    }
    let (gold, adjudicated) = match queue == QUEUE_REVIEW {
        true => (settled_questions(store, benchmark)?, adjudicated_questions(store, benchmark)?),
        false => (BTreeMap::new(), BTreeMap::new()),
    };
    let pairs =
        if queue == QUEUE_VOTE { settled_pairs(store, benchmark)? } else { BTreeMap::new() };
    let independent = IndependentWork::load(store, benchmark, queue)?;
    // In the order of the people.
    let histories = store.histories(benchmark, queue)?;
    let mut rows: Vec<Vec<(&str, TimedDecision)>> = vec![Vec::new(); decided.people.len()];
    let mut differing: Vec<Vec<String>> = vec![Vec::new(); decided.people.len()];
    for item in &decided.items {
        for made in &item.decisions {
            let history = histories.get(made.person).map(|(_, history)| history);
            let is_independent = history.is_some_and(|history| {
                independent.has_independent_verdict(history, &item.name, item.revision)
            });
            let settled = (gold.get(&item.name), adjudicated.get(&item.name));
            let pair = pairs.get(&item.name).filter(|(_, since)| made.created > *since);
            let gold_pair = pair.map(|(outcome, _)| *outcome == made.outcome);
            let own = timed(item, made, is_independent, settled);
            let own = TimedDecision { gold: own.gold.or(gold_pair), ..own };
            if item.differs() || own.gold == Some(false) {
                differing[made.person].push(decided.key(&item.name));
            }
            rows[made.person].push((&made.created, own));
        }
    }
    let named = decided.people.iter().zip(rows).map(|(person, mut rows)| {
        rows.sort_by(|a, b| a.0.cmp(b.0));
        (person.annotator.clone(), rows.into_iter().map(|(_, decision)| decision).collect())
    });
    let people = work_quality(&named.collect::<Vec<_>>());
    Ok(Some(QueueQuality { queue, people, differing }))
}

/// A review made after its question was settled is compared as gold, one made before an adjudication with
/// what experts settled.
fn timed(
    item: &DecidedItem,
    made: &Made,
    is_independent: bool,
    (gold, adjudicated): (Option<&Settled>, Option<&Settled>),
) -> TimedDecision {
    let is_right = |settled: &Settled| made.review.as_ref().map(|own| settled.agrees_with(own));
    let is_later = |settled: &&Settled| made.created > settled.since;
    let is_earlier =
        |settled: &&Settled| settled.by == SettledBy::Adjudicated && made.created <= settled.since;
    TimedDecision {
        item: item.name.clone(),
        outcome: made.outcome.clone(),
        attention_ms: made.attention_ms,
        is_independent,
        gold: gold.filter(is_later).and_then(is_right),
        adjudicated: adjudicated.filter(is_earlier).and_then(is_right),
    }
}
