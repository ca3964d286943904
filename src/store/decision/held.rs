//! What somebody holds: several items at once, for longer, given back.
//!
//! Whether an item has a place is for [`super::lease`] to say.

use std::collections::HashSet;

use chrono::TimeDelta;
use rusqlite::{Connection, OptionalExtension, params};

use super::lease::{END_LEASE, LeaseRequest, duration, end_lease, hold, room};
use crate::benchmark::queues::has_questions_as_items;
use crate::store::assignment::assignment_of;
use crate::store::clock::later;
use crate::store::people::is_author;
use crate::store::{Annotator, Benchmark, Store, StoreError};

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
        time: Option<TimeDelta>,
    ) -> Result<Vec<bool>, StoreError> {
        let none = vec![false; requests.len()];
        let Some(first) = requests.first() else { return Ok(none) };
        let now = self.now();
        if assignment_of(&self.connection, first.queue, first.question_id)?.is_none() {
            // Nothing limits the number of people any more.
            return Ok(vec![true; requests.len()]);
        }
        // Looked at without the writer's lock first, as single items are.
        let deciding = if together == Together::All { requests } else { &requests[..1] };
        for request in deciding {
            if !has_place(&self.connection, annotator, request, &now)? {
                return Ok(none);
            }
        }
        self.write(|transaction| {
            let assignment = assignment_of(transaction, first.queue, first.question_id)?;
            let time = time.unwrap_or_else(|| duration(assignment.as_ref()));
            let (expires, soon) = (later(&now, time)?, later(&now, time * 2 / 3)?);
            let mut held = Vec::with_capacity(requests.len());
            let mut to_hold = Vec::new();
            for (at, request) in requests.iter().enumerate() {
                // What is held has its place; the item that is handed out now is looked at all the same.
                let until = match at {
                    0 => None,
                    _ => held_until(transaction, annotator, request, &now)?,
                };
                let is_held = until.is_some() || has_place(transaction, annotator, request, &now)?;
                if !is_held && (at == 0 || together == Together::All) {
                    return Ok(none);
                }
                if is_held && until.is_none_or(|until| until < soon) {
                    to_hold.push(request);
                }
                held.push(is_held);
            }
            for request in to_hold {
                let LeaseRequest { queue, question_id, item, .. } = *request;
                hold(transaction, queue, question_id, item, annotator.id, &expires)?;
            }
            Ok(held)
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
            transaction
                .prepare_cached(
                    "UPDATE lease SET expires = max(expires, ?5)
                     WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3 AND expires > ?6
                        AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)",
                )?
                .execute(params![
                    queue,
                    item,
                    annotator.id,
                    question_id,
                    end_of_sitting(transaction, request, &now)?,
                    now
                ])?;
            Ok(())
        })
    }

    /// Gives items back that the annotator does not decide now. What is held for longer than a sitting,
    /// because a bundle is away or the item was opened for this person again, stays held.
    pub fn release_leases(
        &mut self,
        annotator: &Annotator,
        requests: &[LeaseRequest<'_>],
    ) -> Result<(), StoreError> {
        let now = self.now();
        self.with_each_item(requests, |transaction, request| {
            let LeaseRequest { queue, question_id, item, .. } = *request;
            let of_a_sitting = end_of_sitting(transaction, request, &now)?;
            transaction
                .prepare_cached(&format!("{END_LEASE} AND expires <= ?5"))?
                .execute(params![queue, item, annotator.id, question_id, of_a_sitting])?;
            Ok(())
        })
    }

    /// Gives items back, however long they were to be held.
    pub fn give_back(
        &mut self,
        annotator: &Annotator,
        requests: &[LeaseRequest<'_>],
    ) -> Result<(), StoreError> {
        self.with_each_item(requests, |transaction, request| {
            let LeaseRequest { queue, question_id, item, .. } = *request;
            end_lease(transaction, queue, question_id, item, annotator.id)
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
        let mut statement = self.connection.prepare_cached(
            "SELECT item FROM lease
             WHERE queue = ?1 AND benchmark_id = ?2 AND (annotator_id = ?3) = ?5 AND expires > ?4",
        )?;
        let parameters = params![queue, benchmark.id, annotator.id, self.now(), by_them];
        let rows = statement.query_map(parameters, |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// When a sitting ends that begins now.
fn end_of_sitting(
    connection: &Connection,
    request: &LeaseRequest<'_>,
    now: &str,
) -> Result<String, StoreError> {
    let assignment = assignment_of(connection, request.queue, request.question_id)?;
    later(now, duration(assignment.as_ref()))
}

/// Whether the annotator may open the item.
fn has_place(
    connection: &Connection,
    annotator: &Annotator,
    request: &LeaseRequest<'_>,
    now: &str,
) -> Result<bool, StoreError> {
    if has_questions_as_items(request.queue)
        && is_author(connection, &annotator.name, request.question_id)?
    {
        return Ok(false);
    }
    Ok(room(connection, annotator, request, now)?.is_none_or(|room| room.is_open()))
}

fn held_until(
    connection: &Connection,
    annotator: &Annotator,
    request: &LeaseRequest<'_>,
    now: &str,
) -> Result<Option<String>, StoreError> {
    let LeaseRequest { queue, question_id, item, .. } = *request;
    Ok(connection
        .prepare_cached(
            "SELECT expires FROM lease
             WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3 AND expires > ?5
                AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)",
        )?
        .query_row(params![queue, item, annotator.id, question_id, now], |row| row.get(0))
        .optional()?)
}
