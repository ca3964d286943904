//! Guidelines by version: the instructions under which annotators decided.

use rusqlite::OptionalExtension;

use super::{Store, StoreError};

/// A guideline, in Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guideline {
    /// The first 16 hexadecimal digits of the BLAKE3 hash of the text.
    pub version: String,
    /// The text.
    pub text: String,
}

impl Guideline {
    /// A guideline with its version.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let version = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        Guideline { version, text }
    }
}

impl Guideline {
    /// The guideline for reviewers that comes with the program.
    pub fn review() -> Self {
        Guideline::new(include_str!("../../assets/guidelines/review.md"))
    }
}

/// The setting that names the version of the guideline in force for reviews.
const REVIEW: &str = "guideline.review";

impl Store {
    /// The guideline in force for reviews: the lead's own, or the one that comes with the program.
    pub fn review_guideline(&self) -> Result<Guideline, StoreError> {
        let version = self.setting(REVIEW)?;
        let own = version.map(|version| self.guideline(&version)).transpose()?.flatten();
        Ok(own.unwrap_or_else(Guideline::review))
    }

    /// Puts a guideline into force for reviews; earlier decisions keep the version they were made under.
    pub fn set_review_guideline(&mut self, guideline: &Guideline) -> Result<(), StoreError> {
        self.keep_guideline(guideline)?;
        self.set_setting(REVIEW, &guideline.version)
    }

    /// Keeps a guideline, so that decisions can name its version.
    pub fn keep_guideline(&mut self, guideline: &Guideline) -> Result<(), StoreError> {
        if self.guideline(&guideline.version)?.is_some() {
            return Ok(());
        }
        let now = self.now();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO guideline (version, text, created) VALUES (?1, ?2, ?3)
                 ON CONFLICT (version) DO NOTHING",
                rusqlite::params![guideline.version, guideline.text, now],
            )?;
            Ok(())
        })
    }

    /// The guideline of this version.
    pub fn guideline(&self, version: &str) -> Result<Option<Guideline>, StoreError> {
        let found = self
            .connection
            .prepare_cached("SELECT version, text FROM guideline WHERE version = ?1")?
            .query_row([version], |row| Ok(Guideline { version: row.get(0)?, text: row.get(1)? }))
            .optional()?;
        Ok(found)
    }
}
