//! What was decided in a queue of a benchmark, counted: by each annotator, and which items differ.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::definition::Queue;
use super::order::QueueItem;
use assay_core::agreement::median_seconds;
use assay_core::benchmark::FinalAct;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::History;
use assay_store::{Benchmark, Store, StoreError};

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
#[derive(Clone, Debug, PartialEq, Serialize)]
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
}

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

/// Counts what is in force in a queue of a benchmark.
pub(super) fn queue_work<Q: Queue>(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<QueueWork, StoreError> {
    let items = Q::team_items(store, benchmark)?;
    let day_start = store.start_of_today();
    let mut outcomes: HashMap<&str, String> = HashMap::new();
    let mut work = QueueWork {
        queue: Q::NAME,
        items: items.len(),
        undecided: 0,
        annotators: vec![],
        differing: HashSet::new(),
    };
    let places: HashMap<&str, usize> =
        items.iter().enumerate().map(|(at, item)| (item.name(), at)).collect();
    let histories = store.histories(benchmark, Q::NAME)?;
    for (annotator, history) in &*histories {
        let mut own = AnnotatorWork {
            annotator: annotator.clone(),
            done: 0,
            skipped: 0,
            later: 0,
            outcomes: BTreeMap::new(),
            median_seconds: None,
            today: history.work_since(&day_start).decided,
            last: history.rows().last().map(|row| row.created.clone()),
        };
        let mut attention = Vec::new();
        for at in history.items().filter_map(|item| places.get(item).copied()) {
            let item = &items[at];
            let Some(act) = deciding_act(item, history) else { continue };
            own.skipped += usize::from(*act == Act::Skip);
            own.later += usize::from(*act == Act::Later);
            let Some(outcome) = act.final_act().map(FinalAct::outcome) else {
                continue;
            };
            own.done += 1;
            *own.outcomes.entry(outcome.clone()).or_default() += 1;
            let ms = history.attention_ms(item.name(), item.revision());
            attention.extend((ms > 0).then_some(ms as f64 / 1000.0));
            let first = outcomes.entry(item.name()).or_insert_with(|| outcome.clone());
            if *first != outcome {
                work.differing.insert(item.name().to_owned());
            }
        }
        own.median_seconds = median_seconds(&attention);
        work.annotators.push(own);
    }
    work.undecided = items.len() - outcomes.len();
    Ok(work)
}

/// What is in force of an annotator on an item, as far as it counts for what the item shows.
pub(super) fn deciding_act<'h>(item: &impl QueueItem, history: &'h History) -> Option<&'h Act> {
    let row = history.deciding_row(item.name(), item.revision())?;
    row.act.counts_for(item.shown()).then_some(&row.act)
}
