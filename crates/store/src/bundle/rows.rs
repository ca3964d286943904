//! The rows of history that a bundle has where rows of its queue name what has another name in bundles: those
//! that its person made before on its items, and in a queue that settles others' decisions those, without names.
//!
//! A row that is settled has another id (`model_alias`), because a UUIDv7 says when it was made; by it the decision
//! is adopted, and a merge finds the row again. Its annotator is "Reviewer 1" and so on, in an order that another
//! question does not repeat; when it was made and what was on screen then is left out. A merge does not take these
//! rows back.

use std::collections::HashSet;

use super::super::model_alias::{as_in_bundle, row_in_bundle};
use super::{Packed, Packing};
use crate::decision::WrittenRow;
use crate::error::json;
use crate::query::Query;
use crate::{DecisionRow, Exposure, QueuedItem, Result, Store, StoreError};

impl Store {
    /// Gives a bundle the person's own rows on its items, with the names that things have in bundles.
    pub(super) fn copy_own_rows(
        &mut self,
        packing: &Packing<'_>,
        packed: &Packed,
        bundle: &mut Store,
        packed_ms: u64,
    ) -> Result<()> {
        let secret = self.bundle_secret()?;
        let wanted: HashSet<&str> = packed.items.iter().map(|(name, _)| name.as_str()).collect();
        let is_own = |row: &DecisionRow| {
            row.annotator == packing.annotator.name
                && row.queue == packing.queue
                && row.benchmark == packing.benchmark.name
                && wanted.contains(row.item.as_str())
        };
        let mut rows: Vec<DecisionRow> = Vec::new();
        self.for_each_decision::<StoreError>(is_own, |row| {
            rows.push(as_in_bundle(&secret, row, packed_ms));
            Ok(())
        })?;
        bundle.import_decisions(rows.into_iter().map(Ok))?;
        Ok(())
    }

    /// Gives a bundle the decisions that its person settles, without names.
    pub(super) fn copy_reviews(
        &mut self,
        packed: &Packed,
        settled: &str,
        bundle: &mut Store,
        packed_ms: u64,
    ) -> Result<()> {
        let secret = self.bundle_secret()?;
        bundle.write(|transaction| {
            for (_, id) in &packed.items {
                let mut reviews = self.decisions_on(settled, *id)?;
                reviews.retain(|review| review.row.act.is_final());
                reviews.sort_by_cached_key(|review| {
                    *blake3::hash(review.row.id.as_bytes()).as_bytes()
                });
                for (at, review) in reviews.iter_mut().enumerate() {
                    review.row.id = row_in_bundle(&secret, review.row.id, packed_ms);
                    let name = format!("Reviewer {}", at + 1);
                    transaction.make_name_known(&name)?;
                    let sql = "SELECT id FROM annotator WHERE name = ?1";
                    WrittenRow {
                        id: review.row.id,
                        of: QueuedItem::new(settled, *id, &review.row.item),
                        annotator_id: transaction.one(sql, [name])?,
                        payload: &json(&review.row.act)?,
                        supersedes: None,
                        guideline: None,
                        exposure: &Exposure::default(),
                        active_ms: review.attention_ms,
                        created: &transaction.now,
                    }
                    .append(transaction)?;
                }
            }
            Ok(())
        })
    }
}
