//! Opening the file: whatever is not a database is refused before SQLite can touch it, and a new file that
//! cannot be filled is taken away again.
//!
//! SQLite keeps two files beside the database, which reading needs too. In a folder that cannot be
//! written they cannot be made; there the file is read as one that never changes, unless a log of
//! changes that were not yet carried over is beside it.

use std::fs::{Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::open_files::{OpenFiles, beside};
use super::{
    PAGES_BETWEEN_CHECKPOINTS, PATIENCE, READ_PATIENCE, Result, Store, StoreError, View, migrate,
    schema, seal, write_once,
};
use crate::error::refuse_if;

/// A database has at least one page. SQLite would take a shorter file for an empty database.
const SMALLEST_DATABASE: u64 = 512;
/// More than all queues ask between two keys, so that no statement is parsed twice.
const CACHED_STATEMENTS: usize = 256;

impl View {
    /// Refuses a database that can only be read: nothing that is decided in it could be saved.
    pub fn check_writable(&self) -> Result<()> {
        refuse_if(self.connection.is_readonly("main")?, || StoreError::ReadOnly)
    }

    /// Whether anything was ever committed; another process may have been faster.
    fn has_tables(&self) -> bool {
        let tables = "SELECT count(*) FROM sqlite_schema";
        self.connection.query_row(tables, [], |row| row.get::<_, i64>(0)).is_ok_and(|n| n > 0)
    }
}

impl Store {
    /// Opens a database, or makes an empty one where there is no file or an empty one.
    pub fn open_or_create(path: &Path) -> Result<Store> {
        match metadata(path)? {
            Some(found) if found.len() > 0 => Self::open(path),
            found => Self::create(path, found.is_none()),
        }
    }

    /// Opens a database that exists, migrating it to this version's schema after a backup. Where
    /// nothing can be written it can only be read.
    pub fn open(path: &Path) -> Result<Store> {
        let found = metadata(path)?;
        let found = found.ok_or_else(|| StoreError::Missing { path: path.to_owned() })?;
        if found.len() == 0 {
            let problem =
                "the file is empty; `assay init` makes a database of it, or name another with --db";
            return Err(StoreError::bad_file(path, problem));
        }
        if found.len() < SMALLEST_DATABASE {
            return Err(StoreError::foreign(path, "not a SQLite file"));
        }
        let mut store = Self::with(path, readable(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?);
        store.prepare()?;
        Ok(store)
    }

    /// Opens a database for reading alone, beside an open one of the same version: nothing is made, migrated
    /// or locked.
    pub fn open_to_read(path: &Path) -> Result<Store> {
        Ok(Self::with(path, open_reader(path)?))
    }

    fn create(path: &Path, is_new: bool) -> Result<Store> {
        make_file(path);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Self::with(path, connect(path, flags)?);
        let Err(error) = store.prepare() else { return Ok(store) };
        let was_others_work = matches!(error, StoreError::Busy { .. }) || store.has_tables();
        drop(store);
        if is_new && !was_others_work {
            remove_database(path);
        }
        Err(error)
    }

    pub(super) fn with(path: &Path, connection: Connection) -> Store {
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        Store {
            view: View::new(connection),
            path: path.to_owned(),
            patience: PATIENCE,
            on_wait: None,
            files: OpenFiles::default(),
        }
    }

    fn prepare(&mut self) -> Result<()> {
        write_once::wait_for_import(&self.connection)?;
        migrate::migrate(self, schema::CHANGES)?;
        self.connection.pragma_update(None, "foreign_keys", true)?;
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        self.connection.pragma_update(None, "wal_autocheckpoint", PAGES_BETWEEN_CHECKPOINTS)?;
        if self.check_writable().is_ok() {
            write_once::on_log(&self.connection)?;
            self.files = OpenFiles::note(&self.path);
            // What cannot be finished now is tried again by the next program.
            let _ = self.finish_bundles();
        }
        Ok(())
    }
}

/// Makes an empty file where there is none, with the permissions that the user gives to new files.
/// SQLite would never let a group write, whatever the umask says; its other files take over the permissions
/// of this one. Where it cannot be made, SQLite says why.
pub(super) fn make_file(path: &Path) {
    let _ = OpenOptions::new().write(true).create_new(true).open(path);
}

/// Takes a database away that was just made and could not be filled.
pub fn remove_database(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let _ = std::fs::remove_file(beside(path, ending));
    }
}

/// What is at a path; `None` if nothing is. What is not a file is refused.
fn metadata(path: &Path) -> Result<Option<Metadata>> {
    let found = match path.metadata() {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            return match folder {
                Some(folder) if !folder.exists() => {
                    let folder = folder.display();
                    let problem = format!(
                        "there is no folder {folder}; make it, or name another file with --db"
                    );
                    Err(StoreError::bad_file(path, problem))
                }
                _ => Ok(None),
            };
        }
        Err(error) => return Err(unreadable(path, &error)),
    };
    if found.is_file() {
        return Ok(Some(found));
    }
    let kind = if found.is_dir() { "a folder" } else { "a device or a pipe" };
    let problem = format!("this is {kind}, not a file; name the file of the database with --db");
    Err(StoreError::bad_file(path, problem))
}

/// Opens a database that is there for reading alone.
pub(super) fn open_reader(path: &Path) -> Result<Connection> {
    readable(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// A connection that can be read, if need be from a place where nothing can be written.
fn readable(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = connect(path, flags)?;
    match connection.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0)) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {}
        // Other faults are reported by the next read.
        _ => return Ok(connection),
    }
    drop(connection);
    let wal = beside(path, "-wal");
    if wal.metadata().is_ok_and(|wal| wal.len() > 0) {
        let problem = format!(
            "the newest changes are in {} and cannot be read where nothing can be written; copy both files \
             to a folder that you may write to, and name the copy with --db",
            wal.display()
        );
        return Err(StoreError::bad_file(path, problem));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    connect(&PathBuf::from(unchanging(path)?), flags)
}

