//! Which item comes next, and holding it while it is open: the places that an item has for people.

use std::collections::HashSet;
use std::time::Duration;

use super::Desk;
use crate::queue::Queue;
use crate::queue::order::QueueItem;
use assay_core::benchmark::queues::{has_questions_as_items, settled_by, shows_evidence};
use assay_store::{PassedOver, QueuedItem, Result, SeenWhenOpened, ShownAnswers, Store, Together};

/// How many of the items that wait for an annotator are passed over, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedOverItems {
    /// They have all decisions that are wanted.
    pub decided: usize,
    /// Others have them open.
    pub open_elsewhere: usize,
    /// They are not assigned to the annotator.
    pub not_assigned: usize,
}

/// What a search for the next item finds out on its way.
#[derive(Default)]
pub(super) struct Search {
    /// Items that have no place now.
    pub full: HashSet<usize>,
    /// Items that are held for the annotator from now on.
    pub held: Vec<usize>,
}

impl<Q: Queue> Desk<Q> {
    /// The next position to decide, held for this annotator where the queue is assigned or has a number
    /// of people; items that enough others have decided or hold are passed over.
    pub fn next_after(&mut self, store: &mut Store, after: Option<usize>) -> Result<Option<usize>> {
        self.rank_again(store)?;
        let mut search = Search::default();
        let next = self.next_free(store, after, &mut search);
        self.note_held(&search.held);
        self.full.extend(search.full);
        let next = next?;
        if let Some(position) = &next {
            self.full.remove(position);
            self.record_exposure(store, *position)?;
        }
        Ok(next)
    }

    /// Why the items that still wait for this annotator are passed over, how many for each reason.
    pub fn passed_over(&self, store: &Store) -> Result<PassedOverItems> {
        let mut items = PassedOverItems::default();
        for position in self.order.all_waiting_after(None) {
            let item = self.queued_item(position)?;
            match store.why_passed_over(&self.annotator, item)? {
                Some(PassedOver::Decided) => items.decided += 1,
                Some(PassedOver::OpenElsewhere) => items.open_elsewhere += 1,
                Some(PassedOver::NotAssigned) => items.not_assigned += 1,
                None => {}
            }
        }
        Ok(items)
    }

    /// The first of these positions that has a place, which is taken with what has one in the rest of its block.
    /// Those before it are known as full from now on.
    pub(super) fn first_taken(
        &self,
        store: &mut Store,
        positions: impl Iterator<Item = usize>,
        search: &mut Search,
    ) -> Result<Option<usize>> {
        for position in positions {
            let rest = self.block_of(position).filter(|&at| at != position && self.is_open(at));
            let together: Vec<usize> = std::iter::once(position).chain(rest).collect();
            if self.lease(store, &together, Together::First, &mut search.held)? {
                return Ok(Some(position));
            }
            search.full.insert(position);
        }
        Ok(None)
    }

    /// Holds the item at a position for this annotator; `false` when it is to be passed over. Where others'
    /// decisions are settled, it is recorded that the annotator sees them from now on.
    pub fn hold(&mut self, store: &mut Store, position: usize) -> Result<bool> {
        self.record_exposure(store, position)?;
        let is_held = store.lease(&self.annotator, self.queued_item(position)?)?;
        self.held.extend(is_held.then_some(position));
        Ok(is_held)
    }

    /// Records what the annotator sees when the item is opened.
    pub fn record_exposure(&self, store: &mut Store, position: usize) -> Result<()> {
        let seen = store.at_one_moment(|| self.seen_when_opened(store, position))?;
        store.record_seen(&self.annotator, &seen)
    }

    /// What the annotator sees when the item is opened and later decisions depend on: others' decisions
    /// where they are settled, the picture after a guess, the picture in another queue than the review.
    pub(in crate::queue) fn seen_when_opened(
        &self,
        store: &Store,
        position: usize,
    ) -> Result<SeenWhenOpened> {
        let item = self.item(position)?;
        let question_id = item.question_id();
        // Evidence is shown at once where no answer comes before it, or where it is given already.
        let has_answered = self.history().answer(item.name(), item.revision()).is_some();
        let has_evidence = shows_evidence(Q::NAME)
            && store.bundled_queue()?.is_none()
            && (has_answered || !store.question_kind(question_id)?.takes_answer());
        let answers = match settled_by(Q::NAME) {
            Some(_) => Some(ShownAnswers::PEOPLE),
            None => has_evidence.then_some(ShownAnswers::ALL),
        };
        // Other queues show the picture, so there is nothing left to guess from the text alone.
        let is_other = has_questions_as_items(Q::NAME) && !Q::WITHHOLDS;
        let picture = self.history().guess(item.name(), item.revision()).is_some()
            || (is_other && store.is_gated(&self.annotator, question_id)?);
        Ok(SeenWhenOpened { question_id, picture, answers })
    }

    /// Holds the item at a position for longer, if it is still held, and what else is held of its block.
    pub fn renew(&self, store: &mut Store, position: usize) -> Result<()> {
        if !self.held.contains(&position) {
            return Ok(());
        }
        let held: Vec<usize> =
            self.block_of(position).filter(|at| self.held.contains(at)).collect();
        store.renew_leases(&self.annotator, &self.queued_items(&held)?)
    }

    /// How long the item at a position is held unless it is held again; `None` if it is not held.
    pub fn lease_time(&self, position: usize) -> Option<Duration> {
        self.held.contains(&position).then_some(self.lease_time)
    }

    /// See [`Desk::queued_item`].
    pub(in crate::queue) fn queued_items(&self, at: &[usize]) -> Result<Vec<QueuedItem<'_>>> {
        at.iter().map(|&position| self.queued_item(position)).collect()
    }

    /// What the store must know to hold the item at a position.
    pub(in crate::queue) fn queued_item(&self, position: usize) -> Result<QueuedItem<'_>> {
        let item = self.item(position)?;
        Ok(QueuedItem {
            queue: Q::NAME,
            question_id: item.question_id(),
            item: item.name(),
            shown: item.shown(),
            most: self.queue.people_per_item(),
        })
    }
}
