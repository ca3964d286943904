//! What can go wrong with the database, in words that say what to do.

use std::path::PathBuf;
use std::time::Duration;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no file.
    #[error(
        "{}: no such database; make one with `assay init` or `assay import questions FILE`, \
         or name another with --db",
        path.display()
    )]
    Missing {
        /// The file looked for.
        path: PathBuf,
    },
    /// The file cannot be opened.
    #[error("{}: cannot open the database: {reason}", path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// SQLite's reason.
        reason: rusqlite::Error,
    },
    /// Not a database of ours.
    #[error("{}: this is not an Assay database ({found}); name another file with --db", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// Made by a newer version of the program.
    #[error(
        "{}: the database has schema version {found}, this program knows up to {known}; \
         use the newer version of assay that made it", path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// The backup before a migration failed, so nothing was migrated.
    #[error("{}: cannot write the backup before migrating: {reason}; nothing was changed", path.display())]
    Backup {
        /// The backup file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Other writers kept the database locked.
    #[error("the database stayed locked by another process for {} s; nothing was saved, try again", waited.as_secs())]
    Busy {
        /// How long was waited.
        waited: Duration,
    },
    /// A benchmark, question, annotator or decision that does not exist.
    #[error("{what}")]
    Unknown {
        /// What was looked for, and what there is.
        what: String,
    },
    /// An act that the history does not allow.
    #[error("{0}")]
    Refused(String),
    /// A stored value that this version cannot read.
    #[error("the database holds a damaged value: {0}; run `assay doctor`")]
    Damaged(String),
    /// Anything SQLite reports; told whole in one sentence, so it is no source besides.
    #[error("database: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::Sqlite(error)
    }
}
