//! Runs: what one model answered to one benchmark, with pictures or without.
//!
//! A run is imported whole and never changes. Of each benchmark, model and input one run is current;
//! another that takes its place leaves the old one in the database. Keeping a new run is in
//! `keep`, the positions of its predictions in `layout`, the cached labels
//! of rule sets in `labels`; `reader` reads texts on other threads.

mod keep;
mod labels;
mod layout;
mod reader;

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use super::question::damaged;
use super::{Benchmark, BenchmarkId, LayoutId, QuestionId, RunId, Store, StoreError};
use crate::benchmark::{ChoiceOrder, Input, Pass, Prediction};
use crate::keyword::Keyword;

pub(super) use keep::RunContent;
pub use keep::{Kept, NewPrediction, NewRun};
pub use labels::{CachedLabels, LabelsKey};
pub use layout::Place;
pub use reader::PredictionReader;

/// A file from which a run was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name, without the folders it lay in.
    pub file: String,
    /// BLAKE3 of its bytes, in hexadecimal.
    pub blake3: String,
}

/// What one model answered to one benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its row.
    pub id: RunId,
    pub(super) benchmark_id: BenchmarkId,
    /// The model's name.
    pub model: String,
    /// What the model was given.
    pub input: Input,
    /// Runs with the same layout have their predictions at the same places.
    pub layout_id: LayoutId,
    /// How many predictions there are.
    pub predictions: usize,
    /// How many of them are notes that the request failed.
    pub failed: usize,
    /// Where it was read from.
    pub source: Vec<SourceFile>,
    /// Whether it is the one that counts.
    pub is_current: bool,
    /// When it was imported.
    pub created: String,
}

const COLUMNS: &str = "run.id, run.benchmark_id, model.name, run.input, run.layout_id,
    run.predictions, run.failed, run.source, run.is_current, run.created";

fn read(row: &Row<'_>) -> Result<Run, StoreError> {
    let input: String = row.get(3)?;
    let source: String = row.get(7)?;
    Ok(Run {
        id: row.get(0)?,
        benchmark_id: row.get(1)?,
        model: row.get(2)?,
        input: Input::from_name(&input).map_err(damaged)?,
        layout_id: row.get(4)?,
        predictions: row.get::<_, i64>(5)? as usize,
        failed: row.get::<_, i64>(6)? as usize,
        source: serde_json::from_str(&source).map_err(damaged)?,
        is_current: row.get(8)?,
        created: row.get(9)?,
    })
}

impl Store {
    /// The runs over a benchmark in the order in which their models first came, the older ones of
    /// each too. Those that count have [`Run::is_current`].
    pub fn runs(&self, benchmark: &Benchmark) -> Result<Vec<Run>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM run JOIN model ON model.id = run.model_id
             WHERE run.benchmark_id = ?1 ORDER BY run.model_id, run.input, run.id"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([benchmark.id])?;
        let mut runs = Vec::new();
        while let Some(row) = rows.next()? {
            runs.push(read(row)?);
        }
        Ok(runs)
    }

    /// What a run's model wrote about a question, one for each pass. The question is named by the
    /// row of any of its revisions.
    pub fn predictions(
        &self,
        run: &Run,
        question_id: QuestionId,
    ) -> Result<Vec<Prediction>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT pass, choice_order, text, status = 'failed' FROM prediction
             WHERE run_id = ?1 AND question_id IN (
                SELECT other.id FROM question one
                JOIN question other ON other.benchmark_id = one.benchmark_id
                    AND other.key = one.key
                WHERE one.id = ?2)
             ORDER BY pass",
        )?;
        let mut rows = statement.query(params![run.id, question_id])?;
        let mut predictions = Vec::new();
        while let Some(row) = rows.next()? {
            predictions.push(read_prediction(row)?);
        }
        Ok(predictions)
    }

    /// Calls `each` with every prediction of a run and the row of the question's revision that the model
    /// saw, by question and pass.
    pub fn for_each_prediction(
        &self,
        run: &Run,
        mut each: impl FnMut(QuestionId, Prediction),
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT pass, choice_order, text, status = 'failed', question_id FROM prediction
             WHERE run_id = ?1 ORDER BY question_id, pass",
        )?;
        let mut rows = statement.query([run.id])?;
        while let Some(row) = rows.next()? {
            each(row.get(4)?, read_prediction(row)?);
        }
        Ok(())
    }
}

/// From the columns pass, choice_order, text, and whether the request failed.
fn read_prediction(row: &Row<'_>) -> Result<Prediction, StoreError> {
    let order: String = row.get(1)?;
    Ok(Prediction {
        pass: Pass(row.get(0)?),
        order: ChoiceOrder::try_from(order).map_err(damaged)?,
        text: row.get(2)?,
        failed: row.get(3)?,
    })
}
