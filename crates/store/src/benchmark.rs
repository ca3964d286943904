//! The benchmarks in a database, and what `assay status` counts of each.

use std::sync::Arc;

use rusqlite::{Params, params};
use serde::Serialize;

use super::error::damaged;
use super::{Annotator, BenchmarkId, QuestionId, Result, StoreError, Transaction, View};
use crate::query::{Query, records};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::keyword::did_you_mean;

/// A benchmark: a named set of questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benchmark {
    pub(super) id: BenchmarkId,
    /// The name, unique in the database.
    pub name: String,
    pub(super) taxonomy: Option<Arc<Taxonomy>>,
}

impl Benchmark {
    /// The taxonomy that gives its abilities their places; one without abilities where the benchmark
    /// has none, or one that this version of the program does not know.
    pub fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_deref().unwrap_or(Taxonomy::empty())
    }
}

/// What a benchmark holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BenchmarkOverview {
    /// Its name.
    pub name: String,
    /// Current questions.
    pub questions: usize,
    /// Current questions with a reference answer.
    pub with_answer: usize,
    /// Older revisions that are kept because decisions may speak of them.
    pub older_revisions: usize,
    /// Rows of the source files, all CircularEval passes counted.
    pub rows: usize,
    /// Different pictures of the current questions.
    pub pictures: usize,
    /// Rows of decisions.
    pub decisions: usize,
}

records! {
    BenchmarkOverview {
        name, questions, with_answer, older_revisions, rows, pictures, decisions,
    }
}

/// What the setting with a benchmark's own taxonomy is called, before the benchmark's name.
const OWN_TAXONOMY: &str = "taxonomy/";

/// In SQL: a benchmark's own taxonomy in TOML, else the name of one that comes with the program.
const TAXONOMY: &str = "coalesce(
    (SELECT value FROM setting WHERE key = 'taxonomy/' || benchmark.name), benchmark.taxonomy)";

impl View {
    /// The taxonomy of a benchmark as it is stored: its own in TOML, else the name of one that comes with the
    /// program.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn taxonomy_text(&self, benchmark: &Benchmark) -> Result<Option<String>> {
        let sql = format!("SELECT {TAXONOMY} FROM benchmark WHERE id = ?1");
        self.one(&sql, [benchmark.id])
    }

    /// All benchmarks, oldest first.
    pub fn benchmarks(&self) -> Result<Vec<Benchmark>> {
        self.benchmarks_where("true ORDER BY id", [])
    }

    /// Every benchmark with its counts.
    pub fn benchmark_overviews(&self) -> Result<Vec<BenchmarkOverview>> {
        let sql = "SELECT name,
               (SELECT count(*) FROM question WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(coalesce(answer, nullif(short_answers, '[]'))) FROM question
                   WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(*) FROM question WHERE benchmark_id = b.id AND is_current = 0),
               (SELECT count(*) FROM question_pass JOIN question ON question.id = question_id
                   WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(DISTINCT image_id) FROM question_image
                   JOIN question ON question.id = question_id
                   WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(*) FROM decision WHERE benchmark_id = b.id)
            FROM benchmark b ORDER BY id";
        self.all(sql, [])
    }

    /// The benchmark that an annotator most likely wants: where they decided last, or else the oldest.
    ///
    /// # Errors
    /// Where there is none.
    pub fn likeliest_benchmark(&self, annotator: &Annotator) -> Result<Benchmark> {
        let condition = "id = (SELECT benchmark_id FROM decision WHERE annotator_id = ?1
            ORDER BY seq DESC LIMIT 1)";
        let last = self.benchmarks_where(condition, [annotator.id])?.pop();
        let first = || self.benchmarks()?.into_iter().next().ok_or_else(nothing_imported);
        last.map_or_else(first, Ok)
    }

    /// The benchmark of this name, or all of them if none is named.
    pub fn benchmarks_named(&self, name: Option<&str>) -> Result<Vec<Benchmark>> {
        match name {
            Some(_) => Ok(vec![self.the_benchmark(name)?]),
            None => self.benchmarks(),
        }
    }

    /// The benchmark of a question.
    pub(super) fn benchmark_of(&self, question_id: QuestionId) -> Result<Benchmark> {
        let condition = "id = (SELECT benchmark_id FROM question WHERE id = ?1)";
        let found = self.benchmarks_where(condition, [question_id])?.pop();
        found.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    fn benchmarks_where(&self, condition: &str, parameters: impl Params) -> Result<Vec<Benchmark>> {
        let sql = format!("SELECT id, name, {TAXONOMY} FROM benchmark WHERE {condition}");
        let rows: Vec<(BenchmarkId, String, Option<String>)> = self.all(&sql, parameters)?;
        let benchmark = |(id, name, text): (_, _, Option<String>)| {
            let taxonomy = match text.as_deref() {
                Some(own) if own.contains('=') => {
                    Some(self.taxonomies.get(own, Taxonomy::own).map_err(damaged)?)
                }
                // A later version of the program may know more.
                name => name.and_then(Taxonomy::from_name).cloned(),
            };
            Ok(Benchmark { id, name, taxonomy })
        };
        rows.into_iter().map(benchmark).collect()
    }

    /// The benchmark that a command means: the named one, or the only one there is.
    pub fn the_benchmark(&self, name: Option<&str>) -> Result<Benchmark> {
        let mut all = self.benchmarks()?;
        let position = match name {
            _ if all.is_empty() => return Err(nothing_imported()),
            Some(name) => all.iter().position(|benchmark| benchmark.name == name),
            None => (all.len() == 1).then_some(0),
        };
        if let Some(position) = position {
            return Ok(all.swap_remove(position));
        }
        let names: Vec<&str> = all.iter().map(|benchmark| benchmark.name.as_str()).collect();
        let there_are = names.join(", ");
        let what = match name {
            Some(name) => {
                let meant = did_you_mean(name, names.iter().copied());
                format!("no benchmark is called {name}; there are: {there_are}{meant}")
            }
            None => format!("which benchmark? Name one with --benchmark: {there_are}"),
        };
        Err(StoreError::Unknown { what })
    }
}

fn nothing_imported() -> StoreError {
    StoreError::Unknown {
        what: "the database holds no benchmark yet; import one with \
               `assay import questions FILE`"
            .into(),
    }
}

impl Transaction<'_> {
    /// The benchmark of this name, made if it is new.
    pub(super) fn find_or_make_benchmark(
        &self,
        name: &str,
        taxonomy: Option<&str>,
    ) -> Result<Benchmark> {
        if name.trim().is_empty() {
            return Err(StoreError::Refused(
                "a benchmark needs a name; the one given is empty".into(),
            ));
        }
        let sql = "INSERT INTO benchmark (name, taxonomy, created) VALUES (?1, ?2, ?3)
            ON CONFLICT (name) DO NOTHING";
        self.change(sql, params![name, taxonomy, &self.now])?;
        let id = self.one("SELECT id FROM benchmark WHERE name = ?1", [name])?;
        Ok(Benchmark { id, name: name.to_owned(), taxonomy: None })
    }

    /// Gives a benchmark a taxonomy that comes with the program, or one of its own in TOML.
    pub(super) fn set_taxonomy(
        &self,
        benchmark: &Benchmark,
        taxonomy: &Taxonomy,
        own: Option<&str>,
    ) -> Result<()> {
        let sql = "UPDATE benchmark SET taxonomy = ?2 WHERE id = ?1";
        self.change(sql, params![benchmark.id, taxonomy.name])?;
        self.put(&format!("{OWN_TAXONOMY}{}", benchmark.name), own)
    }
}
