//! What can go wrong with the database, in words that say what to do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::ErrorCode;

use super::Refusal;
use assay_core::benchmark::PictureReference;
use assay_formats::referenced_picture::ReferenceProblem;

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
    #[error(
        "{}: cannot open the database: {reason}; may it and its folder be read and written by you?",
        path.display()
    )]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// SQLite's reason.
        reason: rusqlite::Error,
    },
    /// The system does not even say what is there.
    #[error("{}: cannot be looked at: {reason}; name another file with --db", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// There is nothing in which a file could lie.
    #[error("{}: there is no folder {}; make it, or name another file with --db", path.display(), folder.display())]
    NoFolder {
        /// The file looked for.
        path: PathBuf,
        /// The folder it would lie in.
        folder: PathBuf,
    },
    /// A folder or a device, where a file is needed.
    #[error("{}: this is {kind}, not a file; name the file of the database with --db", path.display())]
    NotAFile {
        /// What was named.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// A file without a byte, which only `init` and imports fill.
    #[error(
        "{}: the file is empty; `assay init` makes a database of it, or name another with --db",
        path.display()
    )]
    EmptyFile {
        /// The file.
        path: PathBuf,
    },
    /// Nothing can be written there, and what was written last is not in the file yet.
    #[error(
        "{}: the newest changes are in {} and cannot be read where nothing can be written; copy \
         both files to a folder that you may write to, and name the copy with --db",
        path.display(), wal.display()
    )]
    UnreadChanges {
        /// The file.
        path: PathBuf,
        /// The log of changes beside it.
        wal: PathBuf,
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
    /// Made by a development build, before the schema of the first release.
    #[error(
        "{}: the database has schema version {found}, that of an early build of assay; this program reads \
         version {oldest} and later. Write its decisions to a file with the program that made it \
         (`assay export decisions`), then import questions and decisions into a new database",
        path.display()
    )]
    TooOld {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The oldest version that is read here.
        oldest: i64,
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
    /// The file was deleted or moved while it was open.
    #[error(
        "{}: the file was deleted or moved while it was open; nothing more is saved. What was saved \
         before is in the moved file: put it back and start again",
        path.display()
    )]
    Gone {
        /// Where the file was.
        path: PathBuf,
    },
    /// Another file has taken the place of the open one.
    #[error(
        "{}: another file is there now in place of the open database; nothing was written to it and \
         nothing more is saved. Start again with the file that you mean",
        path.display()
    )]
    Replaced {
        /// Where the file was.
        path: PathBuf,
    },
    /// A file that SQLite keeps beside the open database was deleted or replaced.
    #[error(
        "{}: the file was deleted or replaced while the database was open; nothing more is saved. \
         Leave and start again; `assay doctor` checks what is there",
        log.display()
    )]
    LogGone {
        /// The file.
        log: PathBuf,
    },
    /// The database says that it has an older schema, and has not.
    #[error(
        "{}: the file says that it has schema version {found}, but its tables are not those of that \
         version ({reason}); nothing was changed. If the number was changed by hand, set it back",
        path.display()
    )]
    NotThatVersion {
        /// The file.
        path: PathBuf,
        /// The version that it claims.
        found: i64,
        /// SQLite's reason.
        reason: String,
    },
    /// Ids of decisions begin with the time, which cannot be before 1970.
    #[error(
        "the clock of this computer says {now}, which is before 1970; nothing was saved. Set the clock"
    )]
    Clock {
        /// What it says.
        now: String,
    },
    /// A benchmark, question, annotator or decision that does not exist.
    #[error("{what}")]
    Unknown {
        /// What was looked for, and what there is.
        what: String,
    },
    /// Something that makes no sense, or not now.
    #[error("{0}")]
    Refused(String),
    /// The same where a person can meet it while deciding.
    #[error("{0}")]
    NotAllowed(Refusal),
    /// A picture is not where it was left.
    #[error(
        "{reference}: {problem}; put the file back as it was, or import the questions again from where \
         their pictures are now (with `--pictures copy` the database keeps them itself)"
    )]
    BrokenReference {
        /// Where it was.
        reference: PictureReference,
        /// What is wrong.
        problem: ReferenceProblem,
    },
    /// A stored value that this version cannot read.
    #[error("the database holds a damaged value: {0}; run `assay doctor`")]
    Damaged(String),
    /// The file, its folder or its disk takes no writes.
    #[error(
        "the database can only be read here; nothing was saved. Copy it to a folder that you may \
         write to, and name the copy with --db"
    )]
    ReadOnly,
    /// No space for what was to be written.
    #[error("the disk of the database is full; nothing was saved. Free some space and do it again")]
    Full,
    /// The file is no longer what SQLite wrote.
    #[error("the file is damaged ({0}); `assay doctor` reports how far and what can be saved")]
    Malformed(rusqlite::Error),
    /// The system could not read or write.
    #[error(
        "the disk of the database cannot be read or written ({0}); nothing was saved. Is it full, \
         gone or broken?"
    )]
    Disk(rusqlite::Error),
    /// What is wrong with another database than the one that is worked on.
    #[error("{}: {why}", path.display())]
    OfFile {
        /// That file.
        path: PathBuf,
        /// What is wrong.
        why: Box<StoreError>,
    },
    /// Anything else that SQLite reports; its sentence is included, so it is not a source too.
    #[error("database: {0}")]
    Sqlite(rusqlite::Error),
}

