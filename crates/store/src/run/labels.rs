//! The cached labels of a run: bytes that [`assay_workflow::evaluation`] computes and reads.
//!
//! A run never changes, so its labels are right as long as the rules stay the same. The edition of
//! the rules is saved with them, and labels of another edition are not found.

use rusqlite::params;

use crate::query::Query;
use crate::{Result, Run, RunId, Store, Transaction, View};

/// Which labels: those of a rule set in one edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelsKey {
    /// The name of the rule set.
    pub rules: &'static str,
    /// The edition of the rules.
    pub edition: u32,
}

/// The labels of a run as they are saved: one byte for each prediction, in the order of
/// [`View::places`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedLabels {
    /// Which labels.
    pub key: LabelsKey,
    /// One byte for each prediction.
    pub bytes: Vec<u8>,
}

impl View {
    /// The cached labels of a run; `None` if there are none of this edition, or not one for each
    /// prediction, and for an open run.
    pub fn cached_labels(&self, run: &Run, key: LabelsKey) -> Result<Option<CachedLabels>> {
        if run.is_open() {
            return Ok(None);
        }
        let bytes: Option<Vec<u8>> = self.find(
            "SELECT labels FROM run_labels WHERE run_id = ?1 AND rules = ?2 AND version = ?3",
            params![run.id, key.rules, key.edition],
        )?;
        let complete = bytes.filter(|bytes| bytes.len() == run.predictions);
        Ok(complete.map(|bytes| CachedLabels { key, bytes }))
    }
}

impl Store {
    /// Saves labels of sealed runs, all of them or none.
    pub fn save_labels(&mut self, labels: &[(&Run, CachedLabels)]) -> Result<()> {
        self.write(|transaction| {
            labels.iter().try_for_each(|(run, labels)| transaction.save_run_labels(run.id, labels))
        })
    }

    /// Removes the cached labels of these runs and rule sets, of whatever edition.
    pub fn remove_labels(&mut self, labels: &[(&Run, &str)]) -> Result<()> {
        self.write(|transaction| {
            for (run, rules) in labels {
                transaction.change(
                    "DELETE FROM run_labels WHERE run_id = ?1 AND rules = ?2",
                    params![run.id, rules],
                )?;
            }
            Ok(())
        })
    }
}

impl Transaction<'_> {
    pub(super) fn save_run_labels(&self, run: RunId, labels: &CachedLabels) -> Result<()> {
        let LabelsKey { rules, edition } = labels.key;
        let sql = "INSERT INTO run_labels (run_id, rules, version, labels) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (run_id, rules) DO UPDATE
            SET version = excluded.version, labels = excluded.labels";
        self.change(sql, params![run, rules, edition, labels.bytes])
    }
}
