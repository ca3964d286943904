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
//! - nothing is committed into a file that is no longer the one that was opened;
//! - lists and statistics never read picture bytes.

// Input must not be able to stop the program: what can fail is an error that says so.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod administration;
mod answer_exposure;
mod answer_pair;
mod assignment;
mod audit;
mod backup;
mod benchmark;
mod bundle;
mod bundle_mark;
mod category;
mod check;
mod checklist;
mod clock;
mod decision;
mod draft;
mod error;
mod extraction;
mod flag;
mod gold;
mod guideline;
mod histories;
mod ids;
mod judgment;
mod migrate;
mod model_alias;
mod moment;
mod open;
mod open_files;
mod people;
mod picture;
mod picture_grey;
mod query;
mod question;
mod refusal;
mod run;
mod sample;
mod schema;
mod seal;
mod setting;
mod shown_text;
mod unite;
mod view;
mod write_once;

#[cfg(test)]
extern crate assay_core as assay;
#[cfg(test)]
#[path = "../../../tests/user/support/small_questions.rs"]
mod small_questions;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};

use self::open_files::{Moved, OpenFiles};
pub use administration::RecordedAct;
pub use answer_exposure::ShownAnswers;
pub use answer_pair::{JudgedPair, OpenAnswer, PairEntry};
pub use assay_core::benchmark::decision::{QUEUE_EXTRACT, QUEUE_REVIEW, QUEUE_VERIFY};
pub use assignment::{Assignment, NewAssignment, NewBlocks};
pub use audit::{Audit, AuditPlace};
pub use benchmark::{Benchmark, BenchmarkOverview};
pub use bundle::{Packed, Packing, STOPPED};
pub use bundle_mark::BUNDLE_SETTING;
pub use check::{Finding, NotRun, Report as CheckReport};
pub use clock::Clock;
pub use decision::{
    DecisionRow, Exposure, InForce, MergeProblem, MergedRows, NewDecision, PassedOver, Places,
    QueuedItem, SeenBefore, SeenWhenOpened, TakenRows, Together, Uncounted, lease_time,
};
pub use draft::{DraftFor, DraftKind};
pub use error::{Result, StoreError, refuse_if};
#[doc(hidden)]
pub use extraction::StoredExtraction;
pub use flag::{Flag, FlagKind, Flagging, NewFlag};
pub use gold::Gold;
pub use guideline::{Guideline, GuidelineVersion};
pub use ids::{
    AnnotatorId, BenchmarkId, JudgeId, LayoutId, ModelId, PictureId, PredictionId, QuestionId,
    RunId, SampleId,
};
pub use judgment::{Judge, JudgmentDetails, KeptJudgments, NewJudgment, StoredJudgment};
pub use moment::Histories;
pub use open::remove_database;
pub use people::{Annotator, AnnotatorOverview, Person};
pub use picture::{PictureFacts, PicturePlacement, ReferencedShare};
pub use question::{
    AskAgain, BlindQuestion, ChoiceTexts, FixedQuestion, ImportOutcome, Importer, QuestionEntry,
    QuestionParts, QuestionSheet, Reveal, StoredQuestion,
};
pub use refusal::Refusal;
pub use run::{
    CachedLabels, ChoiceLikelihood, Combined, FailedRequest, Kept, KeptAnswers, LabelsKey,
    LayoutKey, NewPrediction, NewRun, PassPart, Place, RecordedPart, RecordedRequest,
    RequestOutcome, RequestPace, Run, RunSamples, RunState, SourceFile, StoredPart,
};
pub use sample::{NewSample, NewSampleItem, Sample, SampleEntry};
pub use shown_text::{BlindText, KeptReading, ShownText, TextPlace, pictures_as_shown};
pub use unite::OtherHistory;
use view::Transaction;
pub use view::View;

/// A checkpoint syncs two files and falls upon one decision, which takes some 20 ms then. SQLite's
/// own 1,000 pages are 180 decisions, so that one question in 90 would wait; this is one in 350.
const PAGES_BETWEEN_CHECKPOINTS: i64 = 4_000;
/// How long a write waits for other writers before it gives up.
pub const PATIENCE: Duration = Duration::from_mins(1);
/// How long it waits while a person looks at the screen, who must see why nothing happens.
const BRIEF_PATIENCE: Duration = Duration::from_millis(60);
/// After this long a message says that it waits.
const SILENCE: Duration = Duration::from_millis(200);
/// How long reading waits; in WAL mode it has to only while the file is made or recovered.
const READ_PATIENCE: Duration = Duration::from_secs(5);

