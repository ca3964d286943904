//! A copy of the whole database, made while others write: SQLite's online backup.

use std::fmt::Display;
use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::open::make_file;
use super::open_files::beside;
use super::{Result, StoreError, View};
use crate::query::Query;

/// How long it waits where the file is locked for a moment.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

impl View {
    /// Writes a copy of the database as it is at this moment to a file that is not there yet. Others go
    /// on writing meanwhile. The file is complete, checked and on the disk before it has its name.
    ///
    /// # Errors
    /// `Refused` where there is such a file, or where it cannot be written.
    pub fn back_up_to(&self, path: &Path) -> Result<()> {
        let failed = |why: &dyn Display| StoreError::bad_file(path, why.to_string());
        if path.exists() {
            return Err(failed(&"there is a file already; name another one"));
        }
        let part = beside(path, ".part");
        let written = self.copy_to(&part).map_err(|error| failed(&error));
        let written = written.and_then(|()| {
            let synced = File::open(&part).and_then(|file| file.sync_all());
            synced.and_then(|()| std::fs::rename(&part, path)).map_err(|why| failed(&why))
        });
        if written.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        written
    }

    fn copy_to(&self, path: &Path) -> Result<()> {
        make_file(path);
        let mut copy = Connection::open(path)?;
        let backup = Backup::new(&self.connection, &mut copy)?;
        // All pages in one step: a backup in several begins anew whenever another program writes.
        while backup.step(-1)? != StepResult::Done {
            std::thread::sleep(BETWEEN_ATTEMPTS);
        }
        drop(backup);
        let verdict: String = copy.one("PRAGMA quick_check", [])?;
        match verdict.as_str() {
            "ok" => Ok(()),
            fault => Err(StoreError::Damaged(format!("the copy is not whole: {fault}"))),
        }
    }
}
