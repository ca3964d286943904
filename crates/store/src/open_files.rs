//! Whether the files at the paths of the open database are still those that are open.
//!
//! SQLite goes on writing into a file that was deleted, moved or replaced, and says nothing. So device
//! and inode of the database and of the two files beside it are noted when it is opened, and compared
//! before each commit. They are asked for by name and never opened: closing any descriptor of the file
//! would drop the locks that SQLite holds on it.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Device and inode.
type Identity = (u64, u64);

/// What SQLite keeps beside a database: the log of changes and its index.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// The files of an open database as they were when it was opened.
#[derive(Debug, Default)]
pub(super) struct OpenFiles {
    database: Option<(PathBuf, Identity)>,
    beside: Vec<(&'static str, PathBuf, Identity)>,
}

/// What is not as it was.
#[derive(Debug)]
pub(super) struct Moved {
    /// The error for the database that is open.
    pub error: StoreError,
    /// Whether what is in the log can still be carried into the open file without harm:
    /// no other program has begun another log.
    pub can_be_carried_over: bool,
}

impl OpenFiles {
    /// Notes the files of a database that was just opened for writing.
    pub fn note(path: &Path) -> Self {
        // SQLite follows links before it names the files beside.
        let Ok(path) = fs::canonicalize(path) else { return Self::default() };
        let noted = |ending| {
            let beside = beside(&path, ending);
            identity(&beside).map(|identity| (ending, beside, identity))
        };
        let beside = BESIDE.into_iter().filter_map(noted).collect();
        OpenFiles { database: identity(&path).map(|identity| (path, identity)), beside }
    }

    /// What has happened since to the files of the database, which was opened by this name, if anything.
    pub fn moved(&self, opened: &Path) -> Option<Moved> {
        let (path, noted) = self.database.as_ref()?;
        let found = identity(path);
        let changed = |(_, path, noted): &&(_, PathBuf, Identity)| identity(path) != Some(*noted);
        let log = self.beside.iter().find(changed);
        let error = match (found, log) {
            (None, _) => StoreError::Gone { path: opened.to_owned() },
            (Some(found), _) if found != *noted => StoreError::Replaced { path: opened.to_owned() },
            (Some(_), Some((ending, ..))) => StoreError::LogGone { log: beside(opened, ending) },
            (Some(_), None) => return None,
        };
        let is_another = |(_, path, noted): &(_, PathBuf, Identity)| {
            identity(path).is_some_and(|found| found != *noted)
        };
        Some(Moved { error, can_be_carried_over: !self.beside.iter().any(is_another) })
    }
}

fn identity(path: &Path) -> Option<Identity> {
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

/// The path with an ending behind it.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// A database with one setting, open.
    fn open() -> (tempfile::TempDir, PathBuf, Store) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let mut store = Store::open_or_create(&path).unwrap();
        store.set_setting("first", "kept").unwrap();
        (dir, path, store)
    }

    #[test]
    fn nothing_is_committed_after_the_file_was_moved_and_what_was_before_goes_with_it() {
        let (dir, path, mut store) = open();
        let elsewhere = dir.path().join("elsewhere.db");
        fs::rename(&path, &elsewhere).unwrap();
        for _ in 0..2 {
            let error = store.set_setting("second", "lost").unwrap_err();
            assert!(matches!(error, StoreError::Gone { .. }), "{error}");
        }
        let moved = Store::open(&elsewhere).unwrap();
        assert_eq!(moved.setting("first").unwrap().as_deref(), Some("kept"));
        assert_eq!(moved.setting("second").unwrap(), None);
    }

    #[test]
    fn what_was_saved_is_in_the_moved_file_even_if_nothing_was_tried_after() {
        let (dir, path, store) = open();
        let elsewhere = dir.path().join("elsewhere.db");
        fs::rename(&path, &elsewhere).unwrap();
        drop(store);
        let moved = Store::open(&elsewhere).unwrap();
        assert_eq!(moved.setting("first").unwrap().as_deref(), Some("kept"));
        assert!(!path.exists());
    }

    #[test]
    fn a_file_that_was_put_back_is_written_again() {
        let (dir, path, mut store) = open();
        let elsewhere = dir.path().join("elsewhere.db");
        fs::rename(&path, &elsewhere).unwrap();
        assert!(store.set_setting("second", "lost").is_err());
        fs::rename(&elsewhere, &path).unwrap();
        store.set_setting("third", "kept").unwrap();
        drop(store);
        let again = Store::open(&path).unwrap();
        assert_eq!(again.setting("third").unwrap().as_deref(), Some("kept"));
    }

    #[test]
    fn another_log_is_not_written_over() {
        let (_dir, path, mut store) = open();
        let log = beside(&path, "-wal");
        fs::remove_file(&log).unwrap();
        fs::write(&log, "of somebody else").unwrap();
        let error = store.set_setting("second", "lost").unwrap_err();
        assert!(matches!(error, StoreError::LogGone { .. }), "{error}");
        drop(store);
        assert_eq!(fs::read_to_string(&log).unwrap(), "of somebody else");
    }

    #[test]
    fn a_database_opened_by_a_link_is_the_file_behind_it() {
        let (dir, path, store) = open();
        drop(store);
        let link = dir.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        Store::open(&link).unwrap().set_setting("second", "kept").unwrap();
        assert!(!beside(&link, "-wal").exists());
    }
}
