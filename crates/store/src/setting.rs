//! Settings of the database: small named texts.

use rusqlite::Connection;

use super::administration::administer;
use super::{Benchmark, Store, StoreError};
use crate::query::Query;
use assay_core::benchmark::administration::AdministrativeAct;

impl Store {
    /// A setting, where it was set.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        setting(&self.connection, key)
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

    /// How the figures of a benchmark are made, in JSON; `None` if nothing was set.
    pub fn scoring_setting(&self, benchmark: &Benchmark) -> Result<Option<String>, StoreError> {
        self.setting(&scoring_of(&benchmark.name))
    }

    /// Sets how the figures of a benchmark are made, or removes what was set.
    ///
    /// # Errors
    /// `Refused` if the team has a lead and `by` is not one.
    pub fn set_scoring_setting(
        &mut self,
        benchmark: &Benchmark,
        setting: Option<&str>,
        by: &str,
    ) -> Result<(), StoreError> {
        let (key, now) = (scoring_of(&benchmark.name), self.now());
        let before = self.setting(&key)?;
        self.write(|transaction| {
            let act = AdministrativeAct::Scoring { now: setting.map(str::to_owned), before };
            administer(transaction, by, Some(benchmark), &act, &now)?;
            put(transaction, &key, setting)
        })
    }

    /// Sets a setting.
    pub fn set_setting(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(|transaction| put(transaction, key, Some(value)))
    }
}

/// Sets or removes a setting, within a transaction.
pub(super) fn put(
    transaction: &Connection,
    key: &str,
    value: Option<&str>,
) -> Result<(), StoreError> {
    match value {
        Some(value) => transaction.execute(
            "INSERT INTO setting (key, value) VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [key, value],
        )?,
        None => transaction.execute("DELETE FROM setting WHERE key = ?1", [key])?,
    };
    Ok(())
}

fn scoring_of(benchmark: &str) -> String {
    format!("scoring/{benchmark}")
}

fn notice_of(benchmark: &str) -> String {
    format!("notice of {benchmark}")
}

/// A setting, where it was set.
pub(super) fn setting(connection: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    connection.find("SELECT value FROM setting WHERE key = ?1", [key])
}
