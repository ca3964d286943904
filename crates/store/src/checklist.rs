//! The checklists of benchmarks: which reasons their reviewers choose among.
//!
//! A benchmark's own is a setting in TOML. The checklist of a question is found here.

use rusqlite::{Connection, params};

use super::administration::administer;
use super::error::damaged;
use super::setting::put;
use super::{Benchmark, BenchmarkId, QuestionId, Store, StoreError};
use crate::query::Query;
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::{ChecklistError, Checklists};

/// What the setting with a benchmark's own checklists is called, before the benchmark's name.
pub(super) const OWN_CHECKLISTS: &str = "checklist/";

/// In SQL: a benchmark's own checklists in TOML, where it has any.
pub(super) const CHECKLISTS: &str =
    "(SELECT value FROM setting WHERE key = 'checklist/' || benchmark.name)";

/// The checklists of a column that is filled with [`CHECKLISTS`].
pub(super) fn read_checklists(text: Option<&str>) -> Result<&'static Checklists, StoreError> {
    let unreadable = |error: ChecklistError| {
        damaged(format!("a benchmark's checklist cannot be read ({error}); {WHAT_TO_DO}"))
    };
    text.map_or_else(
        || Ok(Checklists::built_in()),
        |text| Checklists::own(text).map_err(unreadable),
    )
}

/// What a lead does about a checklist that cannot be read.
pub(super) const WHAT_TO_DO: &str =
    "`assay checklist set FILE` replaces it, `assay checklist reset` removes it";

/// The checklists of the benchmark that a question is of.
pub(super) fn checklists_of(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<&'static Checklists, StoreError> {
    let sql = format!(
        "SELECT {CHECKLISTS} FROM question JOIN benchmark ON benchmark.id = benchmark_id
        WHERE question.id = ?1"
    );
    let text: Option<String> = connection.find(&sql, [question_id])?.flatten();
    read_checklists(text.as_deref())
}

/// A benchmark's own checklists in TOML, within a transaction.
pub(super) fn own_text(
    connection: &Connection,
    id: BenchmarkId,
) -> Result<Option<String>, StoreError> {
    let sql = format!("SELECT {CHECKLISTS} FROM benchmark WHERE id = ?1");
    connection.one(&sql, [id])
}

/// Gives a benchmark checklists of its own, within a transaction.
pub(super) fn set_own_text(
    connection: &Connection,
    id: BenchmarkId,
    text: &str,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO setting (key, value)
         SELECT ?1 || name, ?2 FROM benchmark WHERE id = ?3
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        params![OWN_CHECKLISTS, text, id],
    )?;
    Ok(())
}

fn key(benchmark: &Benchmark) -> String {
    format!("{OWN_CHECKLISTS}{}", benchmark.name)
}

impl Store {
    /// The checklists of a benchmark: its own, or those that come with the program.
    ///
    /// # Errors
    /// `Damaged` where its own cannot be read.
    pub fn checklists(&self, benchmark: &Benchmark) -> Result<&'static Checklists, StoreError> {
        read_checklists(self.setting(&key(benchmark))?.as_deref())
    }

    /// A benchmark's own checklists in TOML, where it has any.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn own_checklists(&self, benchmark: &Benchmark) -> Result<Option<String>, StoreError> {
        self.setting(&key(benchmark))
    }

    /// Gives a benchmark checklists of its own, in TOML, or those of the program; decisions are not touched.
    ///
    /// # Errors
    /// `Refused` where the text is not a checklist, and where the team has a lead and `by` is none; nothing is
    /// stored then.
    pub fn set_checklists(
        &mut self,
        benchmark: &Benchmark,
        text: Option<&str>,
        by: &str,
    ) -> Result<(), StoreError> {
        if let Some(text) = text {
            Checklists::own(text).map_err(|error| StoreError::Refused(error.to_string()))?;
        }
        let now = self.now();
        self.write(|transaction| {
            let act = AdministrativeAct::Checklist {
                now: text.map(str::to_owned),
                before: own_text(transaction, benchmark.id)?,
            };
            administer(transaction, by, Some(benchmark), &act, &now)?;
            put(transaction, &key(benchmark), text)
        })
    }
}
