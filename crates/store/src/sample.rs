//! Samples of predictions: drawn once, named, never changed.

use rusqlite::params;

use super::{
    Benchmark, BenchmarkId, PredictionId, QuestionId, Result, SampleId, Store, StoreError, View,
    refuse_if,
};
use crate::query::{Query, records};

/// A sample to store.
#[derive(Clone, Debug, Default)]
pub struct NewSample {
    /// Its name, unique within the benchmark.
    pub name: String,
    /// The seed it was drawn with.
    pub seed: u64,
    /// The share of what there was to draw from, above 0 and at most 1.
    pub rate: f64,
    /// How many people read each text; `None` if everyone does.
    pub per_item: Option<usize>,
    /// What it was drawn from, as the options of the command said.
    pub filters: serde_json::Value,
    /// What was drawn, in order.
    pub items: Vec<NewSampleItem>,
}

/// A drawn prediction, or a pair of them. They are in order by their names first, so that the rows of a database do not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NewSampleItem {
    /// Its name.
    pub item: String,
    /// [`assay_core::benchmark::hand_label::shown_hash`] of its text; of a pair that of
    /// [`assay_core::benchmark::vote`].
    pub shown: String,
    /// Its row.
    pub prediction_id: PredictionId,
    /// The row of the other answer, where pairs are drawn.
    pub second_id: Option<PredictionId>,
    /// The stratum it was drawn from.
    pub stratum: String,
}

/// A stored sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub(super) id: SampleId,
    pub(super) benchmark_id: BenchmarkId,
    /// Its name.
    pub name: String,
    /// The seed it was drawn with.
    pub seed: u64,
    /// The share that was asked for.
    pub rate: f64,
    /// How many people read each text; `None` if everyone does.
    pub per_item: Option<usize>,
    /// What it was drawn from.
    pub filters: serde_json::Value,
    /// How many texts it has.
    pub items: usize,
    /// When it was drawn.
    pub created: String,
}

impl Sample {
    /// Whether its items are texts to read a label from, and not pairs to vote on.
    fn is_of_texts(&self) -> bool {
        self.filters["queue"] != "vote"
    }
}

/// A text of a sample as lists show it, without any label that a person or an extractor gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleEntry {
    /// The prediction's row.
    pub prediction_id: PredictionId,
    /// The row of the question's revision that the model saw.
    pub question_id: QuestionId,
    /// The number of that revision.
    pub revision: u32,
    /// The prediction's name, by which decisions know it.
    pub item: String,
    /// The hash of what is shown.
    pub shown: String,
    /// The stratum.
    pub stratum: String,
}

const COLUMNS: &str = "id, benchmark_id, name, seed, rate, per_item, filters, created,
    (SELECT count(*) FROM sample_item WHERE sample_id = sample.id)";

records! {
    Sample { id, benchmark_id, name, seed, rate, per_item, filters, created, items }
    SampleEntry { prediction_id, question_id, revision, item, shown, stratum }
}

impl View {
    /// The samples of texts of a benchmark, oldest first.
    pub fn samples(&self, benchmark: &Benchmark) -> Result<Vec<Sample>> {
        let sql = format!("SELECT {COLUMNS} FROM sample WHERE benchmark_id = ?1 ORDER BY id");
        let mut samples: Vec<Sample> = self.all(&sql, [benchmark.id])?;
        samples.retain(Sample::is_of_texts);
        Ok(samples)
    }

    /// The sample that a command means: the named one, or the newest.
    pub fn the_sample(&self, benchmark: &Benchmark, name: Option<&str>) -> Result<Sample> {
        let found = match name {
            Some(name) => self.find_sample(benchmark, name)?.filter(Sample::is_of_texts),
            None => self.samples(benchmark)?.pop(),
        };
        found.ok_or_else(|| StoreError::Unknown {
            what: match name {
                Some(name) => format!("{} has no sample called {name}", benchmark.name),
                None => format!(
                    "{} has no sample to read yet; draw one with `assay extract sample --rate 0.1`",
                    benchmark.name
                ),
            },
        })
    }

    fn find_sample(&self, benchmark: &Benchmark, name: &str) -> Result<Option<Sample>> {
        let sql = format!("SELECT {COLUMNS} FROM sample WHERE benchmark_id = ?1 AND name = ?2");
        self.find(&sql, params![benchmark.id, name])
    }

    /// The texts of a sample in the order in which they were drawn.
    pub fn sample_entries(&self, sample: &Sample) -> Result<Vec<SampleEntry>> {
        let sql = "SELECT prediction_id, question_id, revision, item, shown, stratum
            FROM sample_item JOIN prediction ON prediction.id = prediction_id
            JOIN question ON question.id = question_id
            WHERE sample_id = ?1 ORDER BY sample_item.position";
        self.all(sql, [sample.id])
    }

    /// How many people may read an item: the most that a sample with it asks for; `None` if it is in
    /// no sample, or in one that everyone reads.
    pub(super) fn most_people(&self, question_id: QuestionId, item: &str) -> Result<Option<usize>> {
        let sql = "SELECT CASE WHEN count(*) = count(per_item) THEN max(per_item) END
            FROM sample_item JOIN sample ON sample.id = sample_id
            WHERE item = ?1
              AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?2)";
        let limit: Option<Option<i64>> = self.find(sql, params![item, question_id])?;
        Ok(limit.flatten().map(|limit| limit as usize))
    }
}

impl Store {
    /// Stores a sample. A name that is in use is refused: people may have read half of the old one.
    pub fn keep_sample(&mut self, benchmark: &Benchmark, new: &NewSample) -> Result<Sample> {
        refuse_if(self.find_sample(benchmark, &new.name)?.is_some(), || {
            format!(
                "{} already has a sample called {}; choose another --name",
                benchmark.name, new.name
            )
        })?;
        self.write(|transaction| {
            transaction.insert(
                "sample",
                &[
                    ("benchmark_id", &benchmark.id),
                    ("name", &new.name),
                    ("seed", &new.seed.cast_signed()),
                    ("rate", &new.rate),
                    ("per_item", &new.per_item.map(|people| people as i64)),
                    ("filters", &new.filters.to_string()),
                    ("created", &transaction.now),
                ],
                "",
            )?;
            let id = SampleId::last_inserted(transaction);
            for (position, item) in new.items.iter().enumerate() {
                let NewSampleItem { prediction_id, second_id, item, shown, stratum } = item;
                let sql = "INSERT INTO sample_item
                    (sample_id, position, prediction_id, second_id, item, shown, stratum)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
                let position = position as i64;
                let row = params![id, position, prediction_id, second_id, item, shown, stratum];
                transaction.change(sql, row)?;
            }
            let sql = format!("SELECT {COLUMNS} FROM sample WHERE id = ?1");
            transaction.one(&sql, [id])
        })
    }
}
