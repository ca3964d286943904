//! Taking places at items, several all or none, keeping them for longer, and giving them back.
//!
//! Whether an item has a place is for [`super::lease`] to say.

use std::collections::HashSet;

use chrono::TimeDelta;
use rusqlite::params;

use super::lease::{END_LEASE, QueuedItem, lease_time};
use crate::clock::later;
use crate::query::Query;
use crate::{Annotator, Benchmark, QuestionId, Result, ShownAnswers, Store, Transaction, View};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::queues::has_questions_as_items;

/// One annotator's places, in a transaction that is open.
#[derive(Clone, Copy, Debug)]
pub struct Places<'t> {
    pub(crate) transaction: &'t Transaction<'t>,
    pub(crate) annotator: &'t Annotator,
    /// For how long they are held; `None` for the usual time.
    pub(crate) time: Option<TimeDelta>,
}

/// What an annotator sees when an item is opened, and later decisions depend on.
#[derive(Clone, Copy, Debug)]
pub struct SeenWhenOpened {
    /// The question.
    pub question_id: QuestionId,
    /// Whether it is the picture that a gate has kept from them until now.
    pub picture: bool,
    /// Whose answers; `None` where no answer is shown.
    pub answers: Option<ShownAnswers>,
}

impl Places<'_> {
    /// Holds an item. Returns `false` when it has no place for this annotator.
    pub fn take(&self, item: QueuedItem<'_>) -> Result<bool> {
        Ok(self.take_together(&[item], Together::All)? == [true])
    }

    /// Holds several items of a queue. Returns which are held.
    pub fn take_together(&self, items: &[QueuedItem<'_>], together: Together) -> Result<Vec<bool>> {
        let Places { transaction, annotator, time } = *self;
        let now = &transaction.now;
        let Some((&first, others)) = items.split_first() else { return Ok(Vec::new()) };
        // The item that is handed out now is looked at, whether it is held already or not.
        let usual = match transaction.find_place(annotator, first)? {
            Place::None => return Ok(vec![false; items.len()]),
            Place::Unlimited => return Ok(vec![true; items.len()]),
            Place::Open(time) => time,
        };
        let time = time.unwrap_or(usual);
        let (expires, soon) = (later(now, time)?, later(now, time * 2 / 3)?);
        let (mut held, mut to_hold) = (vec![true], vec![first]);
        for &item in others {
            // What is held has its place.
            let until = transaction.lease_expires(annotator, item)?;
            let is_held =
                until.is_some() || transaction.find_place(annotator, item)? != Place::None;
            if !is_held && together == Together::All {
                return Ok(vec![false; items.len()]);
            }
            if is_held && until.is_none_or(|until| until < soon) {
                to_hold.push(item);
            }
            held.push(is_held);
        }
        transaction.make_known(annotator)?;
        for item in to_hold {
            transaction.hold(item, annotator.id, &expires)?;
        }
        Ok(held)
    }

    /// Gives an item back, however long it was to be held.
    pub fn give_back(&self, item: QueuedItem<'_>) -> Result<()> {
        self.transaction.end_lease(item, self.annotator.id)
    }

    /// Records what the annotator sees of an item from now on.
    pub(crate) fn record_seen(&self, seen: &SeenWhenOpened) -> Result<()> {
        let Places { transaction, annotator, .. } = *self;
        if seen.picture && !transaction.has_passed(annotator, seen.question_id)? {
            transaction.pass_gate(annotator, seen.question_id)?;
        }
        match seen.answers {
            Some(shown) => transaction.show_answers(annotator, &[seen.question_id], shown),
            None => Ok(()),
        }
    }
}

impl View {
    /// Whether the annotator may open the item.
    pub(super) fn find_place(&self, annotator: &Annotator, item: QueuedItem<'_>) -> Result<Place> {
        if has_questions_as_items(item.queue)
            && self.is_author(&annotator.name, item.question_id)?
        {
            return Ok(Place::None);
        }
        Ok(match self.room(annotator, item)? {
            None => Place::Unlimited,
            Some(room) if room.is_open() => Place::Open(room.lease_time()),
            Some(_) => Place::None,
        })
    }

    /// When the annotator's lease on an item ends, where there is one.
    pub fn lease_expires(&self, by: &Annotator, of: QueuedItem<'_>) -> Result<Option<String>> {
        let sql = "SELECT expires FROM lease
            WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3 AND expires > ?5
               AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)";
        self.find(sql, params![of.queue, of.item, by.id, of.question_id, self.now()])
    }
    /// The items of a queue that are open now, by name: those that this annotator has open, or those that others
    /// have.
    pub fn items_held(
        &self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
        by_others: bool,
    ) -> Result<HashSet<String>> {
        let sql = "SELECT item FROM lease WHERE queue = ?1 AND benchmark_id = ?2 AND expires > ?3
            AND (annotator_id <> ?4) = ?5";
        self.all(sql, params![queue, benchmark.id, self.now(), annotator.id, by_others])
    }

    /// When a lease of the usual time ends that begins now.
    fn end_of_lease(&self, item: QueuedItem<'_>) -> Result<String> {
        let assignment = self.assignment_of(item.queue, item.question_id)?;
        later(&self.now(), lease_time(assignment.as_ref()))
    }
}

