//! Which categories may be chosen for the questions of a benchmark.

use rusqlite::{Connection, Transaction, params};

use super::benchmark::{StoredTaxonomy, TAXONOMY};
use super::{Benchmark, BenchmarkId, QuestionId, Refusal, Store, StoreError};
use crate::query::Query;
use assay_core::benchmark::category_names::{CategoryNames, UnknownCategory};
use assay_core::benchmark::taxonomy::Taxonomy;

/// What the setting is called, before the benchmark's name, in which a bundle keeps the categories of all
/// questions: its own questions may be without theirs.
pub(super) const PACKED_CATEGORIES: &str = "categories/";

impl Store {
    /// The categories that may be chosen for the questions of a benchmark: those of its taxonomy and those
    /// that its questions have or had.
    pub fn category_names(&self, benchmark: &Benchmark) -> Result<CategoryNames, StoreError> {
        let in_data = in_data(&self.connection, benchmark.id)?;
        Ok(CategoryNames::new(benchmark.taxonomy(), in_data))
    }

    /// The same for the benchmark of a question.
    pub fn category_names_for(&self, question_id: QuestionId) -> Result<CategoryNames, StoreError> {
        category_names(&self.connection, question_id)
    }
}

/// Keeps in a bundle the categories that there are, in which its person chooses: its questions are
/// without theirs.
pub(super) fn pack_names(
    transaction: &Transaction<'_>,
    benchmark: &Benchmark,
) -> Result<(), StoreError> {
    let names = serde_json::Value::from(in_data(transaction, benchmark.id)?).to_string();
    transaction.change(
        "INSERT INTO bundle.setting (key, value) VALUES (?1, ?2)",
        params![format!("{PACKED_CATEGORIES}{}", benchmark.name), names],
    )?;
    Ok(())
}

fn category_names(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<CategoryNames, StoreError> {
    let (benchmark_id, taxonomy) = benchmark_of(connection, question_id)?;
    Ok(CategoryNames::new(taxonomy, in_data(connection, benchmark_id)?))
}

/// Whether there is a category to choose for a question. Cheap where there is a taxonomy: this is asked
/// whenever a question is opened.
pub(super) fn has_categories(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    let (benchmark_id, taxonomy) = benchmark_of(connection, question_id)?;
    Ok(taxonomy.leaves().next().is_some() || !in_data(connection, benchmark_id)?.is_empty())
}

/// The benchmark of a question, with its taxonomy.
fn benchmark_of(
    connection: &Connection,
    question_id: QuestionId,
) -> Result<(BenchmarkId, &'static Taxonomy), StoreError> {
    let sql = format!(
        "SELECT benchmark.id, {TAXONOMY} FROM question
        JOIN benchmark ON benchmark.id = benchmark_id WHERE question.id = ?1"
    );
    let (benchmark_id, StoredTaxonomy(taxonomy)) = connection.one(&sql, [question_id])?;
    Ok((benchmark_id, taxonomy.unwrap_or_else(Taxonomy::empty)))
}

/// The categories of the questions in all their revisions: what a person chose before a fix stays one.
pub(super) fn in_data(
    connection: &Connection,
    benchmark_id: BenchmarkId,
) -> Result<Vec<String>, StoreError> {
    let sql =
        "SELECT DISTINCT category FROM question WHERE benchmark_id = ?1 AND category IS NOT NULL
        UNION SELECT packed.value FROM benchmark
           JOIN setting ON setting.key = ?2 || benchmark.name
           JOIN json_each(setting.value) AS packed
        WHERE benchmark.id = ?1";
    connection.all(sql, (benchmark_id, PACKED_CATEGORIES))
}

/// Checks that a category that is about to be decided may be chosen, by its name in the data.
pub(super) fn check_category(
    connection: &Connection,
    question_id: QuestionId,
    name: &str,
) -> Result<(), StoreError> {
    let names = category_names(connection, question_id)?;
    let refused = |meant| {
        let name = name.to_owned();
        Err(Refusal::NoSuchCategory { name, meant }.into())
    };
    match names.find(name) {
        Ok(known) if known == name => Ok(()),
        Ok(known) => refused(Some(known.to_owned())),
        Err(UnknownCategory { meant }) => refused(meant),
    }
}
