//! Which categories may be chosen for the questions of a benchmark.

use super::{Benchmark, QuestionId, Refusal, Result, Transaction, View};
use crate::query::Query;
use assay_core::benchmark::category_names::CategoryNames;

/// The setting in which a bundle keeps the categories of all questions of a benchmark: its own questions may be
/// without theirs.
fn packed_categories(benchmark: &Benchmark) -> String {
    format!("categories/{}", benchmark.name)
}

impl View {
    /// The categories that may be chosen for the questions of a benchmark: those of its taxonomy and those
    /// that its questions have or had.
    pub fn category_names(&self, benchmark: &Benchmark) -> Result<CategoryNames> {
        let in_data = self.categories_in_data(benchmark)?;
        Ok(CategoryNames::new(benchmark.taxonomy.clone().unwrap_or_default(), in_data))
    }

    /// The same for the benchmark of a question.
    pub fn category_names_for(&self, question_id: QuestionId) -> Result<CategoryNames> {
        self.category_names(&self.benchmark_of(question_id)?)
    }

    /// Whether there is a category to choose for a question. Cheap where there is a taxonomy: this is asked
    /// whenever a question is opened.
    pub(super) fn has_categories(&self, question_id: QuestionId) -> Result<bool> {
        let benchmark = self.benchmark_of(question_id)?;
        let has_abilities = benchmark.taxonomy().leaves().next().is_some();
        Ok(has_abilities || !self.categories_in_data(&benchmark)?.is_empty())
    }

    /// The categories of the questions in all their revisions: what a person chose before a fix stays one.
    fn categories_in_data(&self, benchmark: &Benchmark) -> Result<Vec<String>> {
        let sql =
            "SELECT DISTINCT category FROM question WHERE benchmark_id = ?1 AND category IS NOT NULL
            UNION SELECT packed.value FROM setting JOIN json_each(setting.value) AS packed
            WHERE setting.key = ?2";
        self.all(sql, (benchmark.id, packed_categories(benchmark)))
    }

    /// Checks that a category that is about to be decided may be chosen, by its name in the data.
    pub(super) fn check_category(&self, question_id: QuestionId, name: &str) -> Result<()> {
        let names = self.category_names_for(question_id)?;
        let refused = |meant| {
            let name = name.to_owned();
            Err(Refusal::NoSuchCategory { name, meant }.into())
        };
        match names.find(name) {
            Ok(known) if known == name => Ok(()),
            Ok(known) => refused(Some(known.to_owned())),
            Err(meant) => refused(meant),
        }
    }
}

impl Transaction<'_> {
    /// Keeps in a bundle the categories that there are, in which its person chooses: its questions are
    /// without theirs.
    pub(super) fn pack_names(&self, benchmark: &Benchmark) -> Result<()> {
        let names = serde_json::Value::from(self.categories_in_data(benchmark)?).to_string();
        self.change(
            "INSERT INTO bundle.setting (key, value) VALUES (?1, ?2)",
            [packed_categories(benchmark), names],
        )
    }
}
