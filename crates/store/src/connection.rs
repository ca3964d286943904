//! Connections to the file: for writing where that can be, from a place where nothing can be written too.
//!
//! SQLite keeps two files beside the database, which reading needs too. In a folder that cannot be
//! written they cannot be made; there the file is read as one that never changes, unless a log of
//! changes that were not yet carried over is beside it.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::open_files::beside;
use super::{READ_PATIENCE, Result, StoreError, seal};

/// Opens a database that is there for reading alone.
pub(super) fn open_reader(path: &Path) -> Result<Connection> {
    readable(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// A connection that can be read, if need be from a place where nothing can be written.
pub(super) fn readable(path: &Path, flags: OpenFlags) -> Result<Connection> {
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
pub(super) fn unreadable(path: &Path, reason: &io::Error) -> StoreError {
    let problem = format!("cannot be looked at: {reason}; name another file with --db");
    StoreError::bad_file(path, problem)
}

/// The error for a file that is not a database of ours.
pub(super) fn foreign(path: &Path, found: &str) -> StoreError {
    let problem = format!("this is not an Assay database ({found}); name another file with --db");
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
