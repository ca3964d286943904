//! `assay export decisions` and `assay import decisions`: history as JSON lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::{Shared, tell};
use crate::store::{DecisionRow, StoreError};
use crate::visible::Harmless;

/// A line longer than this is no decision; reading it whole could exhaust memory.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

/// Writes every row of history to standard output.
pub(super) fn export(shared: &Shared) -> anyhow::Result<()> {
    let store = shared.open()?;
    let mut out = BufWriter::new(io::stdout().lock());
    store.for_each_decision::<anyhow::Error>(|row| {
        serde_json::to_writer(Harmless::json(&mut out), &row)?;
        Ok(writeln!(out)?)
    })?;
    Ok(out.flush()?)
}

#[derive(Debug, Args)]
pub(crate) struct ImportDecisions {
    /// JSON lines as `assay export decisions` writes them
    file: PathBuf,
}

impl ImportDecisions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let mut read = 0;
        let mut fault = None;
        let rows = lines(&self.file)?.map(|line| {
            read += 1;
            line.map_err(|error| {
                let told = StoreError::Refused(format!("{error:#}"));
                fault = Some(error);
                told
            })
        });
        let taken = store.import_decisions(rows);
        if let Some(fault) = fault {
            return Err(fault);
        }
        let new = taken.with_context(|| format!("{}, row {read}", self.file.display()))?;
        tell(&format!("{read} rows read, {new} new, {} there already", read - new));
        Ok(())
    }
}

/// The rows of a file; a line that is no decision is an error that names it.
fn lines(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<DecisionRow>>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let mut reader = BufReader::new(file);
    let path = path.to_owned();
    let mut number = 0;
    Ok(std::iter::from_fn(move || {
        number += 1;
        next_line(&mut reader)
            .and_then(|line| line.map(|line| Ok(serde_json::from_str(&line)?)).transpose())
            .with_context(|| {
                format!(
                    "{}, line {number}: expected a decision as JSON, as `assay export decisions` \
                     writes it; nothing was imported",
                    path.display()
                )
            })
            .transpose()
    }))
}

/// The next line that is not blank; nothing at the end.
fn next_line(reader: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    loop {
        let mut line = String::new();
        let mut bounded = io::Read::take(&mut *reader, LONGEST_LINE);
        if bounded.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line.len() as u64 == LONGEST_LINE {
            anyhow::bail!("the line is longer than {LONGEST_LINE} bytes");
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
