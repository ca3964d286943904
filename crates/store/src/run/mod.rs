//! Runs: what one model answered to one benchmark, with pictures or without.
//!
//! An imported run is stored whole and never changes. A run that Assay asks itself is open while
//! answers are appended (`asked`), with a row for each request (`request`); sealed, it never changes
//! either. Of each benchmark, model and input one run is current; another that takes its place leaves
//! the old one in the database. Keeping a new run is in `keep`, answers that come with votes in
//! `answers`, the positions of its predictions in `layout`, the cached labels of rule sets in
//! `labels`, passes that take several requests in `parts`.

mod answers;
mod asked;
mod keep;
mod labels;
mod layout;
mod parts;
mod request;

use std::collections::HashMap;
use std::fmt;

use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::{
    Benchmark, BenchmarkId, LayoutId, PredictionId, QuestionId, Result, RunId, StoreError, View,
};
use crate::error::refuse_if;
use crate::query::{Columns, FromRow, Query, records};
use assay_core::benchmark::{Input, Pass, Prediction};
use assay_words::text;

pub use answers::KeptAnswers;
pub(super) use keep::RunContent;
pub use keep::{Kept, NewPrediction, NewRun, RunSamples};
pub use labels::{CachedLabels, LabelsKey};
pub use layout::{LayoutKey, Place};
pub use parts::{ChoiceLikelihood, PassPart, RecordedPart, StoredPart};
pub use request::{FailedRequest, RecordedRequest, RequestOutcome, RequestPace};

/// A file from which a run was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name, without its folders.
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
    pub(super) layout_id: LayoutId,
    /// How many predictions there are.
    pub predictions: usize,
    /// How many of them are notes that the request failed.
    pub failed: usize,
    /// Whether answers may still come.
    pub state: RunState,
    /// How the model was asked, if Assay asked it.
    pub settings: Option<serde_json::Value>,
    /// Where it was read from.
    pub source: Vec<SourceFile>,
    /// Whether it is the one that counts.
    pub is_current: bool,
    /// When it was imported.
    pub created: String,
}

/// Whether answers may still be appended to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// It is being asked. What is read of it is what was there when the run was read: its predictions up
    /// to this row.
    Open { last: Option<PredictionId> },
    /// It never changes.
    Sealed,
}

impl RunState {
    /// The name for people and scripts: `open` or `sealed`.
    pub fn name(self) -> &'static str {
        match self {
            RunState::Open { .. } => "open",
            RunState::Sealed => "sealed",
        }
    }
}

/// How several requests make one prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combined {
    /// The choice that the model finds most likely, by the `sum` or the `mean` over its tokens.
    Likelihood { rank_by: String },
    /// What most samples say.
    Majority { samples: u64 },
}

impl fmt::Display for Combined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Combined::Likelihood { rank_by } => text!("scored-by-likelihood", rank_by),
            Combined::Majority { samples } => text!("scored-by-majority", samples),
        })
    }
}

impl Run {
    /// Whether answers may still be appended.
    pub fn is_open(&self) -> bool {
        matches!(self.state, RunState::Open { .. })
    }

    /// How its predictions came from several requests each, for instance `majority of 5 samples`;
    /// `None` if each is one answer.
    pub fn scored_by(&self) -> Option<String> {
        self.combined().map(|combined| combined.to_string())
    }

    /// The same as a value.
    pub fn combined(&self) -> Option<Combined> {
        let settings = self.settings.as_ref()?;
        if settings.get("scoring").is_some_and(|scoring| scoring == "likelihood") {
            let by = settings.get("rank_by")?.as_str()?;
            return Some(Combined::Likelihood { rank_by: by.to_owned() });
        }
        let samples = settings.get("samples")?.as_u64()?;
        Some(Combined::Majority { samples })
    }

    /// Refuses to replace a run that is being asked.
    fn check_closed(&self, benchmark: &Benchmark) -> Result<()> {
        refuse_if(self.is_open(), || {
            format!(
                "{} is being asked about {} (input {}); finish that with `assay infer`, or close it as \
                 it is with `assay infer --close`",
                self.model, benchmark.name, self.input
            )
        })
    }

