//! The items of a queue with what counts of everybody's decisions on them.

use std::collections::HashMap;

use super::definition::Queue;
use super::order::QueueItem;
use super::work::deciding_act;
use crate::outcomes::independent::IndependentWork;
use assay_core::benchmark::decision::{Act, ReviewDecision};
use assay_core::benchmark::queues::has_questions_as_items;
use assay_core::benchmark::{FinalAct, PredictionName};
use assay_store::{Benchmark, QuestionId, Store, StoreError};

/// The items of a queue and who decided what.
pub(super) struct Decided {
    /// Who decided, in the order in which they began.
    pub(super) people: Vec<String>,
    /// Every item.
    pub(super) items: Vec<DecidedItem>,
    /// How many people decide an item where no assignment says it.
    pub(super) people_per_item: Option<usize>,
    has_questions: bool,
}

/// An item with the decisions on it.
pub(super) struct DecidedItem {
    pub(super) name: String,
    pub(super) question_id: QuestionId,
    /// Each person once.
    pub(super) decisions: Vec<Made>,
}

/// A decision that counts.
pub(super) struct Made {
    /// The person, by their place.
    pub(super) person: usize,
    pub(super) outcome: String,
    pub(super) created: String,
    /// Milliseconds of attention, 0 where none was measured.
    pub(super) attention_ms: u64,
    /// Whether it was made without having seen what others decided.
    pub(super) is_independent: bool,
    /// What a reviewer decided.
    pub(super) review: Option<ReviewDecision>,
}

impl Decided {
    /// Every decision, in no particular order.
    pub(super) fn decisions(&self) -> impl Iterator<Item = &Made> {
        self.items.iter().flat_map(|item| &item.decisions)
    }

    /// The keys of the questions whose items have no decision.
    pub(super) fn undecided_keys(&self) -> Vec<String> {
        let open = self.items.iter().filter(|item| item.decisions.is_empty());
        open.map(|item| self.key(&item.name)).collect()
    }

    /// The key of an item's question.
    pub(super) fn key(&self, name: &str) -> String {
        match self.has_questions {
            true => name.to_owned(),
            false => PredictionName::key_in(name),
        }
    }
}

/// Reads what counts of everybody's decisions in a queue.
pub(super) fn decided<Q: Queue>(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Decided, StoreError> {
    let items = Q::team_items(store, benchmark)?;
    let places: HashMap<&str, usize> =
        items.iter().enumerate().map(|(at, item)| (item.name(), at)).collect();
    let mut decisions: Vec<Vec<Made>> = items.iter().map(|_| Vec::new()).collect();
    let mut people = Vec::new();
    let histories = store.histories(benchmark, Q::NAME)?;
    let work = IndependentWork::load(store, benchmark, Q::NAME)?;
    for (name, history) in &*histories {
        let person = people.len();
        people.push(name.clone());
        for at in history.items().filter_map(|item| places.get(item).copied()) {
            let item = &items[at];
            let Some(act) = deciding_act(item, history) else { continue };
            let Some(decision) = act.final_act() else { continue };
            let row = history.deciding_row(item.name(), item.revision());
            decisions[at].push(Made {
                person,
                outcome: FinalAct::outcome(decision),
                created: row.map(|row| row.created.clone()).unwrap_or_default(),
                attention_ms: history.attention_ms(item.name(), item.revision()),
                is_independent: work.has_independent_verdict(history, item.name(), item.revision()),
                review: match act {
                    Act::Review(review) => Some(review.clone()),
                    _ => None,
                },
            });
        }
    }
    let people_per_item = match items.is_empty() {
        true => None,
        false => Q::of_benchmark(store, benchmark)?.people_per_item(),
    };
    let item = |(item, decisions): (&Q::Item, Vec<Made>)| DecidedItem {
        name: item.name().to_owned(),
        question_id: item.question_id(),
        decisions,
    };
    let has_questions = has_questions_as_items(Q::NAME);
    let decided: Vec<DecidedItem> = items.iter().zip(decisions).map(item).collect();
    Ok(Decided { people, items: decided, people_per_item, has_questions })
}
