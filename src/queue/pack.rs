//! Packing a bundle: which items one person takes away, held for as long as the bundle is away.

use std::path::Path;

use chrono::TimeDelta;

use super::order::QueueItem;
use super::script::ScriptQueue;
use super::{Desk, Queue};
use crate::store::{Annotator, Benchmark, Packing, QuestionId, Store, StoreError};

/// What goes into a bundle.
#[derive(Clone, Copy, Debug)]
pub struct PackRequest<'a> {
    /// At most so many items; nothing for all that wait.
    pub most: Option<usize>,
    /// Where the queue is assigned, for how many days each is held, so that nobody else takes the place.
    pub days: u32,
    /// The file.
    pub path: &'a Path,
}

/// Writes a bundle with the items of a queue that wait for an annotator, in their own order. What the
/// bundle shows counts as seen from now on. Returns how many items it has.
///
/// # Errors
/// `Refused` where nothing waits, or where there is such a file.
pub fn pack<Q: ScriptQueue>(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    request: PackRequest<'_>,
) -> Result<usize, StoreError> {
    let queue = Q::of_benchmark(store, benchmark)?;
    let desk = Desk::open(store, queue, annotator.clone(), benchmark.clone())?;
    let time = TimeDelta::days(i64::from(request.days));
    let mut taken = Vec::new();
    let waiting: Vec<usize> = desk.every_waiting();
    let (gold, others): (Vec<usize>, Vec<usize>) =
        waiting.into_iter().partition(|&position| desk.is_gold(position));
    let (mut gold, mut others) = (gold.into_iter(), others.into_iter());
    while request.most.is_none_or(|most| taken.len() < most) {
        // Gold is as frequent in a bundle as at the desk, however many others turn out to be full.
        let is_due = desk.is_gold_due(desk.progress().done + taken.len());
        let due = is_due.then(|| gold.next()).flatten();
        let Some(position) = due.or_else(|| others.next()) else { break };
        if store.lease_for(annotator, desk.lease_request(position)?, Some(time))? {
            taken.push(position);
        }
    }
    if taken.is_empty() {
        let (name, queue) = (&annotator.name, Q::NAME);
        let why = format!("nothing waits for {name} in the {queue} queue");
        return Err(StoreError::Refused(why));
    }
    let packed = write(store, &desk, &taken, request.path);
    if packed.is_err() {
        give_back(store, &desk, &taken)?;
    }
    packed.map(|()| taken.len())
}

fn write<Q: Queue>(
    store: &mut Store,
    desk: &Desk<Q>,
    taken: &[usize],
    path: &Path,
) -> Result<(), StoreError> {
    for &position in taken {
        desk.record_exposure(store, position)?;
    }
    let item = |&at: &usize| (desk.items()[at].name().to_owned(), desk.items()[at].question_id());
    let items: Vec<(String, QuestionId)> = taken.iter().map(item).collect();
    let (annotator, benchmark) = (desk.annotator(), desk.benchmark());
    store.pack(&Packing { annotator, benchmark, queue: Q::NAME, items: &items }, path)
}

fn give_back<Q: Queue>(
    store: &mut Store,
    desk: &Desk<Q>,
    taken: &[usize],
) -> Result<(), StoreError> {
    for &position in taken {
        store.give_back(desk.annotator(), desk.lease_request(position)?)?;
    }
    Ok(())
}
