//! What comes first at a desk. Decisions change what open questions can still change and how probable errors are: by
//! these orders items are ranked again after every few decisions.

use super::Desk;
use crate::certification::random_order::random_order;
use crate::queue::Queue;
use crate::queue::order::QueueItem;
use crate::queue::priority::{Ranks, ranks};
use assay_core::benchmark::gate::DrawnShare;
use assay_core::benchmark::team::ItemPriority;
use assay_store::{Assignment, Result, Store};

/// Items are ranked again after this many decisions. Of 40 open questions (`benches/stakes.py`) 18.5 settle the order of
/// 11 models if they are ranked after each, 19.2 after every fifth, 22.4 if they are
/// ranked once.
const RANKED_AFTER: usize = 5;

/// What comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    order: ItemPriority,
    random: Option<DrawnShare>,
    /// Decisions since the items were ranked.
    decided: usize,
}

impl Ranking {
    pub(super) fn new(order: ItemPriority, assignment: Option<&Assignment>) -> Self {
        Ranking { order, random: assignment.and_then(|one| one.random), decided: 0 }
    }

    /// Counts a decision.
    pub(super) fn count(&mut self) {
        self.decided += 1;
    }

    fn is_due(&self) -> bool {
        matches!(self.order, ItemPriority::Stakes | ItemPriority::ProbableError)
            && self.decided >= RANKED_AFTER
    }
}

impl<Q: Queue> Desk<Q> {
    /// Ranks what waits again where it is time. Blocks stay as they are.
    pub(super) fn rank_again(&mut self, store: &mut Store) -> Result<()> {
        let due = self.ranking.filter(|one| one.is_due() && self.order.blocks().is_none());
        let Some(ranking) = due else { return Ok(()) };
        let ranks = ranks(store, &self.benchmark, Q::NAME, ranking.order)?;
        self.rearrange(store, &ranks, ranking.random)?;
        self.ranking = Some(Ranking { decided: 0, ..ranking });
        Ok(())
    }

    /// Mixes in what is drawn at random.
    pub(super) fn mix(&mut self, store: &Store, ranks: &Ranks) -> Result<()> {
        match self.ranking.and_then(|ranking| ranking.random) {
            Some(drawn) => self.rearrange(store, ranks, Some(drawn)),
            None => Ok(()),
        }
    }

    fn rearrange(&mut self, store: &Store, ranks: &Ranks, drawn: Option<DrawnShare>) -> Result<()> {
        let names: Vec<&str> = self.items().iter().map(QueueItem::name).collect();
        let at_random = |drawn| -> Result<_> {
            Ok((drawn, random_order(store, &self.benchmark, drawn, &names)?))
        };
        let random = drawn.map(at_random).transpose()?;
        self.order.rearrange(self.annotator.seed, |name| ranks.of_item(name), random);
        Ok(())
    }
}
