//! The SQLite file: the only place with SQL.
//!
//! One file holds a team's benchmarks, pictures and every decision. Here is how it is written, in
//! `open` how it is opened; each aggregate has a file of its own. What holds here:
//!
//! - every write is one `BEGIN IMMEDIATE` transaction; a deferred one would meet a stale snapshot
//!   that no waiting cures (measured: 730,904 failures in ten seconds);
//! - a decision is durable (`synchronous=FULL`) when the call returns;
//! - waiting for another writer is random and patient, because SQLite's own busy handler starves
//!   some of many writers while the others sync;
//! - lists and statistics never read picture bytes.

mod annotator;
mod answer_exposure;
mod benchmark;
mod check;
mod clock;
mod decision;
mod error;
mod extraction;
mod flag;
mod guideline;
mod history_row;
mod ids;
mod lease;
mod migrate;
mod open;
mod overview;
mod picture;
mod question;
mod run;
mod sample;
mod setting;
mod shown_text;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::{Connection, Transaction, TransactionBehavior};

pub use crate::benchmark::decision::{QUEUE_EXTRACT, QUEUE_REVIEW, QUEUE_VERIFY};
pub use annotator::Annotator;
pub use benchmark::Benchmark;
pub use check::{Finding, NotRun, Report as CheckReport};
pub use clock::Clock;
pub use decision::{DecisionRow, Exposure, InForce, NewDecision, TakenRows};
pub use error::StoreError;
pub use extraction::StoredExtraction;
pub use flag::{Flag, FlagKind, Flagging, NewFlag};
pub use guideline::Guideline;
pub use ids::{
    AnnotatorId, BenchmarkId, LayoutId, PictureId, PredictionId, QuestionId, RunId, SampleId,
};
pub use lease::LeaseRequest;
pub use open::remove_database;
pub use overview::{AnnotatorOverview, BenchmarkOverview};
pub use picture::PictureReader;
pub use question::{
    AskAgain, BlindQuestion, ChoiceTexts, FixedQuestion, ImportOutcome, Importer, QuestionEntry,
    QuestionSheet, Reveal, StoredQuestion,
};
pub use run::{
    CachedLabels, ChoiceLikelihood, FailedRequest, Kept, LabelsKey, LayoutKey, NewPrediction,
    NewRun, PassPart, Place, PredictionReader, RecordedPart, RecordedRequest, RequestOutcome, Run,
    RunState, RunUsage, SourceFile, StoredPart,
};
pub use sample::{NewSample, NewSampleItem, Sample, SampleEntry};
pub use shown_text::{BlindText, KeptReading, ShownText, TextPlace};

/// A checkpoint syncs two files and falls upon one decision, which takes some 20 ms then. SQLite's
/// own 1,000 pages are 180 decisions, so that one question in 90 would wait; this is one in 350.
const PAGES_BETWEEN_CHECKPOINTS: i64 = 4_000;
/// How long a write waits for other writers before it gives up.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long reading waits; in WAL mode it has to only while the file is made or recovered.
const READ_PATIENCE: Duration = Duration::from_secs(5);

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    clock: Clock,
}

impl Store {
    /// Where the database lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in one immediate transaction and commits it. Nothing of it stays if it fails.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = begin(&self.connection)?;
        let result = work(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }
}

/// Begins an immediate transaction.
fn begin(connection: &Connection) -> Result<Transaction<'_>, StoreError> {
    connection.busy_timeout(Duration::ZERO)?;
    // Unchecked for transactions within each other, which `write` and `import` never make.
    let begun =
        patiently(|| Transaction::new_unchecked(connection, TransactionBehavior::Immediate));
    connection.busy_timeout(READ_PATIENCE)?;
    begun
}

/// Does what needs the database for itself. While another process writes, it waits a random time
/// that grows, so that no writer starves.
fn patiently<T>(mut work: impl FnMut() -> rusqlite::Result<T>) -> Result<T, StoreError> {
    let start = Instant::now();
    let mut longest_wait_ms = 2;
    loop {
        match work() {
            Ok(done) => return Ok(done),
            Err(error) if !is_busy(&error) => return Err(error.into()),
            Err(_) if start.elapsed() > PATIENCE => {
                return Err(StoreError::Busy { waited: PATIENCE });
            }
            Err(_) => {
                std::thread::sleep(Duration::from_millis(1 + jitter() % longest_wait_ms));
                longest_wait_ms = (longest_wait_ms * 2).min(40);
            }
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked)
    )
}

/// A number that differs between processes and moments; spreading waits needs no better one.
fn jitter() -> u64 {
    let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::from(nanos.subsec_nanos()).wrapping_mul(u64::from(std::process::id()) | 1) >> 7
}
