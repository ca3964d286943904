//! Administrative acts: who may do them, and the table in which each is recorded.
//!
//! Once the team has a lead, only leads may. The act and its row are one transaction: [`administer`] is called
//! within it, before anything is changed.

use rusqlite::{Connection, params};

use super::error::json;
use super::{Benchmark, Store, StoreError};
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

impl Store {
    /// Every administrative act, the oldest first.
    pub fn administrative_acts(&self) -> Result<Vec<RecordedAct>, StoreError> {
        self.connection.all(
            "SELECT id, by, benchmark, payload, created FROM administrative_act ORDER BY id",
            [],
        )
    }

    /// Checks that a person may do what changes the work of others.
    ///
    /// # Errors
    /// `Refused` where the team has a lead, and this person is none.
    pub fn check_administrator(&self, by: &str) -> Result<(), StoreError> {
        check_administrator(&self.connection, by)
    }
}

/// Checks who does it and records what is done.
pub(super) fn administer(
    transaction: &Connection,
    by: &str,
    benchmark: Option<&Benchmark>,
    act: &AdministrativeAct,
    now: &str,
) -> Result<(), StoreError> {
    check_administrator(transaction, by)?;
    let sql = "INSERT INTO administrative_act (by, benchmark, payload, created)
        VALUES (?1, ?2, ?3, ?4)";
    transaction
        .change(sql, params![by, benchmark.map(|benchmark| &benchmark.name), json(act)?, now])?;
    Ok(())
}

fn check_administrator(connection: &Connection, by: &str) -> Result<(), StoreError> {
    let a_lead: Option<String> = connection.find(
        "SELECT name FROM annotator WHERE role = ?1 ORDER BY name = ?2 DESC, name",
        [Role::Lead.name(), by],
    )?;
    match a_lead {
        Some(lead) if lead != by => Err(StoreError::Refused(format!(
            "this changes the work of others, which is for leads; {by} is not one: ask {lead}, \
             or say who you are with --as NAME"
        ))),
        _ => Ok(()),
    }
}
