//! What an annotator holds: several items at once, for longer, given back.
//!
//! Whether an item has a place is for [`super::lease`] to say; [`super::places`] takes places.

use std::collections::HashSet;

use rusqlite::{Connection, params};

use super::lease::{END_LEASE, LeaseRequest, duration};
use super::places::{Place, Places, find_place, held_until};
use crate::administration::administer;
use crate::assignment::assignment_of;
use crate::clock::later;
use crate::query::Query;
use crate::{Annotator, Benchmark, Store, StoreError};
use assay_core::benchmark::administration::AdministrativeAct;

/// Which of several items are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// All or none.
    All,
    /// The first or none, and of the others those that have a place.
    First,
}

impl Store {
    /// Holds several items for an annotator in one transaction. Returns which are held.
    pub fn lease_together(
        &mut self,
        annotator: &Annotator,
        requests: &[LeaseRequest<'_>],
        together: Together,
    ) -> Result<Vec<bool>, StoreError> {
        let now = self.now();
        // Looked at without the writer's lock first: most items of a list are free or full.
        let deciding = match together {
            Together::All => requests,
            Together::First => &requests[..requests.len().min(1)],
        };
        let seen = self.at_one_moment(|| {
            for request in deciding {
                match find_place(&self.connection, annotator, request, &now)? {
                    Place::None => return Ok(Some(false)),
                    Place::Unlimited => return Ok(Some(true)),
                    Place::Open(_) => {}
                }
            }
            Ok(None)
        })?;
        if let Some(all) = seen {
            return Ok(vec![all; requests.len()]);
        }
        self.write(|connection| {
            Places { connection, annotator, now: &now, time: None }
                .take_together(requests, together)
        })
    }

    /// Holds items for longer that the annotator has still open. Nothing for those that are not held any
    /// more.
    pub fn renew_leases(
        &mut self,
        annotator: &Annotator,
        requests: &[LeaseRequest<'_>],
    ) -> Result<(), StoreError> {
        let now = self.now();
        self.with_each_item(requests, |transaction, request| {
            let LeaseRequest { queue, question_id, item, .. } = *request;
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
                    end_of_lease(transaction, request, &now)?,
                    now
                ],
            )?;
            Ok(())
        })
    }

    /// Gives items back that the annotator does not decide now. What is held for longer than usual,
    /// because a bundle is away or the item was opened for this person again, stays held.
    pub fn release_leases(
        &mut self,
        annotator: &Annotator,
        requests: &[LeaseRequest<'_>],
    ) -> Result<(), StoreError> {
        let now = self.now();
        self.with_each_item(requests, |transaction, request| {
            let LeaseRequest { queue, question_id, item, .. } = *request;
            let usual_end = end_of_lease(transaction, request, &now)?;
            transaction.change(
                &format!("{END_LEASE} AND expires <= ?5"),
                params![queue, item, annotator.id, question_id, usual_end],
            )?;
            Ok(())
        })
    }

    /// Gives back every place that an annotator holds in a queue, however long it was to be held. Returns how
    /// many there were.
    ///
    /// # Errors
    /// `Refused` where they are those of another person, the team has a lead and `by` is none.
    pub fn give_back(
        &mut self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
        by: &str,
    ) -> Result<usize, StoreError> {
        let now = self.now();
        self.write(|transaction| {
            let places = transaction.execute(
                "DELETE FROM lease WHERE queue = ?1 AND benchmark_id = ?2 AND annotator_id = ?3
                    AND expires > ?4",
                params![queue, benchmark.id, annotator.id, now],
            )?;
            if by != annotator.name {
                let (name, queue) = (annotator.name.clone(), queue.to_owned());
                let act = AdministrativeAct::GiveBack { name, queue, places };
                administer(transaction, by, Some(benchmark), &act, &now)?;
            }
            Ok(places)
        })
    }

    /// Changes what is held of several items in one transaction.
    fn with_each_item(
        &mut self,
        requests: &[LeaseRequest<'_>],
        change: impl Fn(&Connection, &LeaseRequest<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            requests.iter().try_for_each(|request| change(transaction, request))
        })
    }

    /// When the annotator's lease on an item ends, where there is one.
    pub fn lease_expires(
        &self,
        annotator: &Annotator,
        request: LeaseRequest<'_>,
    ) -> Result<Option<String>, StoreError> {
        held_until(&self.connection, annotator, &request, &self.now())
    }

    /// The items of a queue that an annotator has open.
    pub fn items_held_by(
        &self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<HashSet<String>, StoreError> {
        self.items_held(benchmark, queue, annotator, true)
    }

    /// The items of a queue that others than this annotator have open.
    pub fn items_held_by_others(
        &self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<HashSet<String>, StoreError> {
        self.items_held(benchmark, queue, annotator, false)
    }

    fn items_held(
        &self,
        benchmark: &Benchmark,
        queue: &str,
        annotator: &Annotator,
        by_them: bool,
    ) -> Result<HashSet<String>, StoreError> {
        let sql = "SELECT item FROM lease
            WHERE queue = ?1 AND benchmark_id = ?2 AND (annotator_id = ?3) = ?5 AND expires > ?4";
        let now = self.now();
        self.connection.all(sql, params![queue, benchmark.id, annotator.id, now, by_them])
    }
}

/// When a lease of the usual time ends that begins now.
fn end_of_lease(
    connection: &Connection,
    request: &LeaseRequest<'_>,
    now: &str,
) -> Result<String, StoreError> {
    let assignment = assignment_of(connection, request.queue, request.question_id)?;
    later(now, duration(assignment.as_ref()))
}
