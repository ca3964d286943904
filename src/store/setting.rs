//! Settings of the database: small named texts.

use rusqlite::OptionalExtension;

use super::{Store, StoreError};

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
