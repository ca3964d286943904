//! Administrative acts: who may do them, and the table in which each is recorded.
//!
//! Once the team has a lead, only leads may. The act and its row are one transaction: [`administer`] is called
//! within it, before anything is changed.

use rusqlite::params;

use super::error::json;
use super::{Benchmark, Result, Transaction, View};
use crate::query::{Query, records};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::team::Role;
use assay_core::keyword::Keyword;

/// An act as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAct {
    /// Its number in this database.
    pub number: i64,
    /// Who.
    pub by: String,
    /// In which benchmark, where it is about one.
    pub benchmark: Option<String>,
    /// What.
    pub act: AdministrativeAct,
    /// When.
    pub created: String,
}

records! { RecordedAct { number, by, benchmark, act, created } }

impl View {
    /// Every administrative act, the oldest first.
    pub fn administrative_acts(&self) -> Result<Vec<RecordedAct>> {
        let sql = "SELECT id, by, benchmark, payload, created FROM administrative_act ORDER BY id";
        self.all(sql, [])
    }

    /// Checks that a person may do what changes the work of others.
    ///
    /// # Errors
    /// `Refused` where the team has a lead, and this person is not one.
    pub fn check_administrator(&self, by: &str) -> Result<()> {
        let a_lead: Option<String> = self.find(
            "SELECT name FROM annotator WHERE role = ?1 ORDER BY name = ?2 DESC, name",
            [Role::Lead.name(), by],
        )?;
        match a_lead {
            Some(lead) if lead != by => Err(format!(
                "this changes the work of others, which is for leads; {by} is not one: ask {lead}, \
                 or say who you are with --as NAME"
            )
            .into()),
            _ => Ok(()),
        }
    }
}

impl Transaction<'_> {
    /// Checks who does it and records what is done.
    pub(super) fn administer(
        &self,
        by: &str,
        benchmark: Option<&Benchmark>,
        act: &AdministrativeAct,
    ) -> Result<()> {
        self.check_administrator(by)?;
        let benchmark = benchmark.map(|benchmark| &benchmark.name);
        let sql = "INSERT INTO administrative_act (by, benchmark, payload, created)
            VALUES (?1, ?2, ?3, ?4)";
        self.change(sql, params![by, benchmark, json(act)?, &self.now])
    }

    /// Sets or removes a setting as an administrative act, made of what is set now and what was set before.
    pub(super) fn put_as_act(
        &self,
        by: &str,
        benchmark: Option<&Benchmark>,
        (key, now): (&str, Option<&str>),
        act: fn(Option<String>, Option<String>) -> AdministrativeAct,
    ) -> Result<()> {
        let act = act(now.map(str::to_owned), self.setting(key)?);
        self.administer(by, benchmark, &act)?;
        self.put(key, now)
    }
}
