//! `assay import decisions`: history as JSON lines, read.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::{Shared, print_message, warn};
use crate::formats::error::first_few;
use crate::import::decisions::import_decisions;
use crate::report::documents::merge::{describe_dates, describe_uncounted};
use crate::store::{DecisionRow, TakenRows};
use crate::visible::Harmless;

#[derive(Debug, Args)]
pub(crate) struct ImportDecisions {
    /// JSON lines as `assay export decisions` writes them
    file: PathBuf,
}

impl ImportDecisions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let (read, taken) = import_decisions(&mut store, &self.file)?;
        let (new, known) = (taken.new, read - taken.new);
        print_message(&format!("{read} rows read, {new} new, {known} there already"));
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

/// Describes the items that one person has decided in two copies, which neither copy could report.
fn describe_forks(taken: &TakenRows) -> Option<String> {
    let forks = taken.decided_in_two_copies.iter();
    let forks = forks.map(|(annotator, queue, item)| format!("{item} ({queue}, {annotator})"));
    let forks: Vec<String> = forks.collect();
    (!forks.is_empty()).then(|| {
        format!(
            "one person decided in two copies on {}; what was done last by its own time counts, in \
             whichever order the copies are imported",
            first_few(&forks)
        )
    })
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