    /// Another program asks the same model at the same time.
    fn answered_elsewhere(&self) -> StoreError {
        format!(
            "{} was answered by another program in the meantime; let only one program ask a model",
            self.model
        )
        .into()
    }

    /// The newest prediction that belongs to the run as it was read.
    fn last_row(&self) -> PredictionId {
        match self.state {
            RunState::Open { last } => last.unwrap_or(PredictionId::BEFORE_ALL),
            RunState::Sealed => PredictionId::AFTER_ALL,
        }
    }

    /// Runs with the same key have their predictions at the same places.
    pub fn layout(&self) -> LayoutKey {
        let open = match self.state {
            RunState::Open { last } => Some((self.id, last)),
            RunState::Sealed => None,
        };
        LayoutKey { layout: self.layout_id, open }
    }
}

const COLUMNS: &str = "run.id, run.benchmark_id, model.name, run.input, run.layout_id,
    CASE state WHEN 'sealed' THEN run.predictions
        ELSE (SELECT count(*) FROM prediction WHERE run_id = run.id) END,
    run.failed, state = 'open',
    CASE state WHEN 'sealed' THEN NULL
        ELSE (SELECT max(prediction.id) FROM prediction WHERE run_id = run.id) END,
    settings, run.source, run.is_current, run.created";

impl FromRow for RunState {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        Ok(match row.take()? {
            (true, last) => RunState::Open { last },
            (false, _) => RunState::Sealed,
        })
    }
}

records! {
    Run {
        id, benchmark_id, model, input, layout_id, predictions, failed, state, settings, source,
        is_current, created,
    }
    Prediction { pass, order, text, status }
}

impl View {
    /// The runs over a benchmark in the order in which their models first came, the older ones of
    /// each too. Those that count have [`Run::is_current`].
    pub fn runs(&self, benchmark: &Benchmark) -> Result<Vec<Run>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM run JOIN model ON model.id = run.model_id
            WHERE run.benchmark_id = ?1 ORDER BY run.model_id, run.input, run.id"
        );
        self.all(&sql, [benchmark.id])
    }

    /// What a run's model wrote about a question, one for each pass. The question is named by the
    /// row of any of its revisions.
    pub fn predictions(&self, run: &Run, question_id: QuestionId) -> Result<Vec<Prediction>> {
        let sql = "SELECT pass, choice_order, text, status FROM prediction
            WHERE run_id = ?1 AND id <= ?3 AND question_id IN (
               SELECT other.id FROM question one
               JOIN question other ON other.benchmark_id = one.benchmark_id
                   AND other.key = one.key
               WHERE one.id = ?2)
            ORDER BY pass";
        self.all(sql, params![run.id, question_id, run.last_row()])
    }

    /// Calls `each` with every prediction of a run and the row of the question's revision that the model
    /// saw, by question and pass.
    pub fn for_each_prediction(
        &self,
        run: &Run,
        mut each: impl FnMut(QuestionId, Prediction),
    ) -> Result<()> {
        let sql = "SELECT question_id, pass, choice_order, text, status FROM prediction
            WHERE run_id = ?1 AND id <= ?2 ORDER BY question_id, pass";
        self.each(sql, (run.id, run.last_row()), |row| {
            each(row.take()?, row.take()?);
            Ok(())
        })
    }

    /// The rows of a run's predictions by the question's revision and the pass.
    pub fn prediction_ids(&self, run: &Run) -> Result<HashMap<(QuestionId, Pass), PredictionId>> {
        let sql = "SELECT question_id, pass, id FROM prediction WHERE run_id = ?1 AND id <= ?2";
        self.all(sql, (run.id, run.last_row()))
    }

    /// One run.
    fn run_row(&self, id: RunId) -> Result<Run> {
        let sql = format!(
            "SELECT {COLUMNS} FROM run JOIN model ON model.id = model_id WHERE run.id = ?1"
        );
        self.one(&sql, [id])
    }
}