pub(super) fn connect(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|reason| StoreError::CannotOpen { path: path.to_owned(), reason })?;
    connection.busy_timeout(READ_PATIENCE)?;
    seal::register(&connection)?;
    // Else SQLite plans by the values, and parses a cached statement anew for each use: its values were taken
    // away after the last one.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// The system does not even say what is there.
fn unreadable(path: &Path, reason: &io::Error) -> StoreError {
    let problem = format!("cannot be looked at: {reason}; name another file with --db");
    StoreError::bad_file(path, problem)
}

/// The file as a URI that promises SQLite that it does not change, so that it needs no locks and no
/// files beside it.
fn unchanging(path: &Path) -> Result<String> {
    let absolute = std::path::absolute(path).map_err(|reason| unreadable(path, &reason))?;
    let mut uri = "file:".to_owned();
    for &byte in absolute.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    Ok(uri + "?immutable=1")
}

#[cfg(test)]
mod tests {

    use rusqlite::StatementStatus;

    use super::*;

    /// A database beside which no file can be made, as in a folder that cannot be written: its name
    /// is so long that the names of SQLite's files would be too long.
    fn unwritable() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("short.db");
        Store::open_or_create(&path).unwrap().set_setting("name", "ours").unwrap();
        let long = dir.path().join(format!("a strange? name #%20 {}", "x".repeat(232)));
        std::fs::rename(path, &long).unwrap();
        (dir, long)
    }

    #[test]
    fn a_database_beside_which_nothing_can_be_written_is_read() {
        let (_dir, path) = unwritable();
        let direct = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        let count = "SELECT count(*) FROM setting";
        assert!(direct.query_row(count, [], |_| Ok(())).is_err(), "the ordinary way is open");
        for open in [Store::open, Store::open_or_create] {
            let mut store = open(&path).unwrap();
            assert_eq!(store.setting("name").unwrap().as_deref(), Some("ours"));
            let error = store.set_setting("name", "other").unwrap_err();
            assert!(matches!(error, StoreError::ReadOnly), "{error}");
        }
        open_reader(&path).unwrap().query_row(count, [], |_| Ok(())).unwrap();
    }

    #[test]
    fn changes_that_were_not_carried_over_are_not_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        drop(Store::open_or_create(&path).unwrap());
        // SQLite cannot open a folder as its log.
        std::fs::create_dir(beside(&path, "-wal")).unwrap();
        std::fs::write(beside(&path, "-wal").join("changes"), "").unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains("the newest changes are in"), "{error}");
        assert!(error.to_string().contains("a.db-wal"), "{error}");
    }

    #[test]
    fn an_empty_file_is_left_empty_by_who_only_reads() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("empty.db");
        std::fs::write(&path, "").unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains("the file is empty"), "{error}");
        assert_eq!(path.metadata().unwrap().len(), 0);
        drop(Store::open_or_create(&path).unwrap());
        Store::open(&path).unwrap();
    }

    #[test]
    fn what_is_no_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        for (path, word) in [
            (dir.path().to_owned(), "a folder"),
            (dir.path().join("no/such.db"), "there is no folder"),
            (PathBuf::from("/dev/null"), "a device"),
        ] {
            for error in [Store::open, Store::open_or_create].map(|open| open(&path).unwrap_err()) {
                let message = error.to_string();
                assert!(
                    message.contains(word) && message.starts_with(path.to_str().unwrap()),
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn decisions_are_written_with_a_connection_that_waits_for_the_disk() {
        const FULL: i64 = 2;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let synchronous = |store: &Store| -> i64 {
            store.connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap()
        };
        assert_eq!(synchronous(&Store::open_or_create(&path).unwrap()), FULL);
        let mut store = Store::open(&path).unwrap();
        assert_eq!(synchronous(&store), FULL);
        store.import::<_, StoreError>("b", None, |_| Ok(())).unwrap();
        assert_eq!(synchronous(&store), FULL, "after an import");
        let refused = || Err(StoreError::Refused("a bad file".into()));
        assert!(store.import::<(), StoreError>("b", None, |_| refused()).is_err());
        assert_eq!(synchronous(&store), FULL, "after an import that failed");
    }

    #[test]
    fn a_full_disk_is_called_one() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&dir.path().join("full.db")).unwrap();
        store.connection.pragma_update(None, "max_page_count", 10).unwrap();
        let error = store.set_setting("long", &"x".repeat(1 << 20)).unwrap_err();
        assert!(matches!(error, StoreError::Full), "{error}");
    }

    #[test]
    fn a_cached_statement_is_not_parsed_again_for_other_values() {
        let dir = tempfile::tempdir().unwrap();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = connect(&dir.path().join("a.db"), flags).unwrap();
        // Whether the index serves depends on the value.
        let table = "CREATE TABLE t (a, b); CREATE INDEX i ON t (a) WHERE b = 1";
        connection.execute_batch(table).unwrap();
        let query = "SELECT count(*) FROM t WHERE a = ?1 AND b = ?2";
        for value in 0..4 {
            let mut statement = connection.prepare_cached(query).unwrap();
            let count: i64 = statement.query_row([value, 1], |row| row.get(0)).unwrap();
            assert_eq!((count, statement.get_status(StatementStatus::RePrepare)), (0, 0));
        }
    }
}
