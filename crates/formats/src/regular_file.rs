//! Opening of regular files only.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file for reading. Anything else is refused before it is opened, which may block forever:
/// a pipe blocks until it has a writer, and a device may have no end.
///
/// # Errors
/// If it is a folder, a pipe or a device, or if the system refuses.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::Error::other("this is a folder; name a file in it"));
    }
    if !found.is_file() {
        return Err(io::Error::other(
            "this is a device or a pipe; write it to a file and name that",
        ));
    }
    File::open(path)
}
