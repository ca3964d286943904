//! What a team has decided in a benchmark and what waits: for `assay status`, the chooser of
//! benchmarks and the home screen.
//!
//! Only what is in force counts, each item once for each annotator. Everything is counted, nothing is
//! named: who decided what on which question is not here, so that reviewers stay blind.

use serde::Serialize;

use super::registry::RegisteredQueue;
use super::work::QueueWork;
use crate::outcomes::records::{recorded_questions, settled_keys};
use assay_core::benchmark::outcome::{OutcomeCounts, Policy};
use assay_core::benchmark::provenance::ProvenanceCounts;
use assay_core::benchmark::queues::{QUEUE_EXTRACT, QUEUE_REVIEW, QUEUE_VERIFY};
use assay_store::{Benchmark, Result, Store};

/// What was decided in a benchmark, and what waits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BenchmarkWork {
    /// Its name.
    pub benchmark: String,
    /// The queues that have items or decisions.
    pub queues: Vec<QueueWork>,
    /// Outstanding work.
    pub waiting: Waiting,
    /// What becomes of the questions.
    pub outcome: OutcomeCounts,
    /// Who says what becomes of them after their reviews.
    #[serde(skip)]
    pub provenance: ProvenanceCounts,
}

/// The outstanding work of a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// Suspected questions that no one has verified and adjudicators have not settled.
    pub suspected: usize,
    /// Questions on which the verdicts of reviewers differ and that neither verifiers nor adjudicators have
    /// settled.
    pub disagreements: usize,
    /// Texts of samples without a reader.
    pub unread_texts: usize,
    /// Runs of models that are not finished.
    pub open_runs: usize,
}

impl BenchmarkWork {
    /// Counts what is in force in a benchmark.
    pub fn load(store: &Store, benchmark: &Benchmark) -> Result<Self> {
        let decided = RegisteredQueue::all().map(|queue| (queue.decided)(store, benchmark));
        let counted = decided.map(|decided| decided.map(QueueWork::new));
        let queues = counted.collect::<Result<Vec<QueueWork>, _>>()?;
        let undecided = |name: &str| named(&queues, name).map_or(0, |queue| queue.undecided);
        let recorded = recorded_questions(store, benchmark)?;
        let settled = settled_keys(&recorded);
        let differing = named(&queues, QUEUE_REVIEW).into_iter().flat_map(|queue| &queue.differing);
        let waiting = Waiting {
            suspected: undecided(QUEUE_VERIFY),
            disagreements: differing.filter(|key| !settled.contains(key.as_str())).count(),
            unread_texts: undecided(QUEUE_EXTRACT),
            open_runs: store.runs(benchmark)?.iter().filter(|run| run.is_open()).count(),
        };
        let queues = queues.into_iter();
        let queues = queues.filter(|queue| queue.items > 0 || !queue.annotators.is_empty());
        Ok(BenchmarkWork {
            benchmark: benchmark.name.clone(),
            queues: queues.collect(),
            waiting,
            outcome: recorded.iter().map(|one| one.outcome(Policy::default()).fate).collect(),
            provenance: recorded.iter().map(|one| &one.record.current).collect(),
        })
    }

    /// Counts what is in force in every benchmark, oldest first.
    pub fn load_all(store: &Store) -> Result<Vec<Self>> {
        store.benchmarks()?.iter().map(|benchmark| Self::load(store, benchmark)).collect()
    }

    /// A queue by its name, where it has items or decisions.
    pub fn queue(&self, name: &str) -> Option<&QueueWork> {
        named(&self.queues, name)
    }
}

fn named<'q>(queues: &'q [QueueWork], name: &str) -> Option<&'q QueueWork> {
    queues.iter().find(|queue| queue.queue == name)
}
