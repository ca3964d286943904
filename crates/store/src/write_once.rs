//! Writing the first import of a database once instead of twice.
//!
//! The log lets others read while one writes, and every page goes into it before it goes into the file: two
//! gigabytes of pictures are four on the disk. In a database without questions no one has anything to read
//! or to decide, so its first import may keep SQLite's rollback journal instead: new pages go to the end of
//! the file at once, and the journal holds only the few that were there before. The file is back on its log
//! before the import returns; one that was killed before that is put back when it is opened again.

use std::time::Duration;

use rusqlite::Connection;

use super::open_files::OpenFiles;
use super::{PATIENCE, READ_PATIENCE, Result, Store, StoreError, is_busy, patiently};
use crate::query::Query;

impl Store {
    /// Leaves the log for a rollback journal if there is no question yet and no other program has the database
    /// open; returns whether it did.
    pub(super) fn leave_log(&mut self) -> Result<bool> {
        let has_questions = "SELECT EXISTS (SELECT 1 FROM question)";
        // Of a file that was moved, what is at its path now must not be noted as the open one.
        if self.files.moved(&self.path).is_some() || self.one(has_questions, [])? {
            return Ok(false);
        }
        self.connection.busy_timeout(Duration::ZERO)?;
        let left = set_journal_mode(&self.connection, "DELETE");
        self.connection.busy_timeout(READ_PATIENCE)?;
        match left {
            Ok(mode) if mode == "delete" => {
                self.files = OpenFiles::note(&self.path);
                Ok(true)
            }
            Ok(_) => Ok(false),
            Err(error) if is_busy(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Puts the database back on its log.
    pub(super) fn return_to_log(&mut self) -> Result<()> {
        if self.files.moved(&self.path).is_some() {
            // The next program that opens the file where it is now does it.
            return Ok(());
        }
        on_log(&self.connection)?;
        self.files = OpenFiles::note(&self.path);
        Ok(())
    }
}

/// Puts a database on its log that is not, and makes the files beside it. Waits for an import that does
/// without.
pub(super) fn on_log(connection: &Connection) -> Result<()> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode != "wal" {
        patiently(PATIENCE, None, || set_journal_mode(connection, "WAL"))?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    }
    Ok(())
}

/// Waits for an import that does without the log, beside which no one can read.
pub(super) fn wait_for_import(connection: &Connection) -> Result<()> {
    let read = || connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    match patiently(PATIENCE, None, read) {
        Err(error @ StoreError::Busy { .. }) => Err(error),
        // Other faults are reported by the next read.
        _ => Ok(()),
    }
}

fn set_journal_mode(connection: &Connection, mode: &str) -> rusqlite::Result<String> {
    connection.pragma_update_and_check(None, "journal_mode", mode, |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use tempfile::TempDir;

    use super::*;
    use crate::open_files::beside;
    use assay_core::benchmark::{Question, QuestionKey};

    /// More than SQLite keeps in memory, so that it is written while the import goes on.
    const PICTURES: usize = 100;
    const SIZE: usize = 85_000;

    fn mode(store: &Store) -> String {
        store.connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap()
    }

    /// Imports pictures and a question; `during` runs before the end.
    fn import(store: &mut Store, during: impl FnOnce()) -> Result<()> {
        store.import("b", None, |importer| {
            for number in 0..PICTURES {
                importer.keep_picture(&[&number.to_le_bytes()[..], &vec![7; SIZE]].concat())?;
            }
            let key = QuestionKey::new("7").unwrap();
            importer.keep_questions(&[Question::new(key, "Where?", Vec::new())])?;
            during();
            Ok(())
        })
    }

    /// A new database in a folder of its own.
    fn database() -> (TempDir, PathBuf, Store) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let store = Store::open_or_create(&path).unwrap();
        (dir, path, store)
    }

    #[test]
    fn the_first_import_writes_its_pictures_once_and_the_log_is_back_after_it() {
        let (_dir, path, mut store) = database();
        let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        let (mut file, mut log) = (0, 0);
        let look = || (file, log) = (size(&path), size(&beside(&path, "-wal")));
        import(&mut store, look).unwrap();
        assert!(file > 4_000_000 && log == 0, "{file} bytes in the file, {log} in the log");
        assert_eq!(mode(&store), "wal");
        store.set_setting("second", "kept").unwrap();
        assert!(beside(&path, "-wal").exists());

        // Where there are questions, others may be at work: they can go on reading.
        import(&mut store, || assert!(beside(&path, "-wal").exists())).unwrap();
    }

    #[test]
    fn a_database_that_others_have_open_keeps_its_log() {
        let (_dir, path, mut store) = database();
        let other = Store::open(&path).unwrap();
        import(&mut store, || assert_eq!(other.setting("none").unwrap(), None)).unwrap();
        assert_eq!(mode(&store), "wal");
        assert_eq!(other.benchmarks().unwrap().len(), 1);
    }

    #[test]
    fn an_import_that_is_killed_leaves_nothing_and_the_next_one_to_open_puts_the_log_back() {
        let (dir, path, mut store) = database();
        let killed = dir.path().join("killed.db");
        store.set_setting("first", "kept").unwrap();
        import(&mut store, || {
            fs::copy(&path, &killed).unwrap();
            fs::copy(beside(&path, "-journal"), beside(&killed, "-journal")).unwrap();
        })
        .unwrap();
        assert!(fs::metadata(&killed).unwrap().len() > 4_000_000);
        let after = Store::open(&killed).unwrap();
        assert_eq!(mode(&after), "wal");
        assert_eq!(after.setting("first").unwrap().as_deref(), Some("kept"));
        assert!(after.benchmarks().unwrap().is_empty());
    }

    #[test]
    fn whoever_opens_the_database_meanwhile_waits_for_the_end_of_the_import() {
        let (_dir, path, mut store) = database();
        let other = Connection::open(&path).unwrap();
        // One that gives up soon, so that nothing but the waiting makes it patient.
        other.busy_timeout(Duration::from_millis(1)).unwrap();
        let read = |connection: &Connection| -> rusqlite::Result<i64> {
            connection.query_row("SELECT count(*) FROM benchmark", [], |row| row.get(0))
        };
        let found = std::thread::scope(|threads| {
            let (begun, begins) = std::sync::mpsc::channel();
            let (refused, is_refused) = std::sync::mpsc::channel();
            let waits = threads.spawn(move || {
                begins.recv().unwrap();
                assert!(is_busy(&read(&other).unwrap_err()), "nobody can read meanwhile");
                refused.send(()).unwrap();
                wait_for_import(&other).unwrap();
                read(&other)
            });
            import(&mut store, || {
                begun.send(()).unwrap();
                is_refused.recv().unwrap();
            })
            .unwrap();
            waits.join().unwrap()
        });
        assert_eq!(found, Ok(1));
    }

    #[test]
    fn an_import_that_fails_puts_the_log_back() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&dir.path().join("a.db")).unwrap();
        let refused = || Err(StoreError::Refused("a bad file".into()));
        assert!(store.import::<(), StoreError>("b", None, |_| refused()).is_err());
        assert_eq!(mode(&store), "wal");
        store.set_setting("second", "kept").unwrap();
    }
}
