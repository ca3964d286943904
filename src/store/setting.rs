//! Settings of the database: small named texts.

use rusqlite::OptionalExtension;

use super::{Benchmark, Store, StoreError};

impl Store {
    /// A setting, where it was set.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let value = self
            .connection
            .prepare_cached("SELECT value FROM setting WHERE key = ?1")?
            .query_row([key], |row| row.get(0))
            .optional()?;
        Ok(value)
    }

    /// What is said wherever the data of a benchmark is shown, for instance that it is made up.
    pub fn notice(&self, benchmark: &Benchmark) -> Result<Option<String>, StoreError> {
        match self.setting(&notice_of(&benchmark.name))? {
            Some(notice) => Ok(Some(notice)),
            // Databases of earlier versions have one for all their benchmarks.
            None => self.setting("notice"),
        }
    }

    /// Sets what is said wherever the data of a benchmark is shown.
    pub fn set_notice(&mut self, benchmark: &str, notice: &str) -> Result<(), StoreError> {
        self.set_setting(&notice_of(benchmark), notice)
    }

    /// Sets a setting.
    pub fn set_setting(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO setting (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [key, value],
            )?;
            Ok(())
        })
    }
}

fn notice_of(benchmark: &str) -> String {
    format!("notice of {benchmark}")
}
