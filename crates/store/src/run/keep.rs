//! Keeping a new run: model, predictions and their labels, in one transaction.

use rusqlite::params;
use serde_json::Value;

use super::{PassPart, Run, SourceFile, StoredPart};
use crate::error::json;
use crate::query::{Query, records};
use crate::{Benchmark, CachedLabels, QuestionId, Result, RunId, Store, Transaction, View};
use assay_core::benchmark::{ChoiceOrder, Input, Pass, Prediction, PredictionStatus};
use assay_core::keyword::Keyword;

/// What the database may hold in memory, and what it may while a run is kept.
const CACHE_KILOBYTES: i64 = 2_000;
const IMPORT_CACHE_KILOBYTES: i64 = 32_000;

/// What a model answered, about to be kept.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// The model's name.
    pub model: String,
    /// What it was given.
    pub input: Input,
    /// The files it was read from.
    pub source: Vec<SourceFile>,
    /// The answers in any order; no two of the same question and pass.
    pub predictions: Vec<NewPrediction>,
    /// What they are the majority of, if the model was asked several times.
    pub samples: RunSamples,
}

/// The samples of the predictions of a run; none if each is one answer.
#[derive(Clone, Debug, Default)]
pub struct RunSamples {
    /// The samples with their places; failed requests are not among them.
    pub parts: Vec<StoredPart>,
    /// How many samples a prediction has at most.
    pub each: u32,
}

/// A prediction and the question it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPrediction {
    /// The row of the revision that the model saw.
    pub question_id: QuestionId,
    /// What it wrote.
    pub prediction: Prediction,
}

records! { NewPrediction { question_id, prediction } }

/// What became of a new run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is the first of its model and input.
    New(Box<Run>),
    /// The current run says the same; nothing was changed.
    AsBefore(Box<Run>),
    /// It took the place of another, which stays in the database.
    Replaced { new: Box<Run>, old: Box<Run> },
}

impl View {
    /// The run that counts now, with its content hash.
    pub(super) fn current_run(
        &self,
        benchmark: &Benchmark,
        model: &str,
        input: Input,
    ) -> Result<Option<(Run, String)>> {
        let sql = "SELECT run.id, content_hash FROM run JOIN model ON model.id = run.model_id
            WHERE benchmark_id = ?1 AND model.name = ?2 AND input = ?3 AND is_current = 1";
        let found: Option<(RunId, String)> =
            self.find(sql, params![benchmark.id, model, input.name()])?;
        found.map(|(id, hash)| Ok((self.run_row(id)?, hash))).transpose()
    }
}

impl Store {
    /// Keeps a run. Where the model has one already, the new one takes its place only if `replace` is
    /// set; one that says the same changes nothing, and another is refused.
    ///
    /// `compute_labels` is called for a run that is kept, on a thread beside the writing, with its
    /// predictions in the order of [`View::places`]. Its labels are saved in the same transaction.
    pub fn keep_run(
        &mut self,
        benchmark: &Benchmark,
        run: NewRun,
        replace: bool,
        compute_labels: impl FnOnce(&[NewPrediction]) -> Vec<CachedLabels> + Send,
    ) -> Result<Kept> {
        // A file can be imported again, so this need not wait for the disk at each page.
        let keep =
            |store: &mut Store| store.keep_run_at_once(benchmark, run, replace, compute_labels);
        self.relaxed(|store| store.with_large_cache(keep))
    }

    /// Does what changes many pages. Those that do not fit into the cache would be written and read again
    /// before the commit.
    pub(crate) fn with_large_cache<T>(
        &mut self,
        work: impl FnOnce(&mut Store) -> Result<T>,
    ) -> Result<T> {
        self.connection.pragma_update(None, "cache_size", -IMPORT_CACHE_KILOBYTES)?;
        let done = work(self);
        self.connection.pragma_update(None, "cache_size", -CACHE_KILOBYTES)?;
        done
    }

    fn keep_run_at_once(
        &mut self,
        benchmark: &Benchmark,
        mut run: NewRun,
        replace: bool,
        compute_labels: impl FnOnce(&[NewPrediction]) -> Vec<CachedLabels> + Send,
    ) -> Result<Kept> {
        // In the order of the index and of the layout; fast where they are sorted already.
        run.predictions.sort_unstable_by_key(|new| (new.question_id, new.prediction.pass));
        let content_hash = content_hash(&run.predictions);
        let transaction = self.begin()?;
        let current = transaction.current_run(benchmark, &run.model, run.input)?;
        if let Some((known, _)) = &current {
            known.check_closed(benchmark)?;
        }
        if let Some((known, hash)) = &current
            && !replace
        {
            if *hash == content_hash {
                return Ok(Kept::AsBefore(Box::new(known.clone())));
            }
            return Err(format!(
                "{} already has predictions of {} ({} rows with input {}, imported {}), and these \
                 are different; --replace lets these count and keeps the old ones",
                benchmark.name, known.model, known.predictions, known.input, known.created
            )
            .into());
        }
        if let Some((old, _)) = &current {
            transaction.change("UPDATE run SET is_current = 0 WHERE id = ?1", [old.id])?;
        }
        let id = transaction.insert_run(benchmark, &run, &content_hash, None)?;
        transaction.insert_predictions(id, &run.predictions, compute_labels)?;
        run.samples.parts.iter().try_for_each(|sample| {
            let place = (sample.question_id, sample.pass, &sample.order);
            transaction.insert_part(id, place, &sample.part).map(drop)
        })?;
        let new = transaction.run_row(id)?;
        self.commit(transaction)?;
        Ok(match current {
            Some((mut old, _)) => {
                old.is_current = false;
                Kept::Replaced { new: Box::new(new), old: Box::new(old) }
            }
            None => Kept::New(Box::new(new)),
        })
    }
}

