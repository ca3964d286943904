//! The next item for a script: what a screen would show, as blind, and held in the same way.

use serde::Serialize;

use super::blocks::BlockLeft;
use super::definition::Queue;
use super::desk::Desk;
use super::opened::{OpenedItem, ShownItem};
use super::order::QueueItem;
use super::steps::AskedStep;
use assay_core::benchmark::queues::shows_evidence;
use assay_store::{Result, Store};

/// An item handed out, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum NextItem {
    /// An item to decide.
    Item {
        /// The queue.
        queue: &'static str,
        /// Its name, by which `assay decide` knows it.
        item: String,
        /// What this annotator is asked about it now.
        ask: AskedStep,
        /// What may be seen of it.
        question: Box<ShownItem>,
        /// When it is given to others unless it is decided; `None` if any number of people may
        /// decide it.
        lease_expires: Option<String>,
        /// How much of its block waits, where the queue is assigned in blocks.
        #[serde(skip_serializing_if = "Option::is_none")]
        block: Option<BlockLeft>,
    },
    /// No item for this annotator now.
    None {
        /// The queue.
        queue: &'static str,
        /// Always nothing.
        item: Option<String>,
        /// Items for which more people are wanted.
        waiting: usize,
        /// Those of them that others have open now.
        leased: usize,
    },
}

/// Hands out the next item of a desk.
pub(super) fn next_item<Q: Queue>(store: &mut Store, desk: &mut Desk<Q>) -> Result<NextItem> {
    let queue = Q::NAME;
    if let Some(position) = desk.next_after(store, None)? {
        let item = desk.item(position)?;
        let expires = store.lease_expires(desk.annotator(), desk.queued_item(position)?)?;
        let opened = desk.open_item(store, position)?;
        let shown: ShownItem = desk.load(store, position)?.into();
        let question = Box::new(ShownItem { answers: opened.answers(), ..shown });
        let ask = asked(store, desk, position, &opened)?;
        let item = item.blind_name();
        let block = desk.block_left(position);
        return Ok(NextItem::Item { queue, item, ask, question, lease_expires: expires, block });
    }
    let held = store.items_held(desk.annotator(), desk.benchmark(), queue, true)?;
    let is_limited = store.assignment(desk.benchmark(), queue)?.is_some()
        || desk.queue().people_per_item().is_some();
    let (mut waiting, mut leased) = (0, 0);
    // Where nothing limits the number of people, an item never waits for another person.
    for position in (0..desk.items().len()).filter(|_| is_limited) {
        if store.wants_more(desk.annotator(), desk.queued_item(position)?)? {
            waiting += 1;
            leased += usize::from(held.contains(desk.item(position)?.name()));
        }
    }
    Ok(NextItem::None { queue, item: None, waiting, leased })
}

/// What the item at a position asks now.
fn asked<Q: Queue>(
    store: &Store,
    desk: &Desk<Q>,
    position: usize,
    opened: &Q::Opened,
) -> Result<AskedStep> {
    let mut asked = Q::STEPS.asked(opened);
    if asked.given.takes_category {
        let names = store.category_names_for(desk.item(position)?.question_id())?;
        asked.given.names = names.all;
    }
    // The evidence is shown with the reference answer.
    if shows_evidence(Q::NAME) && asked.hidden.contains(&"reference-answer") {
        asked.hidden.push("evidence");
    }
    Ok(asked)
}
