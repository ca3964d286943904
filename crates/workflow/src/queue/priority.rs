//! What comes first where an assignment says it: ranks of items, computed when a desk is opened, and again by
//! `desk::ranking`. In a bundle the items come in the order in which they were packed.
//!
//! A rank says nothing to the annotator; the item is shown as blind as any other.

use std::collections::HashMap;

use super::order::{Rank, question_key};
use crate::certification::audit::{audit_order, find_audit, newest_audit};
use crate::certification::probable_error::probable_errors;
use crate::certification::stakes::{Doubts, stakes};
use crate::evaluation::{Purpose, ScoringSetting, current_runs, labels};
use crate::outcomes::recorded_questions;
use assay_core::benchmark::queues::QUEUE_VERIFY;
use assay_core::benchmark::team::ItemPriority;
use assay_core::benchmark::{Input, Pass};
use assay_core::extract::{Answer, RuleSet};
use assay_store::{Benchmark, QuestionId, Result, Run, Store, refuse_if};

type RanksByName = HashMap<String, Rank>;

/// The rank of each item that has one; the greater come first.
pub(super) struct Ranks {
    ranks: RanksByName,
    /// The queue whose items are known by the keys of their questions; `None` where they are by their names.
    by_key_in: Option<&'static str>,
}

impl Ranks {
    /// Those of a bundle's items, which are questions, in the order in which they were packed.
    pub(super) fn packed(queue: &'static str, items: Vec<String>) -> Self {
        let ranks = items.into_iter().rev().zip(1..).map(|(item, place)| (item, [place, 0, 0]));
        Ranks { ranks: ranks.collect(), by_key_in: Some(queue) }
    }

    /// Whether they say of which items one more person is asked.
    pub(super) fn are_of_disagreement(&self) -> bool {
        self.by_key_in.is_none()
    }

    /// The rank of an item.
    pub(super) fn of_item(&self, name: &str) -> Rank {
        let rank = match self.by_key_in {
            Some(queue) => self.ranks.get(&question_key(queue, name)),
            None => self.ranks.get(name),
        };
        rank.copied().unwrap_or_default()
    }
}

/// The ranks of the items of a queue.
pub(super) fn ranks(
    store: &mut Store,
    benchmark: &Benchmark,
    queue: &'static str,
    order: ItemPriority,
) -> Result<Ranks> {
    let ranks = match order {
        ItemPriority::Random => HashMap::new(),
        ItemPriority::Disagreement => by_disagreement(store, benchmark, queue)?,
        ItemPriority::Uncertainty => by_uncertainty(store, benchmark)?,
        ItemPriority::Flagged => by_flags(store, benchmark)?,
        ItemPriority::Suspicion => by_suspicion(store, benchmark)?,
        ItemPriority::Stakes => by_stakes(store, benchmark, queue)?,
        ItemPriority::ProbableError => by_probable_error(store, benchmark)?,
        ItemPriority::Audit => by_audit(store, benchmark)?,
    };
    Ok(Ranks { ranks, by_key_in: (order != ItemPriority::Disagreement).then_some(queue) })
}

/// Refuses an order that there is nothing to rank by.
pub(super) fn check(store: &Store, benchmark: &Benchmark, order: ItemPriority) -> Result<()> {
    match order {
        ItemPriority::Audit => find_audit(store, benchmark, None).map(|_| ()),
        ItemPriority::Stakes => {
            let models = ranked_runs(store, benchmark)?.len();
            refuse_if(models < 2, || {
                format!(
                    "stakes are those of two models or more; answers with pictures are there of {models}"
                )
            })
        }
        _ => Ok(()),
    }
}

/// How many decisions on an item are not the most common one.
fn by_disagreement(store: &Store, benchmark: &Benchmark, queue: &str) -> Result<RanksByName> {
    let mut outcomes: HashMap<String, HashMap<String, u32>> = HashMap::new();
    for decision in store.current_decisions(benchmark, queue)? {
        let outcome = decision.row.act.final_act().map(|last| last.outcome.to_string());
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
/// choices in their own order; a text without a label is a separate answer.
fn by_uncertainty(store: &mut Store, benchmark: &Benchmark) -> Result<RanksByName> {
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

fn by_flags(store: &Store, benchmark: &Benchmark) -> Result<RanksByName> {
    let mut flags = RanksByName::new();
    for flag in store.flags(benchmark)? {
        flags.entry(flag.question.as_str().to_owned()).or_default()[0] += 1;
    }
    Ok(flags)
}

fn by_suspicion(store: &Store, benchmark: &Benchmark) -> Result<RanksByName> {
    let recorded = recorded_questions(store, benchmark)?;
    Ok(recorded.iter().map(|one| (one.key().to_owned(), one.suspicion.rank())).collect())
}

/// How many pairs of models a question turns, and how far it moves them, under the setting of the benchmark. In the
/// verify queue the others are taken as settled that nothing speaks against.
fn by_stakes(store: &mut Store, benchmark: &Benchmark, queue: &str) -> Result<RanksByName> {
    let doubts = if queue == QUEUE_VERIFY { Doubts::of_verifiers() } else { Doubts::default() };
    let runs = ranked_runs(store, benchmark)?;
    let setting = ScoringSetting::default();
    let options = setting.settle(store, benchmark, None, Purpose::Scores)?.options;
    let found = stakes(store, benchmark, &runs, &options, &doubts)?;
    let ranked = found.open.into_iter().zip(&found.stakes.questions);
    Ok(ranked.map(|(key, one)| (key, [one.pairs as u32, one.swing as u32, 0])).collect())
}

/// The runs with pictures whose models are ranked.
fn ranked_runs(store: &Store, benchmark: &Benchmark) -> Result<Vec<Run>> {
    let mut runs = current_runs(store, benchmark, Some(Input::Image))?;
    runs.retain(|run| run.predictions > 0);
    Ok(runs)
}

/// The probability that a question is wrong, in millionths.
fn by_probable_error(store: &mut Store, benchmark: &Benchmark) -> Result<RanksByName> {
    let found = probable_errors(store, benchmark)?.questions.into_iter();
    Ok(found.map(|one| (one.key, [(one.probability * 1e6) as u32, 0, 0])).collect())
}

/// The places in the order of the newest audit, counted from its end. What is not in it comes last.
fn by_audit(store: &Store, benchmark: &Benchmark) -> Result<RanksByName> {
    let Some(audit) = newest_audit(store, benchmark)? else { return Ok(RanksByName::new()) };
    let keys: Vec<&str> = audit_order(&audit).collect();
    let ranked = keys.iter().rev().zip(1..);
    Ok(ranked.map(|(key, place)| ((*key).to_owned(), [place, 0, 0])).collect())
}
