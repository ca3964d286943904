//! The last step of packing: the file gets its name once its places are held.
//!
//! No transaction reaches both a database and the name of a file. So the file is written beside its name; the
//! transaction that holds the places notes that it is complete; then it is renamed. If the program is killed
//! between the two, the next program that opens the database renames it.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{Packed, Packing};
use crate::open_files::beside;
use crate::query::Query;
use crate::{QueuedItem, Result, Store, StoreError, Transaction, View};

/// Settings whose keys begin like this have the paths of bundles that are complete and have not got their names.
const COMPLETE: &str = "complete-bundle ";

/// Where a bundle is written before it has its name.
pub(super) fn part_of(path: &Path) -> PathBuf {
    beside(path, ".part")
}

/// Brings a bundle that is written to the disk.
pub(super) fn sync(path: &Path) -> Result<()> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::bad_file(path, error.to_string()))
}

fn rename(path: &Path) -> Result<()> {
    let part = part_of(path);
    let refused = |why: &str| Err(StoreError::bad_file(path, why));
    if part.exists() && path.exists() {
        return refused("another file has this name now");
    }
    // The setting may be another person's: a database that was sent moves no other files.
    let is_bundle = || {
        let file = Connection::open_with_flags(&part, OpenFlags::SQLITE_OPEN_READ_ONLY);
        file.is_ok_and(|file| matches!(View::new(file).bundle(), Ok(Some(_))))
    };
    if part.exists() && !is_bundle() {
        return refused("the file beside it is not a bundle");
    }
    let renamed = std::fs::rename(&part, path);
    // Another program may have been faster.
    match renamed {
        Err(error) if part.exists() => refused(&error.to_string()),
        _ => Ok(()),
    }
}

impl Store {
    /// Gives complete bundles their names, where there are some without. What cannot be named now is tried again
    /// by the next program.
    pub(crate) fn finish_bundles(&mut self) -> Result<()> {
        let sql = "SELECT value FROM setting WHERE key >= ?1 AND key < ?1 || char(0x10FFFF)";
        let paths: Vec<String> = self.all(sql, [COMPLETE])?;
        for path in paths {
            if rename(Path::new(&path)).is_ok() {
                self.briefly(|store| store.write(|transaction| transaction.forget_bundle(&path)))?;
            }
        }
        Ok(())
    }

    /// Gives the bundle its name. Where that cannot be, its places are given back and the file is removed.
    pub(super) fn name_bundle(
        &mut self,
        packing: &Packing<'_>,
        packed: &Packed,
        path: &Path,
    ) -> Result<()> {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let absolute = absolute.to_string_lossy();
        let renamed = rename(path);
        self.write(|transaction| {
            if renamed.is_err() {
                let Packing { queue, annotator, .. } = *packing;
                for (item, question_id) in &packed.items {
                    let packed = QueuedItem::new(queue, *question_id, item);
                    transaction.end_lease(packed, annotator.id)?;
                }
            }
            transaction.forget_bundle(&absolute)
        })?;
        if renamed.is_err() {
            crate::remove_database(&part_of(path));
        }
        renamed
    }
}

impl Transaction<'_> {
    /// Notes that the bundle at a path is complete, beside its name.
    pub(super) fn note_bundle(&self, path: &Path) -> Result<()> {
        let absolute = std::path::absolute(path)
            .map_err(|error| StoreError::bad_file(path, error.to_string()))?;
        let path = absolute.to_string_lossy();
        self.put(&format!("{COMPLETE}{path}"), Some(&path))
    }

    fn forget_bundle(&self, path: &str) -> Result<()> {
        self.put(&format!("{COMPLETE}{path}"), None)
    }
}
