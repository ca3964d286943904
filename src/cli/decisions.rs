//! `assay import decisions`: history as JSON lines, read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::Value;

use super::{Shared, print_message, warn};
use crate::report::documents::merge::{describe_dates, describe_uncounted};
use crate::store::{DecisionRow, StoreError, TakenRows};
use crate::visible::Harmless;

/// The longest line of a decision, in bytes; reading a longer one whole could exhaust memory.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

#[derive(Debug, Args)]
pub(crate) struct ImportDecisions {
    /// JSON lines as `assay export decisions` writes them
    file: PathBuf,
}

impl ImportDecisions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let mut lines = checked(&self.file)?;
        let mut read = 0;
        let rows = lines.by_ref().map(|row| {
            read += 1;
            row.map_err(|error| StoreError::Refused(format!("{error:#}")))
        });
        let taken = store.import_decisions(rows);
        let place = lines.place();
        let taken = taken
            .with_context(|| format!("nothing was imported: {place} (row {read} of history)"))?;
        print_message(&format!(
            "{read} rows read, {} new, {} there already",
            taken.new,
            read - taken.new
        ));
        if taken.renumbered > 0 {
            warn(&format!(
                "{} new rows are about a revision that has another number here and the same content",
                taken.renumbered
            ));
        }
        let uncounted = describe_uncounted(&taken.uncounted).into_iter();
        for words in uncounted.chain(describe_dates(&taken.dated_ahead)) {
            warn(&words);
        }
        if let Some(words) = describe_forks(&taken) {
            warn(&words);
        }
        Ok(())
    }
}

/// The maximum number of items that a message names.
const MOST_NAMED: usize = 5;

/// Describes the items that one person has decided in two copies, which neither copy could report.
fn describe_forks(taken: &TakenRows) -> Option<String> {
    let forks = &taken.decided_in_two_copies;
    let named = forks.iter().take(MOST_NAMED);
    let named: Vec<String> =
        named.map(|(annotator, queue, item)| format!("{item} ({queue}, {annotator})")).collect();
    let more = forks.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!forks.is_empty()).then(|| {
        format!(
            "one person decided in two copies on {}{more}; what was done last by its own time counts, in \
             whichever order the copies are imported",
            named.join(", ")
        )
    })
}

/// The rows of a file, each of which was already checked. The database is not locked while rows
/// come slowly: input that is not a file is first copied to a temporary file, line by line as it is
/// checked.
fn checked(path: &Path) -> anyhow::Result<Lines> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let is_file = file.metadata().is_ok_and(|found| found.is_file());
    let mut copy = if is_file { None } else { Some(nameless_file()?) };
    let mut lines = Lines::new(path, file);
    if is_table(lines.reader.fill_buf().with_context(|| path.display().to_string())?) {
        bail!(
            "nothing was imported: {} is a table for people, and history is read from JSON lines alone, which \
             have every row and every field; write them where the table came from: `assay export decisions \
             --file decisions.jsonl`",
            path.display()
        );
    }
    loop {
        let line = lines.next_line();
        let place = || format!("nothing was imported: {}", lines.place());
        let Some(line) = line.with_context(place)? else { break };
        decision(&line).with_context(place)?;
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

/// A file that is removed when the program ends, even abnormally.
fn nameless_file() -> anyhow::Result<BufWriter<File>> {
    let folder = std::env::temp_dir();
    for number in 0..100 {
        let path = folder.join(format!("assay-import-{}-{number}", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => {
                fs::remove_file(&path).with_context(|| path.display().to_string())?;
                return Ok(BufWriter::new(file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        }
    }
    bail!("{}: no new file can be made here", folder.display())
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

    /// The next line that is not blank; nothing at the end.
    fn next_line(&mut self) -> anyhow::Result<Option<String>> {
        next_line(&mut self.reader, &mut self.line)
    }

    fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.line)
    }
}

impl Iterator for Lines {
    type Item = anyhow::Result<DecisionRow>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.next_line().transpose()?;
        Some(line.and_then(|line| decision(&line)))
    }
}

/// Reads a row; a row with further fields is refused, since they would be lost.
fn decision(line: &str) -> anyhow::Result<DecisionRow> {
    const EXPECTED: &str = "expected a decision as JSON, as `assay export decisions` writes it";
    let row: DecisionRow = serde_json::from_str(line).context(EXPECTED)?;
    let given: Value = serde_json::from_str(line).context(EXPECTED)?;
    if let Some(field) = unread_field(&given, &serde_json::to_value(&row)?) {
        bail!(
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

/// The next line that is not blank; `None` at the end. A byte order mark is not a part of it.
fn next_line(reader: &mut impl BufRead, number: &mut u64) -> anyhow::Result<Option<String>> {
    loop {
        let mut line = String::new();
        let mut bounded = io::Read::take(&mut *reader, LONGEST_LINE);
        if bounded.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        *number += 1;
        if *number == 1 && line.starts_with('\u{feff}') {
            line.remove(0);
        }
        if line.len() as u64 == LONGEST_LINE {
            bail!("the line is longer than {LONGEST_LINE} bytes");
        }
        if !line.trim().is_empty() {
            return Ok(Some(line));
        }
    }
}

/// Writes the row of history that a script just made. The row is saved by then, so a failure to
/// write is not a failure of the command: a script that repeats what failed would decide twice.
pub(crate) fn print_row(row: &DecisionRow) {
    let mut out = io::stdout().lock();
    let written = serde_json::to_writer(Harmless::json(&mut out), row).map_err(io::Error::from);
    if let Err(error) = written.and_then(|()| writeln!(out)).and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        warn(&format!(
            "row {} is saved; only its report could not be written ({error}). Do not decide again",
            row.id
        ));
    }
}
