//! Checklists of benchmarks that cannot be read.

use super::Report;
use crate::checklist::{OWN_CHECKLISTS, WHAT_TO_DO};
use crate::{Store, StoreError};
use assay_core::benchmark::Checklists;

impl Store {
    pub(super) fn check_checklists(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT key, value FROM setting WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key",
        )?;
        let mut rows = statement.query([OWN_CHECKLISTS])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let (key, text): (String, String) = (row.get(0)?, row.get(1)?);
            let name = key.strip_prefix(OWN_CHECKLISTS).unwrap_or(&key);
            if let Err(error) = Checklists::own(&text) {
                messages
                    .push(format!("the checklist of {name} cannot be read: {error}; {WHAT_TO_DO}"));
            }
        }
        report.add("checklists can be read", messages, false);
        Ok(())
    }
}
