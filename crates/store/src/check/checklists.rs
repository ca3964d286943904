//! Checklists of benchmarks that cannot be read.

use crate::checklist::{OWN_CHECKLISTS, WHAT_TO_DO};
use crate::query::Query;
use crate::{Store, StoreError};
use assay_core::benchmark::Checklists;

impl Store {
    pub(super) fn check_checklists(&self) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT key, value FROM setting WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key";
        let settings: Vec<(String, String)> = self.connection.all(sql, [OWN_CHECKLISTS])?;
        let fault = |(key, text): (String, String)| {
            let error = Checklists::own(&text).err()?;
            let name = key.strip_prefix(OWN_CHECKLISTS).unwrap_or(&key);
            Some(format!("the checklist of {name} cannot be read: {error}; {WHAT_TO_DO}"))
        };
        Ok(settings.into_iter().filter_map(fault).collect())
    }
}
