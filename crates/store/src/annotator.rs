//! The people who decide, and what `assay status` counts of each.

use rusqlite::params;
use serde::Serialize;

use super::{AnnotatorId, Result, Transaction, View, refuse_if};
use crate::query::{Query, records};
use assay_core::benchmark::likeness::look_alike;

/// A person who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotator {
    pub(super) id: AnnotatorId,
    /// The name, unique in the database.
    pub name: String,
    /// Seeds the order in which this person sees the items.
    pub seed: u64,
}

/// What an annotator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnnotatorOverview {
    /// The name.
    pub name: String,
    /// Rows of decisions, those taken back included.
    pub decisions: usize,
    /// When the last one was made.
    pub last: Option<String>,
}

records! {
    Annotator { id, name, seed }
    AnnotatorOverview { name, decisions, last }
}

impl View {
    /// The annotator of this name. A new person is made by the first row of theirs that is written, so that a
    /// command that is refused makes no person.
    pub fn annotator(&self, name: &str) -> Result<Annotator> {
        let name = name.trim();
        refuse_if(name.is_empty(), || "an annotator needs a name: --as NAME".to_owned())?;
        Ok(self.find_annotator(name)?.unwrap_or_else(|| Annotator::from_name(name)))
    }

    /// The annotator of this name, if known.
    pub fn find_annotator(&self, name: &str) -> Result<Option<Annotator>> {
        self.find("SELECT id, name, seed FROM annotator WHERE name = ?1", [name])
    }

    /// Every annotator with counts, by name.
    pub fn annotator_overviews(&self) -> Result<Vec<AnnotatorOverview>> {
        let sql = "SELECT name, count(decision.seq), max(decision.created) FROM annotator
            LEFT JOIN decision ON decision.annotator_id = annotator.id
            GROUP BY annotator.id ORDER BY name";
        self.all(sql, [])
    }

    /// A known annotator whose name looks like this one, where no one has exactly this name.
    pub fn twin_of(&self, name: &str) -> Result<Option<String>> {
        let name = name.trim();
        if self.find_annotator(name)?.is_some() {
            return Ok(None);
        }
        let sql = "SELECT name FROM annotator ORDER BY created, name";
        let names: Vec<String> = self.all(sql, [])?;
        Ok(names.into_iter().find(|known| look_alike(known, name)))
    }
}

impl Annotator {
    fn from_name(name: &str) -> Self {
        let id = AnnotatorId::from_name(name);
        Annotator { id, name: name.to_owned(), seed: seed_of(name).cast_unsigned() }
    }
}

/// Follows from the name alone, so that the same person gets the same order in every copy of a
/// database.
pub(super) fn seed_of(name: &str) -> i64 {
    let hash = blake3::hash(name.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    i64::from_le_bytes(first)
}

impl Transaction<'_> {
    /// Makes a person known of whom a row is about to be written.
    pub(super) fn make_known(&self, annotator: &Annotator) -> Result<()> {
        // Those with another id were found in the database.
        if annotator.id == AnnotatorId::from_name(&annotator.name) {
            let sql = "INSERT INTO annotator (id, name, seed, created) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO NOTHING";
            self.change(
                sql,
                params![annotator.id, annotator.name, annotator.seed.cast_signed(), &self.now],
            )?;
        }
        Ok(())
    }

    /// The same by name, where the person may be known.
    pub(super) fn make_name_known(&self, name: &str) -> Result<()> {
        self.make_known(&Annotator::from_name(name))
    }
}
