//! Reading the TOML files that a lead writes for a benchmark: taxonomies and checklists.

use std::io;
use std::path::Path;

/// The largest file that is read, in bytes; the largest built-in taxonomy has 44 kB.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// The text of a file that is to hold `what`, such as `a taxonomy`.
pub fn read(path: &Path, what: &str) -> io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other(format!("this is not a file; expected {what} in TOML")));
    }
    if metadata.len() > MOST_BYTES {
        let problem = format!("expected {what} in TOML, found a file of more than 1 MB");
        return Err(io::Error::other(problem));
    }
    std::fs::read_to_string(path)
}
