//! The queues as commands and counts know them: one row each, by which a name leads to the code of its
//! queue.

use super::definition::Queue;
use super::desk::Desk;
use super::next::{NextItem, next_item};
use super::order::{QueueItem, Rank};
use super::pack::{PackRequest, pack};
use super::work::{Decided, decided};
use assay_store::{Annotator, Benchmark, Guideline, QuestionId, Result, Store, StoreError};

/// An item by its name, with the row of its question and the queue's own rank.
pub(super) type ListedItem = (String, QuestionId, Rank);

/// The code of a queue. `Unknown` from its functions: there is nothing to decide on yet, such as no sample of
/// texts.
pub struct RegisteredQueue {
    /// Its name.
    pub name: &'static str,
    /// Its items.
    pub(super) items: fn(&Store, &Benchmark) -> Result<Vec<ListedItem>>,
    /// The next item for an annotator, held for them.
    pub next: fn(&mut Store, Annotator, Benchmark) -> Result<NextItem>,
    /// Its guideline in force.
    pub guideline: fn(&Store, &Benchmark) -> Result<Guideline>,
    /// Its items with what counts of everybody's decisions.
    pub(super) decided: fn(&Store, &Benchmark) -> Result<Decided>,
    /// Writes a bundle with the items that wait for an annotator; see [`pack`].
    pub pack: fn(&mut Store, &Annotator, &Benchmark, PackRequest<'_>) -> Result<usize>,
}

/// Every queue.
const REGISTERED: &[RegisteredQueue] = &[
    RegisteredQueue::new::<super::review::ReviewQueue>(),
    RegisteredQueue::new::<super::extract::ExtractQueue>(),
    RegisteredQueue::new::<super::verify::VerifyQueue>(),
    RegisteredQueue::new::<super::adjudicate::AdjudicateQueue>(),
    RegisteredQueue::new::<super::vote::VoteQueue>(),
];

impl RegisteredQueue {
    const fn new<Q: Queue>() -> Self {
        RegisteredQueue {
            name: Q::NAME,
            items: |store, benchmark| {
                let items = Q::of_benchmark(store, benchmark)?.items(store, benchmark)?;
                let listed =
                    |(item, rank): (Q::Item, _)| (item.name().to_owned(), item.question_id(), rank);
                Ok(items.into_iter().map(listed).collect())
            },
            next: |store, annotator, benchmark| {
                let queue = Q::of_benchmark(store, &benchmark)?;
                let mut desk = Desk::open(store, queue, annotator, benchmark)?;
                next_item(store, &mut desk)
            },
            guideline: |store, benchmark| Q::of_benchmark(store, benchmark)?.guideline(store),
            decided: decided::<Q>,
            pack: pack::<Q>,
        }
    }

    /// Every queue.
    pub fn all() -> impl Iterator<Item = &'static RegisteredQueue> {
        REGISTERED.iter()
    }

    /// The queue of this name.
    ///
    /// # Errors
    /// `Unknown` with the names there are.
    pub fn named(name: &str) -> Result<&'static RegisteredQueue> {
        REGISTERED.iter().find(|queue| queue.name == name).ok_or_else(|| {
            let names: Vec<&str> = REGISTERED.iter().map(|queue| queue.name).collect();
            let what = format!("there is no queue {name}; there is: {}", names.join(", "));
            StoreError::Unknown { what }
        })
    }
}
