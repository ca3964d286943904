//! Atomic file writing.
//!
//! A file is written next to its destination under a temporary name and renamed when it is
//! complete. An existing file is kept unless it may be overwritten; after an error no part of the
//! file remains.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    temporary: Temporary,
    overwrite: bool,
    out: BufWriter<File>,
}

/// Why a new file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct NewFileError {
    path: PathBuf,
    problem: &'static str,
    /// The reason of the system, if it refused.
    pub source: Option<io::Error>,
}

const EXISTS: &str = "there is such a file already; name another, or overwrite it with --force";
/// Something else has the name: a folder, a device, a pipe.
const NOT_A_FILE: &str = "is not a regular file";
/// It may hold people's decisions.
const DATABASE: &str = "is a database, which is never overwritten; name another file";

pub(super) fn refused(path: &Path, problem: &'static str) -> NewFileError {
    NewFileError { path: path.to_owned(), problem, source: None }
}

pub(super) fn unwritable(path: &Path, source: io::Error) -> NewFileError {
    NewFileError { source: Some(source), ..refused(path, "cannot be written") }
}

/// The temporary name of the file; the file is removed when this is dropped.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl NewFile {
    pub fn create(path: &Path, overwrite: bool) -> Result<Self, NewFileError> {
        let path = match fs::metadata(path) {
            Ok(known) if !known.is_file() => return Err(refused(path, NOT_A_FILE)),
            Ok(_) if !overwrite => return Err(refused(path, EXISTS)),
            Ok(_) if is_database(path) => return Err(refused(path, DATABASE)),
            // If a link leads to a file, the file is replaced and not the link.
            Ok(_) => fs::canonicalize(path).map_err(|error| unwritable(path, error))?,
            Err(_) => path.to_owned(),
        };
        let name = path.file_name().ok_or_else(|| refused(&path, NOT_A_FILE))?;
        remove_litter(&path, name);
        let temporary =
            path.with_file_name(format!("{}{}.part", beginning(name), std::process::id()));
        let opened = OpenOptions::new().write(true).create_new(true).open(&temporary);
        let file = opened.map_err(|error| unwritable(&path, error))?;
        // The lock ends with the process, however it ends, and shows that the file is still being
        // written. On a file system without locks, the file of a killed process remains.
        let _ = file.try_lock();
        Ok(NewFile { path, temporary: Temporary(temporary), overwrite, out: BufWriter::new(file) })
    }

    /// Where the file is written until it is complete.
    pub fn temporary(&self) -> &Path {
        &self.temporary.0
    }

    /// Gives the complete file its name.
    pub fn publish(mut self) -> Result<(), NewFileError> {
        let kept = self.out.flush().and_then(|()| self.out.get_ref().sync_all());
        kept.map_err(|error| unwritable(&self.path, error))?;
        if self.overwrite {
            return fs::rename(&self.temporary.0, &self.path)
                .map_err(|error| unwritable(&self.path, error));
        }
        // Unlike renaming, this fails if such a file was created in the meantime.
        match fs::hard_link(&self.temporary.0, &self.path) {
            Ok(()) => Ok(()),
            Err(_) if self.path.exists() => Err(refused(&self.path, EXISTS)),
            // Some file systems have no hard links.
            Err(_) => fs::rename(&self.temporary.0, &self.path)
                .map_err(|error| unwritable(&self.path, error)),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The prefix of a file's temporary names.
pub(super) fn beginning(name: &OsStr) -> String {
    format!(".{}.", name.display())
}

/// Removes the temporary files of this file, or folders of this folder, that killed processes left.
pub(super) fn remove_litter(path: &Path, name: &OsStr) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    let beginning = beginning(name);
    let is_temporary = |name: &str| {
        let process = name.strip_prefix(&beginning).and_then(|rest| rest.strip_suffix(".part"));
        process.is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()))
    };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(is_temporary)
            && File::open(entry.path()).is_ok_and(|left| left.try_lock().is_ok())
        {
            let left = entry.path();
            let _ = if left.is_dir() { fs::remove_dir_all(left) } else { fs::remove_file(left) };
        }
    }
}

fn is_database(path: &Path) -> bool {
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut start = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *MAGIC
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("q.tsv");
        let mut file = NewFile::create(&path, false).unwrap();
        file.write_all(b"rows").unwrap();
        assert!(!path.exists());
        file.publish().unwrap();
        assert_eq!(
            (fs::read(&path).unwrap(), names(folder.path())),
            (b"rows".to_vec(), vec!["q.tsv".into()])
        );
    }

    #[test]
    fn a_file_that_is_given_up_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = NewFile::create(&folder.path().join("q.tsv"), false).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn what_a_killed_process_left_is_removed_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = [".q.tsv.1.part", ".q.tsv.99999999.part"];
        let others = [".q.tsv.x.part", ".other.tsv.1.part", "q.tsv.1.part"];
        for name in left.iter().chain(&others) {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        let path = folder.path().join("q.tsv");
        let writing = NewFile::create(&path, false).unwrap();
        remove_litter(&path, path.file_name().unwrap());
        assert!(writing.temporary().exists(), "it is being written");
        drop(writing);
        let mut found = names(folder.path());
        found.sort();
        let mut expected = others.map(str::to_owned);
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_there_stays_unless_it_may_be_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("q.tsv");
        let late = NewFile::create(&path, false).unwrap();
        fs::write(&path, "old").unwrap();
        assert_eq!(NewFile::create(&path, false).unwrap_err().problem, EXISTS);
        assert_eq!(late.publish().unwrap_err().problem, EXISTS);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let mut new = NewFile::create(&path, true).unwrap();
        new.write_all(b"new").unwrap();
        new.publish().unwrap();
        assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"new".to_vec(), 1));
    }

    #[test]
    fn a_database_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("assay.db");
        fs::write(&path, b"SQLite format 3\0 and decisions").unwrap();
        assert_eq!(NewFile::create(&path, true).unwrap_err().problem, DATABASE);
        assert_eq!(names(folder.path()), ["assay.db"]);
    }

    #[test]
    fn folders_and_devices_are_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path(), Path::new("/dev/null"), Path::new("/")] {
            assert_eq!(NewFile::create(path, true).unwrap_err().problem, NOT_A_FILE);
        }
        let nowhere = folder.path().join("no/such/q.tsv");
        assert!(NewFile::create(&nowhere, true).unwrap_err().source.is_some());
    }
}
