//! In a bundle of a queue that settles others' decisions: those decisions, without names.
//!
//! Its row has another id (`model_alias`), because a UUIDv7 says when it was made; by it the decision is
//! adopted, and a merge finds the row again. Its annotator is "Reviewer 1" and so on, in
//! an order that another question does not repeat; when it was made and what was on screen then is left
//! out. A merge does not take these rows back.

use rusqlite::Transaction;

use super::super::annotator::make_name_known;
use super::super::model_alias::row_in_bundle;
use super::Packed;
use crate::decision::WrittenRow;
use crate::error::json;
use crate::query::Query;
use crate::{Exposure, InForce, Store, StoreError};

impl Store {
    pub(super) fn copy_reviews(
        &mut self,
        packed: &Packed,
        settled: &str,
        bundle: &mut Store,
        packed_ms: u64,
    ) -> Result<(), StoreError> {
        let (now, secret) = (self.now(), self.bundle_secret()?);
        bundle.write(|transaction| {
            for (_, id) in &packed.items {
                let mut reviews = self.decisions_on(settled, *id)?;
                reviews.retain(|review| review.row.act.is_final());
                reviews.sort_by_cached_key(|review| {
                    *blake3::hash(review.row.id.as_bytes()).as_bytes()
                });
                for (at, review) in reviews.iter_mut().enumerate() {
                    review.row.id = row_in_bundle(&secret, review.row.id, packed_ms);
                    let row = (settled, *id, &*review);
                    insert(transaction, row, &format!("Reviewer {}", at + 1), &now)?;
                }
            }
            Ok(())
        })
    }
}

fn insert(
    transaction: &Transaction<'_>,
    (queue, question_id, review): (&str, crate::QuestionId, &InForce),
    name: &str,
    now: &str,
) -> Result<(), StoreError> {
    make_name_known(transaction, name, now)?;
    let annotator_id = transaction.one("SELECT id FROM annotator WHERE name = ?1", [name])?;
    WrittenRow {
        id: review.row.id,
        queue,
        question_id,
        item: &review.row.item,
        annotator_id,
        payload: &json(&review.row.act)?,
        supersedes: None,
        guideline: None,
        exposure: &Exposure::default(),
        active_ms: review.attention_ms,
        created: now,
    }
    .append(transaction)
}
