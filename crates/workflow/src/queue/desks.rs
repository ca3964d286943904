//! The desks that one annotator has open at a time, one for each queue.

use std::any::Any;

use super::definition::Queue;
use super::desk::{Desk, OpenDesk};
use super::extract::ExtractQueue;
use super::review::{ReviewDesk, ReviewQueue};
use assay_store::{Annotator, Benchmark, Result, Store};

/// The open desks. The review is always among them: lists of questions follow its order.
pub struct Desks {
    review: ReviewDesk,
    others: Vec<Box<dyn OpenDesk>>,
}

impl Desks {
    /// The review alone.
    pub fn new(review: ReviewDesk) -> Self {
        Desks { review, others: Vec::new() }
    }

    /// The desks of an annotator at a benchmark: the review and, where there is a sample of texts, the
    /// reading of the newest one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &mut Store, annotator: &Annotator, benchmark: &Benchmark) -> Result<Self> {
        let review = Desk::open(store, ReviewQueue, annotator.clone(), benchmark.clone())?;
        let mut desks = Desks::new(review);
        if let Some(sample) = store.samples(benchmark)?.pop() {
            let queue = ExtractQueue { sample };
            desks.open(Desk::open(store, queue, annotator.clone(), benchmark.clone())?);
        }
        Ok(desks)
    }

    /// Opens the desk of another queue than the review; one of the same queue is closed.
    pub fn open<Q: Queue>(&mut self, desk: Desk<Q>) {
        self.others.retain(|other| other.queue_name() != Q::NAME);
        self.others.push(Box::new(desk));
    }

    /// The review.
    pub fn review(&self) -> &ReviewDesk {
        &self.review
    }

    /// The desk of a queue, where it is open.
    pub fn get<Q: Queue>(&self) -> Option<&Desk<Q>> {
        self.iter().find_map(|desk| (desk as &dyn Any).downcast_ref())
    }

    /// The desk of a queue, to decide.
    pub fn get_mut<Q: Queue>(&mut self) -> Option<&mut Desk<Q>> {
        self.iter_mut().find_map(|desk| (desk as &mut dyn Any).downcast_mut())
    }

    /// The desk of the queue of this name, where it is open.
    pub fn named(&self, queue: &str) -> Option<&dyn OpenDesk> {
        self.iter().find(|desk| desk.queue_name() == queue)
    }

    /// The desk of the queue of this name, to decide.
    pub fn named_mut(&mut self, queue: &str) -> Option<&mut dyn OpenDesk> {
        self.iter_mut().find(|desk| desk.queue_name() == queue)
    }

    /// Gives back all items that are open at any desk. The first error, if any; the rest is given back.
    pub fn release(&mut self, store: &mut Store) -> Result<()> {
        self.iter_mut().map(|desk| desk.release(store)).fold(Ok(()), Result::and)
    }

    fn iter(&self) -> impl Iterator<Item = &dyn OpenDesk> {
        std::iter::once(&self.review as &dyn OpenDesk).chain(self.others.iter().map(Box::as_ref))
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut dyn OpenDesk> {
        std::iter::once(&mut self.review as &mut dyn OpenDesk)
            .chain(self.others.iter_mut().map(Box::as_mut))
    }
}
