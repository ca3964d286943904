//! What an annotator holds: several items at once, for longer, given back.
//!
//! Whether an item has a place is for [`super::lease`] to say; [`super::places`] takes places.

use std::collections::HashSet;

use rusqlite::params;

use super::lease::{END_LEASE, QueuedItem, duration};
use super::places::{Place, Places};
use crate::clock::later;
use crate::query::Query;
use crate::{Annotator, Benchmark, Result, Store, Transaction, View};
use assay_core::benchmark::administration::AdministrativeAct;

/// Which of several items are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// All or none.
    All,
    /// The first or none, and of the others those that have a place.
    First,
}

impl View {
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
        later(&self.now(), duration(assignment.as_ref()))
    }
}

impl Store {
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
    pub fn renew_leases(&mut self, annotator: &Annotator, items: &[QueuedItem<'_>]) -> Result<()> {
        self.with_each_item(items, |transaction, of| {
            let QueuedItem { queue, question_id, item, .. } = of;
            let sql = "UPDATE lease SET expires = max(expires, ?5)
                WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3 AND expires > ?6
                   AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)";
            transaction.change(
                sql,
                params![
                    queue,
                    item,
                    annotator.id,
                    question_id,
                    transaction.end_of_lease(of)?,
                    transaction.now
                ],
            )
        })
    }

    /// Gives items back that the annotator does not decide now. What is held for longer than usual,
    /// because a bundle is away or the item was opened for this person again, stays held.
    pub fn release_leases(
        &mut self,
        annotator: &Annotator,
        items: &[QueuedItem<'_>],
    ) -> Result<()> {
        self.with_each_item(items, |transaction, of| {
            let QueuedItem { queue, question_id, item, .. } = of;
            let usual_end = transaction.end_of_lease(of)?;
            transaction.change(
                &format!("{END_LEASE} AND expires <= ?5"),
                params![queue, item, annotator.id, question_id, usual_end],
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
