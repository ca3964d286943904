//! Packing a bundle: which questions one person takes away, held for as long as the bundle is away.

use std::path::Path;

use chrono::TimeDelta;

use super::order::QueueItem;
use super::review::{ReviewDesk, ReviewQueue};
use super::{Desk, Queue};
use crate::store::{Annotator, Benchmark, Store, StoreError};

/// Writes a bundle with the questions that wait for an annotator in the review, at most `most`, in their
/// own order. Where the queue is assigned, each is held for so many days, so that nobody else takes the
/// place. Returns how many questions it has.
///
/// # Errors
/// `Refused` where nothing waits, or where there is such a file.
pub fn pack(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    most: Option<usize>,
    days: u32,
    path: &Path,
) -> Result<usize, StoreError> {
    let desk = ReviewDesk::open(store, ReviewQueue, annotator.clone(), benchmark.clone())?;
    let time = TimeDelta::days(i64::from(days));
    let mut taken = Vec::new();
    let waiting: Vec<usize> = desk.every_waiting();
    let (gold, others): (Vec<usize>, Vec<usize>) =
        waiting.into_iter().partition(|&position| desk.is_gold(position));
    let (mut gold, mut others) = (gold.into_iter(), others.into_iter());
    while most.is_none_or(|most| taken.len() < most) {
        // Gold is as frequent in a bundle as at the desk, however many others turn out to be full.
        let is_due = desk.is_gold_due(desk.progress().done + taken.len());
        let due = is_due.then(|| gold.next()).flatten();
        let Some(position) = due.or_else(|| others.next()) else { break };
        if store.lease_for(annotator, desk.lease_request(position)?, Some(time))? {
            taken.push(position);
        }
    }
    if taken.is_empty() {
        let why = format!("no question waits for {} in the review", annotator.name);
        return Err(StoreError::Refused(why));
    }
    let questions: Vec<_> = taken.iter().map(|&at| desk.items()[at].question_id()).collect();
    let packed = store.pack(annotator, benchmark, ReviewQueue::NAME, &questions, path);
    if packed.is_err() {
        give_back(store, &desk, &taken)?;
    }
    packed.map(|()| taken.len())
}

fn give_back(
    store: &mut Store,
    desk: &Desk<ReviewQueue>,
    taken: &[usize],
) -> Result<(), StoreError> {
    for &position in taken {
        store.release_lease(desk.annotator(), desk.lease_request(position)?)?;
    }
    Ok(())
}
