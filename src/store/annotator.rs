//! The people who decide.

use rusqlite::OptionalExtension;

use super::{AnnotatorId, Store, StoreError};

/// A person who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotator {
    pub(super) id: AnnotatorId,
    /// The name, unique in the database.
    pub name: String,
    /// Seeds the order in which this person sees the items.
    pub seed: u64,
}

impl Store {
    /// The annotator of this name, made known at the first use.
    pub fn annotator(&mut self, name: &str) -> Result<Annotator, StoreError> {
        let name = name.trim();
        if name.is_empty() {
            return Err(StoreError::Refused("an annotator needs a name: --as NAME".into()));
        }
        if let Some(known) = self.find_annotator(name)? {
            return Ok(known);
        }
        let now = self.now();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO annotator (name, seed, created) VALUES (?1, ?2, ?3)
                 ON CONFLICT (name) DO NOTHING",
                rusqlite::params![name, seed_of(name), now],
            )?;
            Ok(())
        })?;
        self.find_annotator(name)?
            .ok_or_else(|| StoreError::Damaged(format!("annotator {name} vanished")))
    }

    /// The annotator of this name, if known.
    pub fn find_annotator(&self, name: &str) -> Result<Option<Annotator>, StoreError> {
        let found = self
            .connection
            .prepare_cached("SELECT id, name, seed FROM annotator WHERE name = ?1")?
            .query_row([name], |row| {
                Ok(Annotator {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    seed: row.get::<_, i64>(2)?.cast_unsigned(),
                })
            })
            .optional()?;
        Ok(found)
    }

    /// A known annotator whose name differs from this one in upper and lower case alone, where nobody has
    /// exactly this name.
    pub fn twin_of(&self, name: &str) -> Result<Option<String>, StoreError> {
        let name = name.trim();
        if self.find_annotator(name)?.is_some() {
            return Ok(None);
        }
        let mut statement =
            self.connection.prepare_cached("SELECT name FROM annotator ORDER BY id")?;
        let names = statement.query_map([], |row| row.get(0))?;
        let names = names.collect::<Result<Vec<String>, _>>()?;
        Ok(names.into_iter().find(|known| known.to_lowercase() == name.to_lowercase()))
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
