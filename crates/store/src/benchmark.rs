//! The benchmarks in a database.

use rusqlite::{Connection, Transaction, params};

use super::error::damaged;
use super::setting::put;
use super::{Annotator, BenchmarkId, Store, StoreError};
use crate::query::{Columns, FromRow, Query};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::keyword::did_you_mean;

/// A benchmark: a named set of questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benchmark {
    pub(super) id: BenchmarkId,
    /// The name, unique in the database.
    pub name: String,
    taxonomy: Option<&'static Taxonomy>,
}

impl Benchmark {
    /// The taxonomy that gives its abilities their places; one without abilities where the benchmark
    /// has none, or one that this version of the program does not know.
    pub fn taxonomy(&self) -> &'static Taxonomy {
        self.taxonomy.unwrap_or_else(Taxonomy::empty)
    }
}

/// What the setting with a benchmark's own taxonomy is called, before the benchmark's name.
const OWN_TAXONOMY: &str = "taxonomy/";

/// In SQL: a benchmark's own taxonomy in TOML, else the name of one that comes with the program.
pub(super) const TAXONOMY: &str = "coalesce(
    (SELECT value FROM setting WHERE key = 'taxonomy/' || benchmark.name), benchmark.taxonomy)";

fn columns() -> String {
    format!("benchmark.id, benchmark.name, {TAXONOMY}")
}

/// The taxonomy of a column that is filled with [`TAXONOMY`]; `None` if the benchmark has none, or one that a
/// later version of the program knows.
#[derive(Clone, Copy)]
pub(super) struct StoredTaxonomy(pub Option<&'static Taxonomy>);

impl FromRow for StoredTaxonomy {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self, StoreError> {
        let taxonomy = match row.optional_text()? {
            None => None,
            Some(text) if text.contains('=') => Some(Taxonomy::own(text).map_err(damaged)?),
            Some(name) => Taxonomy::from_name(name),
        };
        Ok(StoredTaxonomy(taxonomy))
    }
}

impl FromRow for Benchmark {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self, StoreError> {
        let (id, name, StoredTaxonomy(taxonomy)) = row.take()?;
        Ok(Benchmark { id, name, taxonomy })
    }
}

impl Store {
    /// The taxonomy of a benchmark as it is stored: its own in TOML, else the name of one that comes with the
    /// program.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn taxonomy_text(&self, benchmark: &Benchmark) -> Result<Option<String>, StoreError> {
        taxonomy_text(&self.connection, benchmark.id)
    }

    /// All benchmarks, oldest first.
    pub fn benchmarks(&self) -> Result<Vec<Benchmark>, StoreError> {
        let sql = format!("SELECT {} FROM benchmark ORDER BY id", columns());
        self.connection.all(&sql, [])
    }

    /// The benchmark that an annotator most likely wants: where they decided last, or else the oldest.
    ///
    /// # Errors
    /// Where there is none.
    pub fn likeliest_benchmark(&self, annotator: &Annotator) -> Result<Benchmark, StoreError> {
        let sql = format!(
            "SELECT {} FROM benchmark WHERE id = (SELECT benchmark_id FROM decision
                WHERE annotator_id = ?1 ORDER BY seq DESC LIMIT 1)",
            columns()
        );
        let last = self.connection.find(&sql, [annotator.id])?;
        let first = || self.benchmarks()?.into_iter().next().ok_or_else(nothing_imported);
        last.map_or_else(first, Ok)
    }

    /// The benchmark of this name, or all of them if none is named.
    pub fn benchmarks_named(&self, name: Option<&str>) -> Result<Vec<Benchmark>, StoreError> {
        match name {
            Some(_) => Ok(vec![self.the_benchmark(name)?]),
            None => self.benchmarks(),
        }
    }

    /// The benchmark that a command means: the named one, or the only one there is.
    pub fn the_benchmark(&self, name: Option<&str>) -> Result<Benchmark, StoreError> {
        let mut all = self.benchmarks()?;
        let names = || {
            let names: Vec<&str> = all.iter().map(|benchmark| benchmark.name.as_str()).collect();
            names.join(", ")
        };
        match name {
            Some(name) => match all.iter().position(|benchmark| benchmark.name == name) {
                Some(position) => Ok(all.swap_remove(position)),
                None if all.is_empty() => Err(nothing_imported()),
                None => Err(StoreError::Unknown {
                    what: format!(
                        "no benchmark is called {name}; there are: {}{}",
                        names(),
                        did_you_mean(name, all.iter().map(|benchmark| benchmark.name.as_str()))
                    ),
                }),
            },
            None if all.len() == 1 => Ok(all.swap_remove(0)),
            None if all.is_empty() => Err(nothing_imported()),
            None => Err(StoreError::Unknown {
                what: format!("which benchmark? Name one with --benchmark: {}", names()),
            }),
        }
    }
}

fn nothing_imported() -> StoreError {
    StoreError::Unknown {
        what: "the database holds no benchmark yet; import one with \
               `assay import questions FILE`"
            .into(),
    }
}

/// The benchmark of this name within a transaction, made if it is new.
pub(super) fn find_or_make(
    transaction: &Transaction<'_>,
    name: &str,
    taxonomy: Option<&str>,
    now: &str,
) -> Result<BenchmarkId, StoreError> {
    let found = transaction.find("SELECT id FROM benchmark WHERE name = ?1", [name])?;
    if let Some(id) = found {
        return Ok(id);
    }
    transaction.execute(
        "INSERT INTO benchmark (name, taxonomy, created) VALUES (?1, ?2, ?3)",
        params![name, taxonomy, now],
    )?;
    Ok(BenchmarkId::last_inserted(transaction))
}

/// The taxonomy of a benchmark as it is stored.
pub(super) fn taxonomy_text(
    connection: &Connection,
    id: BenchmarkId,
) -> Result<Option<String>, StoreError> {
    let sql = format!("SELECT {TAXONOMY} FROM benchmark WHERE id = ?1");
    connection.one(&sql, [id])
}

/// Gives a benchmark a taxonomy that comes with the program, or one of its own in TOML.
pub(super) fn set_taxonomy(
    transaction: &Transaction<'_>,
    id: BenchmarkId,
    taxonomy: &Taxonomy,
    own: Option<&str>,
) -> Result<(), StoreError> {
    transaction
        .execute("UPDATE benchmark SET taxonomy = ?2 WHERE id = ?1", params![id, taxonomy.name])?;
    let name: String = transaction.one("SELECT name FROM benchmark WHERE id = ?1", [id])?;
    put(transaction, &format!("{OWN_TAXONOMY}{name}"), own)
}
