//! The queues as commands and counts know them: one row each, by which a name leads to the code of its
//! queue.

use std::collections::HashMap;

use super::decided::{Decided, decided};
use super::definition::Queue;
use super::desk::Desk;
use super::next::{NextItem, next_item};
use super::order::QueueItem;
use super::pack::{PackRequest, pack};
use super::work::{QueueWork, queue_work};
use assay_store::{Annotator, Benchmark, Guideline, QuestionId, Store, StoreError};

/// An item by its name, with the row of its question.
pub type ItemName = (String, QuestionId);

/// The rank of each item by its name; see [`QueueItem::rank`].
pub(super) type ItemRanks = HashMap<String, [u32; 3]>;

/// The code of a queue.
pub struct RegisteredQueue {
    /// Its name.
    pub name: &'static str,
    items: fn(&Store, &Benchmark) -> Result<Vec<ItemName>, StoreError>,
    ranks: fn(&Store, &Benchmark) -> Result<ItemRanks, StoreError>,
    next: fn(&mut Store, Annotator, Benchmark) -> Result<NextItem, StoreError>,
    work: fn(&Store, &Benchmark) -> Result<QueueWork, StoreError>,
    guideline: fn(&Store, &Benchmark) -> Result<Guideline, StoreError>,
    decided: fn(&Store, &Benchmark) -> Result<Decided, StoreError>,
    pack: fn(&mut Store, &Annotator, &Benchmark, PackRequest<'_>) -> Result<usize, StoreError>,
}

/// Every queue.
const REGISTERED: &[RegisteredQueue] = &[
    RegisteredQueue::new::<super::review::ReviewQueue>(),
    RegisteredQueue::new::<super::extract::ExtractQueue>(),
    RegisteredQueue::new::<super::verify::VerifyQueue>(),
    RegisteredQueue::new::<super::adjudicate::AdjudicateQueue>(),
];

impl RegisteredQueue {
    const fn new<Q: Queue>() -> Self {
        RegisteredQueue {
            name: Q::NAME,
            items: |store, benchmark| {
                let items = Q::of_benchmark(store, benchmark)?.items(store, benchmark)?;
                let names = items.iter();
                Ok(names.map(|item| (item.name().to_owned(), item.question_id())).collect())
            },
            ranks: |store, benchmark| {
                let items = Q::of_benchmark(store, benchmark)?.items(store, benchmark)?;
                Ok(items.iter().map(|item| (item.name().to_owned(), item.rank())).collect())
            },
            next: |store, annotator, benchmark| {
                let queue = Q::of_benchmark(store, &benchmark)?;
                let mut desk = Desk::open(store, queue, annotator, benchmark)?;
                next_item(store, &mut desk)
            },
            work: queue_work::<Q>,
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
    pub fn named(name: &str) -> Result<&'static RegisteredQueue, StoreError> {
        REGISTERED.iter().find(|queue| queue.name == name).ok_or_else(|| {
            let names: Vec<&str> = REGISTERED.iter().map(|queue| queue.name).collect();
            let what = format!("there is no queue {name}; there is: {}", names.join(", "));
            StoreError::Unknown { what }
        })
    }

    /// Its items.
    pub fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<ItemName>, StoreError> {
        (self.items)(store, benchmark)
    }

    /// The queue's own ranks of its items.
    pub(super) fn ranks(
        &self,
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<ItemRanks, StoreError> {
        (self.ranks)(store, benchmark)
    }

    /// The next item for an annotator, held for them.
    pub fn next(
        &self,
        store: &mut Store,
        annotator: Annotator,
        benchmark: Benchmark,
    ) -> Result<NextItem, StoreError> {
        (self.next)(store, annotator, benchmark)
    }

    /// Writes a bundle with the items that wait for an annotator; see [`pack`].
    pub fn pack(
        &self,
        store: &mut Store,
        annotator: &Annotator,
        benchmark: &Benchmark,
        request: PackRequest<'_>,
    ) -> Result<usize, StoreError> {
        (self.pack)(store, annotator, benchmark, request)
    }

    /// Its guideline in force.
    ///
    /// # Errors
    /// Where there is nothing to decide on yet, such as no sample of texts.
    pub fn guideline(&self, store: &Store, benchmark: &Benchmark) -> Result<Guideline, StoreError> {
        (self.guideline)(store, benchmark)
    }

    /// What is in force in it, and by whom.
    pub(super) fn work(
        &self,
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<QueueWork, StoreError> {
        (self.work)(store, benchmark)
    }

    /// Its items with what counts of everybody's decisions.
    pub(super) fn decided(
        &self,
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<Decided, StoreError> {
        (self.decided)(store, benchmark)
    }
}
