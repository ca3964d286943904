//! Leases: who has an item on screen just now, so that no more people are asked than are wanted.
//!
//! A lease is taken in one transaction before the item is shown and runs out by itself, so that
//! nobody who went home blocks an item. It only steers: the limit itself is held where a decision
//! is appended.

use chrono::{SecondsFormat, TimeDelta, Utc};
use rusqlite::{OptionalExtension, Transaction, params};

use super::decision::others_who_read;
use super::{Annotator, QUEUE_EXTRACT, Sample, SampleEntry, Store, StoreError, now};

/// How long an item is held for whoever looks at it.
const LEASE_MINUTES: i64 = 15;

impl Store {
    /// Takes the item for an annotator to read. Not when as many people as are wanted have read it or
    /// hold it.
    pub fn lease(
        &mut self,
        annotator: &Annotator,
        sample: &Sample,
        entry: &SampleEntry,
    ) -> Result<bool, StoreError> {
        let Some(most) = sample.per_item else { return Ok(true) };
        let expires = (Utc::now() + TimeDelta::minutes(LEASE_MINUTES))
            .to_rfc3339_opts(SecondsFormat::Millis, true);
        self.write(|transaction| {
            let finished = others_who_read(
                transaction,
                entry.question_id,
                QUEUE_EXTRACT,
                &entry.item,
                annotator.id,
            )?;
            if finished >= most {
                return Ok(false);
            }
            // Those who hold a lease and have finished are counted once, as finished.
            let holding: i64 = transaction
                .prepare_cached(
                    "SELECT count(*) FROM lease WHERE queue = ?1 AND benchmark_id = ?2
                        AND item = ?3 AND annotator_id <> ?4 AND expires > ?5",
                )?
                .query_row(
                    params![QUEUE_EXTRACT, sample.benchmark_id, entry.item, annotator.id, now()],
                    |row| row.get(0),
                )?;
            if finished + holding as usize >= most {
                return Ok(false);
            }
            transaction
                .prepare_cached(
                    "INSERT INTO lease (queue, benchmark_id, item, annotator_id, expires)
                     VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO UPDATE SET expires = excluded.expires",
                )?
                .execute(params![
                    QUEUE_EXTRACT,
                    sample.benchmark_id,
                    entry.item,
                    annotator.id,
                    expires
                ])?;
            Ok(true)
        })
    }
}

/// A decision ends the lease on its item.
pub(super) fn end(
    transaction: &Transaction<'_>,
    queue: &str,
    question_id: i64,
    item: &str,
    annotator_id: i64,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "DELETE FROM lease WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3
             AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)",
        )?
        .execute(params![queue, item, annotator_id, question_id])?;
    Ok(())
}

/// How many people may read an item: the most that a sample with it asks for; nothing where it is in
/// no sample, or in one that everybody reads.
pub(super) fn most_people(
    transaction: &Transaction<'_>,
    question_id: i64,
    item: &str,
) -> Result<Option<usize>, StoreError> {
    let limit: Option<Option<i64>> = transaction
        .prepare_cached(
            "SELECT CASE WHEN count(*) = count(per_item) THEN max(per_item) END
             FROM sample_item JOIN sample ON sample.id = sample_id
             WHERE item = ?1
               AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?2)",
        )?
        .query_row(params![item, question_id], |row| row.get(0))
        .optional()?;
    Ok(limit.flatten().map(|limit| limit as usize))
}