impl Store {
    /// Holds the item for an annotator. Returns `false` when as many others as are wanted have
    /// decided it or hold it, or when it is not this annotator's to decide.
    pub fn lease(&mut self, annotator: &Annotator, item: QueuedItem<'_>) -> Result<bool> {
        Ok(self.lease_together(annotator, &[item], Together::All)? == [true])
    }

    /// Records, durably, what an annotator sees of an item. Call it before it is on the screen.
    pub fn record_seen(&mut self, annotator: &Annotator, seen: &SeenWhenOpened) -> Result<()> {
        if seen.picture && !self.has_passed(annotator, seen.question_id)? {
            self.write(|transaction| transaction.pass_gate(annotator, seen.question_id))?;
        }
        match seen.answers {
            Some(shown) => self.record_answer_exposures(annotator, &[seen.question_id], shown),
            None => Ok(()),
        }
    }
    /// Holds several items for an annotator in one transaction. Returns which are held.
    pub fn lease_together(
        &mut self,
        annotator: &Annotator,
        items: &[QueuedItem<'_>],
        together: Together,
    ) -> Result<Vec<bool>> {
        // Looked at without the writer's lock first: most items of a list are free or full.
        let deciding = match together {
            Together::All => items,
            Together::First => &items[..items.len().min(1)],
        };
        let seen = self.at_one_moment(|| {
            for &item in deciding {
                match self.find_place(annotator, item)? {
                    Place::None => return Ok(Some(false)),
                    Place::Unlimited => return Ok(Some(true)),
                    Place::Open(_) => {}
                }
            }
            Ok(None)
        })?;
        if let Some(all) = seen {
            return Ok(vec![all; items.len()]);
        }
        self.write(|transaction| {
            Places { transaction, annotator, time: None }.take_together(items, together)
        })
    }

    /// Holds items for longer that the annotator has still open. Changes nothing for those that are not held any
    /// more.
    pub fn renew_leases(&mut self, by: &Annotator, items: &[QueuedItem<'_>]) -> Result<()> {
        self.with_each_item(items, |transaction, of| {
            let QueuedItem { queue, question_id, item, .. } = of;
            let sql = "UPDATE lease SET expires = max(expires, ?5)
                WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3 AND expires > ?6
                   AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)";
            let usual_end = transaction.end_of_lease(of)?;
            let values = params![queue, item, by.id, question_id, usual_end, transaction.now];
            transaction.change(sql, values)
        })
    }

    /// Gives items back that the annotator does not decide now. What is held for longer than usual,
    /// because a bundle is away or the item was opened for this person again, stays held.
    pub fn release_leases(&mut self, by: &Annotator, items: &[QueuedItem<'_>]) -> Result<()> {
        self.with_each_item(items, |transaction, of| {
            let QueuedItem { queue, question_id, item, .. } = of;
            let usual_end = transaction.end_of_lease(of)?;
            transaction.change(
                &format!("{END_LEASE} AND expires <= ?5"),
                params![queue, item, by.id, question_id, usual_end],
            )
        })
    }

    /// Gives back every place that an annotator holds in a queue, however long it was to be held. Returns how
    /// many there were.
    ///
    /// # Errors
    /// `Refused` where they are those of another person, the team has a lead and `by` is not one.
    pub fn give_back(
        &mut self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
        by: &str,
    ) -> Result<usize> {
        self.write(|transaction| {
            let places = transaction.count_changed(
                "DELETE FROM lease WHERE queue = ?1 AND benchmark_id = ?2 AND annotator_id = ?3
                    AND expires > ?4",
                params![queue, benchmark.id, annotator.id, transaction.now],
            )?;
            if by != annotator.name {
                let (name, queue) = (annotator.name.clone(), queue.to_owned());
                let act = AdministrativeAct::GiveBack { name, queue, places };
                transaction.administer(by, Some(benchmark), &act)?;
            }
            Ok(places)
        })
    }

    /// Changes what is held of several items in one transaction.
    fn with_each_item(
        &mut self,
        items: &[QueuedItem<'_>],
        change: impl Fn(&Transaction<'_>, QueuedItem<'_>) -> Result<()>,
    ) -> Result<()> {
        self.write(|transaction| items.iter().try_for_each(|&item| change(transaction, item)))
    }
}

/// Whether an item has a place for an annotator.
#[derive(PartialEq)]
pub(super) enum Place {
    /// It has none, or it is the annotator's own question.
    None,
    /// A place that is held for so long.
    Open(TimeDelta),
    /// Any number of people may decide it.
    Unlimited,
}

/// Which of several items are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// All or none.
    All,
    /// The first or none, and of the others those that have a place.
    First,
}
