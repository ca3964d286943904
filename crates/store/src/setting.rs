//! Settings of the database: small named texts.

use super::{Benchmark, Importer, Result, Store, Transaction, View};
use crate::query::Query;
use assay_core::benchmark::administration::AdministrativeAct;

impl View {
    /// A setting, where it was set.
    pub fn setting(&self, key: &str) -> Result<Option<String>> {
        self.find("SELECT value FROM setting WHERE key = ?1", [key])
    }

    /// What is said wherever the data of a benchmark is shown, for instance that it is made up.
    pub fn notice(&self, benchmark: &Benchmark) -> Result<Option<String>> {
        match self.setting(&notice_of(&benchmark.name))? {
            Some(notice) => Ok(Some(notice)),
            // Databases of earlier versions have one for all their benchmarks.
            None => self.setting("notice"),
        }
    }

    /// How the figures of a benchmark are made, in JSON; `None` if nothing was set.
    pub fn scoring_setting(&self, benchmark: &Benchmark) -> Result<Option<String>> {
        self.setting(&scoring_of(&benchmark.name))
    }
}

impl Store {
    /// Sets what is said wherever the data of a benchmark is shown.
    pub fn set_notice(&mut self, benchmark: &str, notice: &str) -> Result<()> {
        self.set_setting(&notice_of(benchmark), notice)
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
    ) -> Result<()> {
        let key = scoring_of(&benchmark.name);
        self.write(|transaction| {
            let act = |now, before| AdministrativeAct::Scoring { now, before };
            transaction.put_as_act(by, Some(benchmark), (&key, setting), act)
        })
    }

    /// Sets a setting.
    pub fn set_setting(&mut self, key: &str, value: &str) -> Result<()> {
        self.write(|transaction| transaction.put(key, Some(value)))
    }
}

impl Importer<'_> {
    /// Keeps which pictures the benchmark has from the web, as a text; returns what was kept before.
    pub fn keep_fetched(&self, fetched: &str) -> Result<Option<String>> {
        let key = format!("fetched/{}", self.benchmark().name);
        let before = self.transaction().setting(&key)?;
        self.transaction().put(&key, Some(fetched))?;
        Ok(before)
    }
}

fn scoring_of(benchmark: &str) -> String {
    format!("scoring/{benchmark}")
}

fn notice_of(benchmark: &str) -> String {
    format!("notice of {benchmark}")
}

impl Transaction<'_> {
    /// Sets or removes a setting, within a transaction.
    pub(super) fn put(&self, key: &str, value: Option<&str>) -> Result<()> {
        let Some(value) = value else {
            return self.change("DELETE FROM setting WHERE key = ?1", [key]);
        };
        let sql = "INSERT INTO setting (key, value) VALUES (?1, ?2)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.change(sql, [key, value])
    }
}
