//! Guidelines by version: the instructions under which annotators decided.

use std::collections::HashMap;

use rusqlite::params;
use uuid::Uuid;

use super::{Annotator, Benchmark, Result, Store, Transaction, View};
use crate::query::{Query, records};
use assay_core::benchmark::administration::AdministrativeAct;

/// A guideline, in Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guideline {
    /// The first 16 hexadecimal digits of the BLAKE3 hash of the text.
    pub version: String,
    /// The text.
    pub text: String,
}

/// A version of a guideline that the database knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuidelineVersion {
    /// The guideline.
    pub guideline: Guideline,
    /// Who wrote it; `None` if no one was named, as for those that come with the program.
    pub author: Option<String>,
    /// When the database got to know it.
    pub created: String,
    /// How many rows of decisions name it.
    pub rows: usize,
}

records! {
    Guideline { version, text }
    GuidelineVersion { guideline, author, created, rows }
}

impl Guideline {
    /// A guideline with its version.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let version = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        Guideline { version, text }
    }

    /// The guideline for reviewers that comes with the program.
    pub fn review() -> Self {
        Guideline::new(include_str!("../../../assets/guidelines/review.md"))
    }
}

/// The setting that names the version of the guideline in force for reviews.
const REVIEW: &str = "guideline.review";

impl View {
    /// The guideline in force for reviews: the lead's own, or the one that comes with the program.
    pub fn review_guideline(&self) -> Result<Guideline> {
        let version = self.setting(REVIEW)?;
        let own = version.map(|version| self.guideline(&version)).transpose()?.flatten();
        Ok(own.unwrap_or_else(Guideline::review))
    }

    /// The version of the team's own guideline in force for reviews.
    pub fn review_guideline_version(&self) -> Result<Option<String>> {
        self.setting(REVIEW)
    }

    /// Every version that the database knows, the oldest first.
    pub fn guidelines(&self) -> Result<Vec<GuidelineVersion>> {
        let sql = "SELECT version, text, author, created,
               (SELECT count(*) FROM decision WHERE decision.guideline = version)
            FROM guideline ORDER BY created, version";
        self.all(sql, [])
    }

    /// The version that each row of a queue was decided under.
    pub fn guidelines_of_rows(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<HashMap<Uuid, String>> {
        let sql = "SELECT id, guideline FROM decision
            WHERE benchmark_id = ?1 AND queue = ?2 AND guideline IS NOT NULL";
        self.all(sql, params![benchmark.id, queue])
    }

    /// The version of a queue's guideline that an annotator was shown last.
    pub fn guideline_seen(&self, annotator: &Annotator, queue: &str) -> Result<Option<String>> {
        self.find(
            "SELECT version FROM guideline_seen WHERE annotator_id = ?1 AND queue = ?2",
            params![annotator.id, queue],
        )
    }

    pub(super) fn knows_guideline(&self, version: &str) -> Result<bool> {
        self.one("SELECT EXISTS (SELECT 1 FROM guideline WHERE version = ?1)", [version])
    }

    /// The guideline of this version.
    pub fn guideline(&self, version: &str) -> Result<Option<Guideline>> {
        self.find("SELECT version, text FROM guideline WHERE version = ?1", [version])
    }
}

impl Store {
    /// Puts a guideline into force for reviews; earlier decisions keep the version they were made under. Without
    /// an author, as where a bundle is filled, it is not an administrative act.
    ///
    /// # Errors
    /// `Refused` where the team has a lead and the author is not one.
    pub fn set_review_guideline(&mut self, guideline: &Guideline, by: Option<&str>) -> Result<()> {
        self.write(|transaction| {
            let version = &guideline.version;
            transaction.keep_guideline(guideline)?;
            let Some(by) = by else { return transaction.put(REVIEW, Some(version)) };
            let sql = "UPDATE guideline SET author = ?2 WHERE version = ?1 AND author IS NULL";
            transaction.change(sql, [version.as_str(), by])?;
            transaction.put_in_force(Some(version), by)
        })
    }

    /// Puts a version that is known into force for reviews, or the guideline that comes with the program.
    ///
    /// # Errors
    /// `Refused` where the team has a lead and `by` is not one.
    pub fn restore_guideline(&mut self, version: Option<&str>, by: &str) -> Result<()> {
        self.write(|transaction| transaction.put_in_force(version, by))
    }

    /// Records which version of a queue's guideline an annotator is shown.
    pub fn record_guideline_seen(
        &mut self,
        annotator: &Annotator,
        queue: &str,
        version: &str,
    ) -> Result<()> {
        self.write(|transaction| {
            transaction.make_known(annotator)?;
            let sql = "INSERT INTO guideline_seen (annotator_id, queue, version, created)
                VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET version = excluded.version,
                   created = excluded.created";
            transaction.change(sql, params![annotator.id, queue, version, transaction.now])
        })
    }

    /// Keeps a guideline, so that decisions can name its version.
    pub fn keep_guideline(&mut self, guideline: &Guideline) -> Result<()> {
        match self.knows_guideline(&guideline.version)? {
            true => Ok(()),
            false => self.write(|transaction| transaction.keep_guideline(guideline)),
        }
    }
}

impl Transaction<'_> {
    /// Keeps a guideline within a transaction.
    pub(super) fn keep_guideline(&self, Guideline { version, text }: &Guideline) -> Result<()> {
        let sql = "INSERT INTO guideline (version, text, created) VALUES (?1, ?2, ?3)
            ON CONFLICT (version) DO NOTHING";
        self.change(sql, [version, text, &self.now])
    }

    fn put_in_force(&self, version: Option<&str>, by: &str) -> Result<()> {
        let act = |now, before| AdministrativeAct::Guideline { now, before };
        self.put_as_act(by, None, (REVIEW, version), act)
    }
}
