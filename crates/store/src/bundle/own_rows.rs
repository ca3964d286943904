//! In a bundle: the rows that its person made before on its items, where they name what has another name in
//! bundles.

use std::collections::HashSet;

use super::super::model_alias::as_in_bundle;
use super::{Packed, Packing};
use crate::{DecisionRow, Store, StoreError};

impl Store {
    /// Gives a bundle the person's own rows on its items, with the names that things have in bundles.
    pub(super) fn copy_own_rows(
        &mut self,
        packing: &Packing<'_>,
        packed: &Packed,
        bundle: &mut Store,
        packed_ms: u64,
    ) -> Result<(), StoreError> {
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
            rows.push(as_in_bundle(&secret, &row, packed_ms));
            Ok(())
        })?;
        bundle.import_decisions(rows.into_iter().map(Ok))?;
        Ok(())
    }
}
