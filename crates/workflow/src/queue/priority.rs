//! What comes first where an assignment says it: ranks of items, computed when a desk is opened.
//!
//! A rank says nothing to the annotator; the item is shown as blind as any other.

use std::collections::HashMap;

use crate::evaluation::{current_runs, labels};
use crate::outcomes::recorded_questions;
use crate::outcomes::verification::EvidenceStrength;
use assay_core::benchmark::queues::has_questions_as_items;
use assay_core::benchmark::team::ItemPriority;
use assay_core::benchmark::{FinalAct, Input, Pass, PredictionName};
use assay_core::extract::{Answer, RuleSet};
use assay_store::{Benchmark, QuestionId, Store, StoreError};

/// The rank of each item that has one; the greater come first.
pub(super) struct Ranks {
    by_name: HashMap<String, [u32; 3]>,
    /// Whether the names are keys of questions while the items are predictions.
    by_key: bool,
}

impl Ranks {
    /// The rank of an item.
    pub(super) fn of_item(&self, name: &str) -> [u32; 3] {
        let rank = match self.by_key {
            true => self.by_name.get(&PredictionName::key_in(name)),
            false => self.by_name.get(name),
        };
        rank.copied().unwrap_or_default()
    }
}

/// The ranks of the items of a queue.
pub(super) fn ranks(
    store: &mut Store,
    benchmark: &Benchmark,
    queue: &str,
    order: ItemPriority,
) -> Result<Ranks, StoreError> {
    let has_questions = has_questions_as_items(queue);
    let by_name = match order {
        ItemPriority::Random => HashMap::new(),
        ItemPriority::Disagreement => by_disagreement(store, benchmark, queue)?,
        ItemPriority::Uncertainty => by_uncertainty(store, benchmark)?,
        ItemPriority::Flagged => by_flags(store, benchmark)?,
        ItemPriority::Suspicion => by_suspicion(store, benchmark)?,
    };
    let by_key = !has_questions && order != ItemPriority::Disagreement;
    Ok(Ranks { by_name, by_key })
}

/// How many decisions on an item are not the most common one.
fn by_disagreement(
    store: &Store,
    benchmark: &Benchmark,
    queue: &str,
) -> Result<HashMap<String, [u32; 3]>, StoreError> {
    let mut outcomes: HashMap<String, HashMap<String, u32>> = HashMap::new();
    for decision in store.current_decisions(benchmark, queue)? {
        let outcome = decision.row.act.final_act().map(FinalAct::outcome);
        if let Some(outcome) = outcome {
            *outcomes.entry(decision.row.item).or_default().entry(outcome).or_default() += 1;
        }
    }
    Ok(outcomes.into_iter().map(|(item, counts)| (item, [minority(&counts), 0, 0])).collect())
}

fn minority<T>(counts: &HashMap<T, u32>) -> u32 {
    counts.values().sum::<u32>() - counts.values().max().unwrap_or(&0)
}

/// The share of models, in thousandths, that do not answer as most do when they see the picture and the
/// choices in their own order; a text without a label is an answer of its own.
fn by_uncertainty(
    store: &mut Store,
    benchmark: &Benchmark,
) -> Result<HashMap<String, [u32; 3]>, StoreError> {
    let mut answers: HashMap<QuestionId, HashMap<Answer, u32>> = HashMap::new();
    for run in current_runs(store, benchmark, Some(Input::Image))? {
        let labels = labels(store, benchmark, &run, RuleSet::default())?;
        for (place, reading) in store.places(&run)?.into_iter().zip(labels) {
            if place.pass == Pass(0) && !reading.failed {
                let counts = answers.entry(place.question_id).or_default();
                *counts.entry(reading.answer).or_default() += 1;
            }
        }
    }
    let entries = store.question_entries(benchmark)?.into_iter();
    let ranked = entries.filter_map(|entry| {
        let counts = answers.get(&entry.id)?;
        let share = 1000 * minority(counts) / counts.values().sum::<u32>().max(1);
        Some((entry.key.as_str().to_owned(), [share, 0, 0]))
    });
    Ok(ranked.collect())
}

fn by_flags(store: &Store, benchmark: &Benchmark) -> Result<HashMap<String, [u32; 3]>, StoreError> {
    let mut flags: HashMap<String, [u32; 3]> = HashMap::new();
    for flag in store.flags(benchmark)? {
        flags.entry(flag.question.as_str().to_owned()).or_default()[0] += 1;
    }
    Ok(flags)
}

fn by_suspicion(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<HashMap<String, [u32; 3]>, StoreError> {
    let rank = |strength: EvidenceStrength| {
        let EvidenceStrength { kinds, people, models } = strength;
        [kinds as u32, people as u32, models]
    };
    let recorded = recorded_questions(store, benchmark)?;
    let ranked = recorded.iter().map(|one| (one.key().to_owned(), rank(one.suspicion.strength())));
    Ok(ranked.collect())
}
