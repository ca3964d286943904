//! `assay import decisions`: history as JSON lines, read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::Value;

use super::{Shared, print_message, warn};
use crate::store::{DecisionRow, StoreError};
use crate::visible::Harmless;

/// A line longer than this is no decision; reading it whole could exhaust memory.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

#[derive(Debug, Args)]
pub(crate) struct ImportDecisions {
    /// JSON lines as `assay export decisions` writes them
    file: PathBuf,
}

impl ImportDecisions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let mut lines = Lines::open(&self.file)?;
        let mut read = 0;
        let mut fault = None;
        let rows = lines.by_ref().map(|row| {
            read += 1;
            row.map_err(|error| {
                let refused = StoreError::Refused(format!("{error:#}"));
                fault = Some(error);
                refused
            })
        });
        let taken = store.import_decisions(rows);
        let place = lines.place();
        if let Some(fault) = fault {
            return Err(fault.context(format!("nothing was imported: {place}")));
        }
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
        Ok(())
    }
}

/// The rows of a file; a line that is no decision is an error.
struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    /// The line that was read last, from 1.
    line: u64,
}

impl Lines {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        Ok(Lines { path: path.to_owned(), reader: BufReader::new(file), line: 0 })
    }

    fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.line)
    }
}

impl Iterator for Lines {
    type Item = anyhow::Result<DecisionRow>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = next_line(&mut self.reader, &mut self.line).transpose()?;
        Some(line.and_then(|line| decision(&line)))
    }
}

/// Reads a row; what it holds beyond a decision would be lost, so it is refused.
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

/// The first field of `given` that `read` does not have. One that says nothing may be left out.
fn unread_field(given: &Value, read: &Value) -> Option<String> {
    given.as_object()?.iter().find_map(|(name, value)| match read.get(name) {
        Some(read) => unread_field(value, read),
        None if matches!(value, Value::Null | Value::Bool(false)) => None,
        None => Some(name.clone()),
    })
}

/// The next line that is not blank; nothing at the end. A byte order mark is no part of it.
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

/// Writes the rows of history that a script just made.
pub(crate) fn print_row(row: &DecisionRow) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(Harmless::json(&mut out), row)?;
    Ok(writeln!(out)?)
}
