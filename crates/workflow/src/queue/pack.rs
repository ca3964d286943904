//! Packing a bundle: which items one person takes away, held for as long as the bundle is away.

use std::collections::{HashSet, VecDeque};
use std::path::Path;

use chrono::TimeDelta;

use super::order::QueueItem;
use super::{Desk, Queue};
use assay_core::benchmark::queues::has_questions_as_items;
use assay_store::{
    Annotator, Benchmark, Packed, Packing, Places, Result, STOPPED, Store, refuse_if,
};

/// What is asked for.
#[derive(Clone, Copy)]
pub struct PackRequest<'a> {
    /// The most items; `None` for all that wait.
    pub most: Option<usize>,
    /// Where the queue is assigned, for how many days each is held, so that no one else takes the place.
    pub days: u32,
    /// The file.
    pub path: &'a Path,
    /// Takes how many of how many items are in it, and answers whether to go on.
    pub progress: &'a dyn Fn(usize, usize) -> bool,
}

/// Writes a bundle with the items of a queue that wait for an annotator, in their own order. What the
/// bundle shows counts as seen from now on. Returns how many items it has.
///
/// # Errors
/// `Refused` where nothing waits, or where there is such a file.
pub fn pack<Q: Queue>(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    request: PackRequest<'_>,
) -> Result<usize> {
    let queue = Q::of_benchmark(store, benchmark)?;
    let mut desk = Desk::open(store, queue, annotator.clone(), benchmark.clone())?;
    let time = TimeDelta::days(i64::from(request.days));
    let packing =
        Packing { annotator, benchmark, queue: Q::NAME, time, progress: request.progress };
    store.pack(&packing, request.path, |store, places| {
        let taken = take(&mut desk, places, &request)?;
        refuse_if(taken.is_empty(), || {
            format!("nothing waits for {} in the {} queue", annotator.name, Q::NAME)
        })?;
        let item =
            |&at: &usize| (desk.items()[at].name().to_owned(), desk.items()[at].question_id());
        let seen = taken.iter().map(|&position| desk.seen_when_opened(store, position));
        Ok(Packed {
            items: taken.iter().map(item).collect(),
            blocks: packed_blocks(&desk, &taken),
            seen: seen.collect::<Result<_, _>>()?,
        })
    })
}

/// Takes the places of what goes into the bundle, in the order of the desk.
fn take<Q: Queue>(
    desk: &mut Desk<Q>,
    places: &Places<'_>,
    request: &PackRequest<'_>,
) -> Result<Vec<usize>> {
    let waiting: Vec<usize> = desk.order.all_waiting_after(None).collect();
    let total = request.most.map_or(waiting.len(), |most| most.min(waiting.len()));
    let (gold, others): (Vec<usize>, Vec<usize>) =
        waiting.into_iter().partition(|&position| desk.order.is_gold(position));
    let (mut gold, mut others) = (gold.into_iter(), VecDeque::from(others));
    let (mut taken, mut held) = (Vec::new(), Vec::new());
    // Blocks of which others have a part come after those that can be had whole.
    let mut parts = VecDeque::new();
    while request.most.is_none_or(|most| taken.len() < most) {
        refuse_if(!(request.progress)(taken.len(), total), || STOPPED.to_owned())?;
        // Gold is as frequent in a bundle as at the desk, however many others turn out to be full.
        let is_due = desk.order.is_gold_due(desk.progress().done + taken.len());
        if let Some(position) = is_due.then(|| gold.next()).flatten() {
            if places.take(desk.queued_item(position)?)? {
                taken.push(position);
            }
            continue;
        }
        if let Some(&position) = others.front().filter(|&&at| desk.would_begin_block(at)) {
            let block = desk.block_of(position);
            let fits = request.most.is_none_or(|most| taken.len() + block.len() <= most);
            // A bundle ends with a whole block, unless it is smaller than any.
            if !fits && !taken.is_empty() {
                break;
            }
            if fits && desk.pack_block(places, &block)? {
                held.extend(block);
            } else if fits {
                while others.front().is_some_and(|at| block.contains(at)) {
                    parts.extend(others.pop_front());
                }
                continue;
            }
        }
        let Some(position) = others.pop_front().or_else(|| parts.pop_front()) else { break };
        if places.take(desk.queued_item(position)?)? {
            taken.push(position);
        }
    }
    // Where gold took the places of some of a block in the bundle, they stay here.
    let packed: HashSet<usize> = taken.iter().copied().collect();
    for position in held.into_iter().filter(|position| !packed.contains(position)) {
        places.give_back(desk.queued_item(position)?)?;
    }
    Ok(taken)
}

/// The blocks in the bundle. Gold is in none at home; here it joins the block before it, so that nothing shows
/// which it is.
fn packed_blocks<Q: Queue>(desk: &Desk<Q>, taken: &[usize]) -> Vec<(String, u32)> {
    if desk.order.blocks().is_none() || !has_questions_as_items(Q::NAME) {
        return Vec::new();
    }
    let (mut number, mut before) = (1, None);
    let mut blocks = Vec::new();
    for &position in taken {
        let block = desk.block_of(position);
        if !desk.order.is_gold(position) && before.as_ref() != Some(&block) {
            number += u32::from(before.is_some());
            before = Some(block);
        }
        blocks.push((desk.items()[position].name().to_owned(), number));
    }
    blocks
}
