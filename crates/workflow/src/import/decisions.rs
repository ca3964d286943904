//! Rows of history as JSON lines, as `assay export decisions` writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{InPlace, Result, refuse};
use assay_store::{DecisionRow, Store, StoreError, TakenRows};

/// The longest line of a decision, in bytes; reading a longer one whole could exhaust memory.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

/// Takes the rows of a file; returns how many were read, and what was done with them.
///
/// # Errors
/// If a row cannot be read or taken; nothing is imported then.
pub fn import_decisions(store: &mut Store, path: &Path) -> Result<(usize, TakenRows)> {
    let mut lines = checked(path)?;
    let mut read = 0;
    let rows = std::iter::from_fn(|| {
        let row = lines.next_line().transpose()?.and_then(|line| decision(&line));
        read += 1;
        Some(row.map_err(|error| StoreError::Refused(error.to_string())))
    });
    let taken = store.import_decisions(rows);
    let place = lines.place();
    let taken =
        taken.in_place(|| format!("nothing was imported: {place} (row {read} of history)"))?;
    Ok((read, taken))
}

/// The rows of a file, each of which was already checked. The database is not locked while rows
/// come slowly: input that is not a file is first copied to a temporary file, line by line as it is
/// checked.
fn checked(path: &Path) -> Result<Lines> {
    let file = File::open(path).in_place(|| path.display().to_string())?;
    let is_file = file.metadata().is_ok_and(|found| found.is_file());
    let mut copy = if is_file { None } else { Some(BufWriter::new(tempfile::tempfile()?)) };
    let mut lines = Lines::new(path, file);
    if is_table(lines.reader.fill_buf().in_place(|| path.display().to_string())?) {
        refuse!(
            "nothing was imported: {} is a table for people, and history is read from JSON lines alone, which \
             have every row and every field; write them where the table came from: `assay export decisions \
             --file decisions.jsonl`",
            path.display()
        );
    }
    loop {
        let line = lines.next_line();
        let place = || format!("nothing was imported: {}", lines.place());
        let Some(line) = line.in_place(place)? else { break };
        decision(&line).in_place(place)?;
        if let Some(copy) = &mut copy {
            copy.write_all(line.as_bytes()).and_then(|()| copy.write_all(b"\n"))?;
        }
    }
    let mut file = match copy {
        Some(copy) => copy.into_inner().map_err(io::IntoInnerError::into_error)?,
        None => lines.reader.into_inner(),
    };
    file.seek(SeekFrom::Start(0))?;
    Ok(Lines::new(path, file))
}

/// Whether a file begins like a table of decisions: a spreadsheet, Parquet, or names of columns.
fn is_table(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let names = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    start.starts_with(b"PK\x03\x04")
        || start.starts_with(b"PAR1")
        || (!names.starts_with('{') && names.contains("benchmark") && names.contains("annotator"))
}

/// The rows of a file; a line that is not a decision is an error.
struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    /// The line that was read last, from 1.
    line: u64,
}

impl Lines {
    fn new(path: &Path, file: File) -> Self {
        Lines { path: path.to_owned(), reader: BufReader::new(file), line: 0 }
    }

    /// The next line that is not blank; `None` at the end. A byte order mark is not a part of it.
    fn next_line(&mut self) -> Result<Option<String>> {
        loop {
            let mut line = String::new();
            let mut bounded = io::Read::take(&mut self.reader, LONGEST_LINE);
            if bounded.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            if self.line == 1 && line.starts_with('\u{feff}') {
                line.remove(0);
            }
            if line.len() as u64 == LONGEST_LINE {
                refuse!("the line is longer than {LONGEST_LINE} bytes");
            }
            if !line.trim().is_empty() {
                return Ok(Some(line));
            }
        }
    }

    fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.line)
    }
}

/// Reads a row; a row with further fields is refused, since they would be lost.
fn decision(line: &str) -> Result<DecisionRow> {
    let expected =
        || "expected a decision as JSON, as `assay export decisions` writes it".to_owned();
    let row: DecisionRow = serde_json::from_str(line).in_place(expected)?;
    let given: Value = serde_json::from_str(line).in_place(expected)?;
    if let Some(field) = unread_field(&given, &serde_json::to_value(&row)?) {
        refuse!(
            "the field {field:?} means nothing here and would be lost; take it out, or import with \
             the version of assay that wrote it"
        );
    }
    Ok(row)
}

/// The first field of `given` that `read` does not have. Empty fields may be missing.
fn unread_field(given: &Value, read: &Value) -> Option<String> {
    given.as_object()?.iter().find_map(|(name, value)| match read.get(name) {
        Some(read) => unread_field(value, read),
        None if matches!(value, Value::Null | Value::Bool(false)) => None,
        None => Some(name.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_would_be_lost_is_named_unless_it_is_empty() {
        let read = serde_json::json!({"item": "1", "exposure": {"screen": "script"}});
        let with = |given: Value| unread_field(&given, &read);
        assert_eq!(with(serde_json::json!({"item": "2"})), None);
        assert_eq!(with(serde_json::json!({"item": "2", "new": null, "seen": false})), None);
        let nested = serde_json::json!({"exposure": {"zoom": 2}});
        assert_eq!(with(nested).as_deref(), Some("zoom"));
    }

    #[test]
    fn a_table_is_not_taken_for_history() {
        assert!(is_table(b"\xef\xbb\xbfbenchmark,queue,item,annotator\n"));
        assert!(is_table(b"PAR1"));
        assert!(!is_table(b"{\"benchmark\": \"b\", \"annotator\": \"a\"}\n"));
    }
}