/// An open database.
#[derive(Debug)]
pub struct Store {
    view: View,
    path: PathBuf,
    /// How long a write waits for other writers before it gives up.
    patience: Duration,
    /// Called once by a write that waits for longer than a moment.
    on_wait: Option<fn()>,
    files: OpenFiles,
}

impl Store {
    /// The path of the database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in one immediate transaction and commits it. Nothing of it stays if it fails.
    fn write<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let transaction = self.begin()?;
        let result = work(&transaction)?;
        self.commit(transaction)?;
        Ok(result)
    }

    /// Does what need not wait for the disk at each write: what can be imported or typed again.
    fn relaxed<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut Store) -> Result<T, E>,
    ) -> Result<T, E> {
        let synchronous = |store: &Store, mode| {
            let set = store.connection.pragma_update(None, "synchronous", mode);
            set.map_err(StoreError::from)
        };
        synchronous(self, "NORMAL")?;
        let done = work(self);
        synchronous(self, "FULL")?;
        done
    }

    /// Does some work in which a write gives up with [`StoreError::Busy`] after a moment, if another
    /// program is writing: the caller tries again, and can say meanwhile what it waits for.
    pub fn briefly<T>(&mut self, work: impl FnOnce(&mut Store) -> T) -> T {
        self.patience = BRIEF_PATIENCE;
        let done = work(self);
        self.patience = PATIENCE;
        done
    }

    /// Sets what each write calls, once, when it has waited for another program for longer than a moment,
    /// so that the user knows why nothing happens.
    pub fn on_wait(&mut self, report: Option<fn()>) {
        self.on_wait = report;
    }

    /// Begins an immediate transaction.
    fn begin(&self) -> Result<Transaction<'_>> {
        let now = self.now();
        let begun = begin(&self.connection, self.patience, self.on_wait)?;
        Ok(Transaction::new(&self.view, now, begun))
    }

    /// Commits, unless the file is no longer the one that was opened. Nothing of the transaction stays
    /// then.
    fn commit(&self, transaction: Transaction<'_>) -> Result<()> {
        let Some(moved) = self.files.moved(&self.path) else { return transaction.commit() };
        drop(transaction);
        self.carry_over(&moved);
        Err(moved.error)
    }

    /// Carries what was committed from the log into the file that is open, wherever it is now: the log
    /// did not move with it. Where another log was begun, nothing is written any more.
    fn carry_over(&self, moved: &Moved) {
        // What fails here cannot be mended, and the error that is reported already is the cause.
        let _ = match moved.can_be_carried_over {
            true => self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())),
            false => {
                let option = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
                self.connection.set_db_config(option, true).map(|_| ())
            }
        };
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(moved) = self.files.moved(&self.path) {
            self.carry_over(&moved);
        }
    }
}

/// Begins an immediate transaction.
fn begin(
    connection: &Connection,
    patience: Duration,
    on_wait: Option<fn()>,
) -> Result<rusqlite::Transaction<'_>> {
    connection.busy_timeout(Duration::ZERO)?;
    // Unchecked for transactions within each other, which `write` and `import` never make.
    let behaviour = TransactionBehavior::Immediate;
    let begun = patiently(patience, on_wait, || {
        rusqlite::Transaction::new_unchecked(connection, behaviour)
    });
    connection.busy_timeout(READ_PATIENCE)?;
    begun
}

/// Does what needs the database for itself. While another process writes, it waits a random time
/// that grows, so that no writer starves.
fn patiently<T>(
    patience: Duration,
    mut on_wait: Option<fn()>,
    mut work: impl FnMut() -> rusqlite::Result<T>,
) -> Result<T> {
    let start = Instant::now();
    let mut longest_wait_ms = 2;
    loop {
        match work() {
            Ok(done) => return Ok(done),
            Err(error) if !is_busy(&error) => return Err(error.into()),
            Err(_) if start.elapsed() > patience => {
                return Err(StoreError::Busy { waited: patience });
            }
            Err(_) => {
                if start.elapsed() > SILENCE
                    && let Some(report) = on_wait.take()
                {
                    report();
                }
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