/// The hash of predictions, which come by question and pass.
pub(super) fn content_hash(predictions: &[NewPrediction]) -> String {
    let mut content = RunContent::default();
    for NewPrediction { question_id, prediction } in predictions {
        let order = prediction.order.labels().iter().map(|label| label.letter() as u8);
        let place = (*question_id, prediction.pass.0, order);
        content.add(place, prediction.status, &prediction.text);
    }
    content.hash()
}

/// What a run says, so that the same file imported twice is known again, and a change is seen.
#[derive(Default)]
pub(crate) struct RunContent(blake3::Hasher);

impl RunContent {
    /// Adds a prediction by its question, pass and order of choices; they come by question and pass.
    pub fn add(
        &mut self,
        (question_id, pass, order): (QuestionId, u32, impl Iterator<Item = u8>),
        status: PredictionStatus,
        text: &str,
    ) {
        self.0.update(&question_id.to_le_bytes());
        self.0.update(&pass.to_le_bytes());
        for letter in order {
            self.0.update(&[letter]);
        }
        let status = match status {
            PredictionStatus::Ok => 0,
            PredictionStatus::Failed => 1,
            PredictionStatus::Refused => 2,
        };
        self.0.update(&[0, status]);
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    /// The hash of all that was added, in hexadecimal.
    pub fn hash(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}

impl Transaction<'_> {
    /// Makes a model known.
    pub(crate) fn find_or_make_model(&self, name: &str) -> Result<()> {
        let sql = "INSERT INTO model (name, created) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
        self.change(sql, [name, &self.now])
    }

    /// Adds a run, whose predictions are written elsewhere, and makes it current: an open one if these are the
    /// settings with which it is asked.
    pub(super) fn insert_run(
        &self,
        benchmark: &Benchmark,
        run: &NewRun,
        content_hash: &str,
        asked: Option<&Value>,
    ) -> Result<RunId> {
        self.find_or_make_model(&run.model)?;
        let layout_id = self.find_or_make_layout(&run.predictions)?;
        let failed = run.predictions.iter().filter(|new| new.prediction.failed()).count();
        let each = run.samples.each;
        let sampled = (each > 1).then(|| serde_json::json!({ "samples": each }));
        self.change(
            "INSERT INTO run (benchmark_id, model_id, input, layout_id, predictions, failed, source,
                content_hash, is_current, created, state, settings)
             SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9, ?10, ?11 FROM model WHERE name = ?2",
            params![
                benchmark.id,
                run.model,
                run.input.name(),
                layout_id,
                run.predictions.len() as i64,
                failed as i64,
                json(&run.source)?,
                content_hash,
                &self.now,
                if asked.is_some() { "open" } else { "sealed" },
                asked.or(sampled.as_ref()).map(Value::to_string),
            ],
        )?;
        Ok(RunId::last_inserted(self))
    }

    /// Writing rows and computing labels take about as long as each other, so they are done side by side.
    pub(super) fn insert_predictions(
        &self,
        run: RunId,
        predictions: &[NewPrediction],
        compute_labels: impl FnOnce(&[NewPrediction]) -> Vec<CachedLabels> + Send,
    ) -> Result<()> {
        std::thread::scope(|scope| {
            let computing = scope.spawn(|| compute_labels(predictions));
            let mut insert = self.connection.prepare_cached(
                "INSERT INTO prediction (run_id, question_id, pass, choice_order, status, text)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            let mut order = String::new();
            for NewPrediction { question_id, prediction } in predictions {
                order.clear();
                order.extend(prediction.order.labels().iter().map(|label| label.letter()));
                insert.execute(params![
                    run,
                    question_id,
                    prediction.pass.0,
                    order,
                    prediction.status.name(),
                    prediction.text,
                ])?;
            }
            let labels = computing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            labels.iter().try_for_each(|labels| self.save_run_labels(run, labels))
        })
    }

    /// Writes a part; returns whether it was not there yet.
    pub(super) fn insert_part(
        &self,
        run: RunId,
        (question_id, pass, order): (QuestionId, Pass, &ChoiceOrder),
        part: &PassPart,
    ) -> Result<bool> {
        let inserted = self.insert(
            "pass_part",
            &[
                ("run_id", &run),
                ("question_id", &question_id),
                ("pass", &pass.0),
                ("choice_order", &order.to_string()),
                ("number", &part.number),
                ("status", &part.status.name()),
                ("text", &part.text),
                ("log_probability", &part.likelihood.map(|likelihood| likelihood.log_probability)),
                ("tokens", &part.likelihood.map(|likelihood| likelihood.tokens)),
            ],
            "ON CONFLICT (run_id, question_id, pass, number) DO NOTHING",
        )?;
        Ok(inserted == 1)
    }
}
