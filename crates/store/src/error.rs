//! What can go wrong with the database, in words that say what to do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::ErrorCode;

use super::Refusal;
use assay_core::benchmark::PictureReference;
use assay_formats::referenced_picture::ReferenceProblem;
use assay_words::text;

/// What the store does, or why it could not.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no file.
    #[error("{}", text!("store-missing", file = path.display()))]
    Missing { path: PathBuf },
    /// The file cannot be opened.
    #[error("{}", text!("store-cannot-open", file = path.display(), reason))]
    CannotOpen { path: PathBuf, reason: rusqlite::Error },
    /// The file of a database cannot be opened or migrated: what is wrong with it, and what to do.
    #[error("{}: {problem}", path.display())]
    BadFile { path: PathBuf, problem: String },
    /// Other writers kept the database locked.
    #[error("{}", text!("store-busy", seconds = waited.as_secs()))]
    Busy { waited: Duration },
    /// The file was deleted or moved while it was open.
    #[error("{}", text!("store-gone", file = path.display()))]
    Gone { path: PathBuf },
    /// Another file has taken the place of the open one.
    #[error("{}", text!("store-replaced", file = path.display()))]
    Replaced { path: PathBuf },
    /// A file that SQLite keeps beside the open database was deleted or replaced.
    #[error("{}", text!("store-log-gone", file = log.display()))]
    LogGone { log: PathBuf },
    /// Ids of decisions begin with the time, which cannot be before 1970.
    #[error("{}", text!("store-clock", now))]
    Clock { now: String },
    /// A benchmark, question, annotator or decision that does not exist.
    #[error("{what}")]
    Unknown { what: String },
    /// Something that makes no sense, or not now.
    #[error("{0}")]
    Refused(String),
    /// The same where a person can meet it while deciding.
    #[error("{0}")]
    NotAllowed(Refusal),
    /// A picture is not where it was left.
    #[error("{}", broken_reference(reference, problem))]
    BrokenReference { reference: PictureReference, problem: ReferenceProblem },
    /// A stored value that this version cannot read.
    #[error("{}", text!("store-damaged", what = .0))]
    Damaged(String),
    /// The file, its folder or its disk takes no writes.
    #[error("{}", text!("store-read-only"))]
    ReadOnly,
    /// No space for what was to be written.
    #[error("{}", text!("store-full"))]
    Full,
    /// The file is no longer what SQLite wrote.
    #[error("{}", text!("store-malformed", reason = .0))]
    Malformed(rusqlite::Error),
    /// The system could not read or write.
    #[error("{}", text!("store-disk", reason = .0))]
    Disk(rusqlite::Error),
    /// Anything else that SQLite reports; its sentence is included, so it is not a source too.
    #[error("{}", text!("store-sqlite", reason = .0))]
    Sqlite(rusqlite::Error),
}

impl StoreError {
    /// A problem of the file of a database.
    pub(super) fn bad_file(path: &Path, problem: impl Into<String>) -> Self {
        StoreError::BadFile { path: path.to_owned(), problem: problem.into() }
    }

    /// The error for a file that is not a database of ours.
    pub(super) fn foreign(path: &Path, found: &str) -> Self {
        let problem =
            format!("this is not an Assay database ({found}); name another file with --db");
        Self::bad_file(path, problem)
    }

    /// Whether the error is about the database's file as a whole and does not name it.
    pub fn leaves_out_the_file(&self) -> bool {
        use StoreError::{Busy, Damaged, Disk, Full, Malformed, ReadOnly, Sqlite};
        matches!(
            self,
            ReadOnly | Full | Malformed(_) | Disk(_) | Sqlite(_) | Busy { .. } | Damaged(_)
        )
    }

    /// The same about another database than the one that is worked on.
    #[must_use]
    pub fn of_file(self, path: &Path) -> Self {
        if self.leaves_out_the_file() { Self::bad_file(path, self.to_string()) } else { self }
    }
}

impl From<Refusal> for StoreError {
    fn from(refusal: Refusal) -> Self {
        StoreError::NotAllowed(refusal)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly,
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Malformed(error),
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk(error),
            _ => StoreError::Sqlite(without_statement(error)),
        }
    }
}

/// Why a picture that is kept in another file cannot be read.
fn broken_reference(reference: &PictureReference, problem: &ReferenceProblem) -> String {
    match problem {
        ReferenceProblem::Gone => text!("store-reference-gone", place = reference),
        ReferenceProblem::Changed(reason) => {
            text!("store-reference-changed", place = reference, reason)
        }
        ReferenceProblem::File(_) | ReferenceProblem::Unreadable(_) => {
            text!("store-reference-unreadable", place = reference, reason = problem)
        }
    }
}

/// The error without the statement that it quotes, which says nothing to who did not write it.
fn without_statement(error: rusqlite::Error) -> rusqlite::Error {
    match error {
        rusqlite::Error::SqlInputError { error, msg, .. } => {
            rusqlite::Error::SqliteFailure(error, Some(msg))
        }
        other => other,
    }
}

/// A sentence that says why something is refused.
impl From<String> for StoreError {
    fn from(why: String) -> Self {
        StoreError::Refused(why)
    }
}

/// Refuses where something is so; `why` is asked only then.
pub fn refuse_if<E: Into<StoreError>>(is_so: bool, why: impl FnOnce() -> E) -> Result<()> {
    if is_so { Err(why().into()) } else { Ok(()) }
}

/// What was read from the database cannot be what was written to it.
pub(super) fn damaged(error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}

/// A value as it is stored.
pub(super) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(damaged)
}
