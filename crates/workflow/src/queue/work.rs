//! What was decided in a queue of a benchmark, counted: by each annotator, and which items differ.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

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