impl StoreError {
    /// Whether the error is about the database's file as a whole and does not name it.
    pub fn leaves_out_the_file(&self) -> bool {
        use StoreError::{Busy, Damaged, Disk, Full, Malformed, ReadOnly, Sqlite};
        matches!(
            self,
            ReadOnly | Full | Malformed(_) | Disk(_) | Sqlite(_) | Busy { .. } | Damaged(_)
        )
    }
}

impl StoreError {
    /// The same about another database than the one that is worked on.
    #[must_use]
    pub fn of_file(self, path: &Path) -> Self {
        match self.leaves_out_the_file() {
            true => StoreError::OfFile { path: path.to_owned(), why: Box::new(self) },
            false => self,
        }
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

/// The error without the statement that it quotes, which says nothing to who did not write it.
fn without_statement(error: rusqlite::Error) -> rusqlite::Error {
    match error {
        rusqlite::Error::SqlInputError { error, msg, .. } => {
            rusqlite::Error::SqliteFailure(error, Some(msg))
        }
        other => other,
    }
}

/// What was read from the database cannot be what was written to it.
pub(super) fn damaged(error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}

/// A value as it is stored.
pub(super) fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(damaged)
}

/// One error of each kind that a person can meet while a screen is open, for tests of their words.
#[doc(hidden)]
pub fn one_of_each() -> Vec<StoreError> {
    use assay_core::benchmark::Label;
    use assay_core::benchmark::team::Role;
    let path = || PathBuf::from("/data/assay.db");
    let sqlite = || rusqlite::Error::InvalidQuery;
    let (item, name) = (|| "7".to_owned(), || "mia".to_owned());
    let refusals = [
        Refusal::NotTheNewest,
        Refusal::NotTakenBackLast,
        Refusal::ChangedSince { item: item() },
        Refusal::ChangesNothing { item: item() },
        Refusal::NoSuchChoice { item: item(), label: Label::A },
        Refusal::KeptWithOtherAnswer { item: item(), reference: Label::A },
        Refusal::CategoryFirst { item: item() },
        Refusal::NoSuchCategory { name: "ocl".into(), meant: Some("ocr".into()) },
        Refusal::NoSuchCategory { name: "farm".into(), meant: None },
        Refusal::EnoughDecided { item: item(), others: 2, wanted: 2 },
        Refusal::EnoughRead { item: item(), others: 3, wanted: 2 },
        Refusal::PlacesTaken { item: item(), wanted: 3, decided: 1, open: 2 },
        Refusal::NotAssigned { queue: "review", name: name() },
        Refusal::OwnQuestion { item: item(), name: name() },
        Refusal::NoExpert { name: name(), role: None },
        Refusal::NoExpert { name: name(), role: Some(Role::Annotator) },
        Refusal::DecidedBefore { item: item(), name: name(), queue: "review" },
        Refusal::NotRecorded,
        Refusal::PictureNotRecorded,
        Refusal::GuessFirst { item: item() },
        Refusal::NoGuessAsked { item: item() },
        Refusal::PictureSeen { item: item() },
        Refusal::OtherBundle { person: name(), queue: "review" },
        Refusal::FixInBundle,
        Refusal::AnswerFirst,
        Refusal::EvidenceAfterAnswer,
    ];
    let broken = |problem| {
        let reference = PictureReference::File { root: "/data".into(), path: "/data/1.png".into() };
        StoreError::BrokenReference { reference, problem }
    };
    let others = [
        StoreError::Missing { path: path() },
        StoreError::CannotOpen { path: path(), reason: sqlite() },
        StoreError::Busy { waited: Duration::from_secs(5) },
        StoreError::Gone { path: path() },
        StoreError::Replaced { path: path() },
        StoreError::LogGone { log: path() },
        StoreError::Clock { now: "1969-12-31".into() },
        broken(ReferenceProblem::Gone),
        broken(ReferenceProblem::Changed("x".into())),
        broken(ReferenceProblem::Unreadable(std::io::ErrorKind::PermissionDenied.into())),
        StoreError::Damaged("x".into()),
        StoreError::ReadOnly,
        StoreError::Full,
        StoreError::Malformed(sqlite()),
        StoreError::Disk(sqlite()),
        StoreError::Sqlite(sqlite()),
    ];
    refusals.into_iter().map(StoreError::from).chain(others).collect()
}
