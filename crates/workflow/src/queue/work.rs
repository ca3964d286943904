//! What was decided in a queue of a benchmark: its items with what counts of everybody's decisions on them,
//! counted by each annotator.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::DateTime;
use serde::Serialize;

use super::definition::Queue;
use super::order::{QueueItem, question_key};
use assay_core::agreement::median_seconds;
use assay_core::benchmark::decision::{Act, ReviewDecision};
use assay_store::{Assignment, Benchmark, QuestionId, Result, Store};

/// A queue of a benchmark.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueueWork {
    /// The name of the queue.
    pub queue: &'static str,
    /// How many items it has.
    pub items: usize,
    /// Items without a decision.
    pub undecided: usize,
    /// Who decided, in the order in which they began.
    pub annotators: Vec<AnnotatorWork>,
    /// The items on which two people's outcomes differ.
    #[serde(skip)]
    pub(super) differing: HashSet<String>,
}

/// What one annotator did in a queue.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnnotatorWork {
    /// Who.
    pub annotator: String,
    /// Items of the queue that they have decided.
    pub done: usize,
    /// Items that they passed over for good.
    pub skipped: usize,
    /// Items that they put off.
    pub later: usize,
    /// How often each outcome was decided, by its name in the data.
    pub outcomes: BTreeMap<String, usize>,
    /// The median attention for a decided item; `None` if none was measured, as for scripts.
    pub median_seconds: Option<f64>,
    /// Items decided since midnight.
    pub today: usize,
    /// When the newest row was made.
    pub last: Option<String>,
    /// Items decided on each of the last days, today last.
    #[serde(skip)]
    pub days: [usize; DAYS],
}

/// The number of days of which decisions are counted one by one.
pub const DAYS: usize = 14;

impl AnnotatorWork {
    /// Items that have left the annotator's queue.
    pub fn finished(&self) -> usize {
        self.done + self.skipped
    }
}

impl QueueWork {
    /// What an annotator did here, if anything.
    pub fn by(&self, annotator: &str) -> Option<&AnnotatorWork> {
        self.annotators.iter().find(|work| work.annotator == annotator)
    }

    /// What is left for an annotator.
    pub fn left_for(&self, annotator: &str) -> usize {
        self.items - self.by(annotator).map_or(0, AnnotatorWork::finished)
    }
}

/// The items of a queue and who decided what.
pub(super) struct Decided {
    /// The queue.
    pub(super) queue: &'static str,
    /// Who decided, in the order in which they began.
    pub(super) people: Vec<AnnotatorWork>,
    /// Every item.
    pub(super) items: Vec<DecidedItem>,
    /// How many people decide an item where no assignment says it.
    pub(super) people_per_item: Option<usize>,
}

/// An item with the decisions on it.
pub(super) struct DecidedItem {
    pub(super) name: String,
    pub(super) revision: u32,
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
        question_key(self.queue, name)
    }
}

impl DecidedItem {
    /// Whether two people's outcomes differ.
    pub(super) fn differs(&self) -> bool {
        self.decisions.iter().any(|made| made.outcome != self.decisions[0].outcome)
    }

    /// How many more decisions an assignment wants.
    pub(super) fn places_left(&self, store: &Store, assignment: &Assignment) -> Result<usize> {
        let outcomes: Vec<&str> = self.decisions.iter().map(|made| made.outcome.as_str()).collect();
        store.places_left(assignment, self.question_id, &self.name, &outcomes)
    }
}

impl QueueWork {
    /// Counts what is in force.
    pub(super) fn new(decided: Decided) -> Self {
        let differing = decided.items.iter().filter(|item| item.differs());
        QueueWork {
            queue: decided.queue,
            items: decided.items.len(),
            undecided: decided.items.iter().filter(|item| item.decisions.is_empty()).count(),
            differing: differing.map(|item| item.name.clone()).collect(),
            annotators: decided.people,
        }
    }
}

/// How many days before the one that began at `day_start` a moment was; 0 for that day and later.
fn days_before(day_start: &str, moment: &str) -> Option<usize> {
    let [start, moment] = [day_start, moment].map(|text| DateTime::parse_from_rfc3339(text).ok());
    let seconds = (start? - moment?).num_seconds().max(0);
    usize::try_from(seconds).ok().map(|seconds| seconds.div_ceil(24 * 60 * 60))
}

/// Reads what counts of everybody's decisions in a queue.
pub(super) fn decided<Q: Queue>(store: &Store, benchmark: &Benchmark) -> Result<Decided> {
    let items = Q::team_items(store, benchmark)?;
    let places: HashMap<&str, usize> =
        items.iter().enumerate().map(|(at, item)| (item.name(), at)).collect();
    let mut decisions: Vec<Vec<Made>> = items.iter().map(|_| Vec::new()).collect();
    let mut people = Vec::new();
    let day_start = store.start_of_today();
    for (name, history) in &*store.histories(benchmark, Q::NAME)? {
        let mut person = AnnotatorWork {
            annotator: name.clone(),
            today: history.work_since(&day_start).decided,
            last: history.rows().last().map(|row| row.created.clone()),
            ..AnnotatorWork::default()
        };
        let mut attention = Vec::new();
        for at in history.items().filter_map(|item| places.get(item).copied()) {
            let item = &items[at];
            let Some(row) = history.deciding_row(item.name(), item.revision()) else { continue };
            // A decision may hold for another text than the one that the item shows.
            if !row.act.counts_for(item.shown()) {
                continue;
            }
            person.skipped += usize::from(row.act == Act::Skip);
            person.later += usize::from(row.act == Act::Later);
            let Some(decision) = row.act.final_act() else { continue };
            let outcome = decision.outcome.to_string();
            let attention_ms = history.attention_ms(item.name(), item.revision());
            person.done += 1;
            if let Some(ago) = days_before(&day_start, &row.created).filter(|ago| *ago < DAYS) {
                person.days[DAYS - 1 - ago] += 1;
            }
            *person.outcomes.entry(outcome.clone()).or_default() += 1;
            attention.extend((attention_ms > 0).then_some(attention_ms as f64 / 1000.0));
            decisions[at].push(Made {
                person: people.len(),
                outcome,
                created: row.created.clone(),
                attention_ms,
                review: match &row.act {
                    Act::Review(review) => Some(review.clone()),
                    _ => None,
                },
            });
        }
        person.median_seconds = median_seconds(&attention);
        people.push(person);
    }
    let people_per_item = match items.is_empty() {
        true => None,
        false => Q::of_benchmark(store, benchmark)?.people_per_item(),
    };
    let item = |(item, decisions): (&Q::Item, Vec<Made>)| DecidedItem {
        name: item.name().to_owned(),
        revision: item.revision(),
        question_id: item.question_id(),
        decisions,
    };
    let items = items.iter().zip(decisions).map(item).collect();
    Ok(Decided { queue: Q::NAME, people, items, people_per_item })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight_and_what_is_later_is_today() {
        let start = "2026-05-10T22:00:00.000Z";
        let days = |moment| days_before(start, moment);
        assert_eq!(days("2026-05-10T22:00:00.000Z"), Some(0));
        assert_eq!(days("2026-05-12T09:00:00.000Z"), Some(0));
        assert_eq!(days("2026-05-10T21:59:59.000Z"), Some(1));
        assert_eq!(days("2026-05-09T21:59:59.000Z"), Some(2));
        assert_eq!(days("yesterday"), None);
    }
}
