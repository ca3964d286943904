//! Folders that are complete or not there.
//!
//! A folder is filled under a temporary name next to its destination and renamed when it is complete.
//! A folder that is there already keeps everything that is not written anew, such as the history of a
//! repository; after an error no part of the new one remains.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::new_file::{NewFileError, beginning, refused, remove_litter, unwritable};

const EXISTS: &str = "there is such a folder already, and it is not empty; name another, or replace its data and \
                      README.md with --force";
const NOT_A_FOLDER: &str = "is not a folder";

/// A folder that is being filled.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    temporary: PathBuf,
    /// Locked until the process ends, however it ends.
    _lock: Option<File>,
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.temporary);
    }
}

impl NewFolder {
    pub fn create(path: &Path, overwrite: bool) -> Result<Self, NewFileError> {
        let is_empty = match fs::read_dir(path) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(_) => return Err(refused(path, NOT_A_FOLDER)),
        };
        if !is_empty && !overwrite {
            return Err(refused(path, EXISTS));
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().ok_or_else(|| refused(&path, NOT_A_FOLDER))?;
        remove_litter(&path, name);
        let temporary =
            path.with_file_name(format!("{}{}.part", beginning(name), std::process::id()));
        fs::create_dir(&temporary).map_err(|error| unwritable(&path, error))?;
        let lock = File::open(&temporary).ok().filter(|folder| folder.try_lock().is_ok());
        Ok(NewFolder { path, temporary, _lock: lock })
    }

    /// Where the folder is filled until it is complete.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Gives the complete folder its name. In a folder that is there, what has the same name is
    /// replaced.
    pub fn publish(self) -> Result<(), NewFileError> {
        self.put_in_place().map_err(|error| unwritable(&self.path, error))
    }

    fn put_in_place(&self) -> io::Result<()> {
        if !self.path.exists() {
            return fs::rename(&self.temporary, &self.path);
        }
        let replaced = self.temporary.join(".replaced");
        fs::create_dir(&replaced)?;
        for entry in fs::read_dir(&self.temporary)? {
            let name = entry?.file_name();
            if name == ".replaced" {
                continue;
            }
            let place = self.path.join(&name);
            if place.exists() {
                fs::rename(&place, replaced.join(&name))?;
            }
            fs::rename(self.temporary.join(&name), place)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn filled(path: &Path, overwrite: bool, text: &str) -> NewFolder {
        let folder = NewFolder::create(path, overwrite).unwrap();
        fs::create_dir(folder.temporary().join("data")).unwrap();
        fs::write(folder.temporary().join("data").join(text), text).unwrap();
        fs::write(folder.temporary().join("README.md"), text).unwrap();
        folder
    }

    #[test]
    fn a_folder_has_its_name_only_when_it_is_complete() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("hub");
        let folder = filled(&path, false, "new");
        assert!(!path.exists());
        folder.publish().unwrap();
        assert_eq!(
            (names(place.path()), names(&path)),
            (vec!["hub".into()], vec!["README.md".into(), "data".into()])
        );
        drop(filled(&place.path().join("given up"), false, "half"));
        assert_eq!(names(place.path()), ["hub"]);
    }

    #[test]
    fn a_repository_keeps_what_is_not_written_anew() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("hub");
        filled(&path, false, "old").publish().unwrap();
        fs::create_dir(path.join(".git")).unwrap();
        assert!(NewFolder::create(&path, false).is_err(), "it is not empty");
        filled(&path, true, "new").publish().unwrap();
        assert_eq!(names(&path), [".git", "README.md", "data"]);
        assert_eq!(names(&path.join("data")), ["new"], "old data is gone");
        assert_eq!(names(place.path()), ["hub"]);
        let file = place.path().join("file");
        fs::write(&file, "a file").unwrap();
        assert!(NewFolder::create(&file, true).is_err());
    }

    #[test]
    fn what_a_killed_process_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join(".hub.1.part")).unwrap();
        let folder = filled(&place.path().join("hub"), false, "new");
        assert!(!place.path().join(".hub.1.part").exists() && folder.temporary().exists());
    }
}
