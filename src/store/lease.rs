//! Leases: who has an item on screen now, so that no more people are asked than are wanted.
//!
//! A lease is taken in one transaction before the item is shown. It expires by itself, so that
//! nobody who went home blocks an item. A lease only steers; the limit is enforced where a decision
//! is appended.

use chrono::TimeDelta;
use rusqlite::params;

use super::decision::others_who_decided;
use super::{Annotator, QuestionId, Store, StoreError};

/// How long an item is held for the person who looks at it.
const LEASE: TimeDelta = TimeDelta::minutes(15);

/// Which item is to be held, and for how many people.
#[derive(Clone, Copy, Debug)]
pub struct LeaseRequest<'a> {
    /// The queue.
    pub queue: &'static str,
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The item.
    pub item: &'a str,
    /// The hash of what is shown, where other people's decisions count for that text only.
    pub shown: Option<&'a str>,
    /// How many people decide the item.
    pub most: usize,
}

impl Store {
    /// Holds the item for an annotator. Returns `false` when as many others as are wanted have
    /// decided it or hold it.
    pub fn lease(
        &mut self,
        annotator: &Annotator,
        request: LeaseRequest<'_>,
    ) -> Result<bool, StoreError> {
        let LeaseRequest { queue, question_id, item, shown, most } = request;
        let (now, expires) = (self.now(), self.after(LEASE));
        self.write(|transaction| {
            let decided =
                others_who_decided(transaction, queue, question_id, item, shown, annotator)?;
            if decided >= most {
                return Ok(false);
            }
            // A decision ends the lease of whoever made it, so nobody counts twice.
            let holding: i64 = transaction
                .prepare_cached(
                    "SELECT count(*) FROM lease WHERE queue = ?1 AND item = ?2
                        AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?3)
                        AND annotator_id <> ?4 AND expires > ?5",
                )?
                .query_row(params![queue, item, question_id, annotator.id, now], |row| {
                    row.get(0)
                })?;
            if decided + holding as usize >= most {
                return Ok(false);
            }
            transaction
                .prepare_cached(
                    "INSERT INTO lease (queue, benchmark_id, item, annotator_id, expires)
                     SELECT ?1, benchmark_id, ?2, ?4, ?5 FROM question WHERE id = ?3
                     ON CONFLICT DO UPDATE SET expires = excluded.expires",
                )?
                .execute(params![queue, item, question_id, annotator.id, expires])?;
            Ok(true)
        })
    }
}
