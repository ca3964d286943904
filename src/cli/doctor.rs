//! `assay doctor`: check the database, mend what is safe.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::{Output, Shared, tell};
use crate::report::{Align, Table, print};
use crate::store::{CheckReport, NotRun, Store, StoreError};
use crate::tui::picture::decode::{DecodeLimits, decode};

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Mend what can be mended without harm: drop pictures that no question shows, and kept labels
    /// that disagree with the texts they were read from
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    output: Output,
}

/// What was found, in which file, and what to do about it.
#[derive(Debug, Serialize)]
struct Document {
    database: String,
    #[serde(flatten)]
    report: CheckReport,
    /// Only where the file itself is damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

impl Doctor {
    /// Exit status 0 when all is well, 1 when something is not.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let report = match Store::open(&shared.db) {
            Ok(mut store) => store.check(&can_be_shown, self.fix),
            Err(damage @ StoreError::Malformed(_)) => CheckReport::of_unreadable(&damage),
            Err(other) => return Err(other.into()),
        };
        let advice = report.is_damaged().then(|| advice(&shared.db));
        let database = shared.db.display().to_string();
        let document = Document { database, report, advice };
        let table = table(&document.report);
        print(&mut io::stdout().lock(), self.output.form, &document, &[table])?;
        if let Some(advice) = &document.advice {
            tell(advice);
        }
        let is_well = document.report.is_well();
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn table(report: &CheckReport) -> Table {
    let mut table = Table::new([("check", Align::Left), ("finding", Align::Left)]);
    for check in &report.checks {
        let mut found = report.findings.iter().filter(|f| f.check == *check).peekable();
        if found.peek().is_none() {
            table.row([(*check).to_owned(), "ok".to_owned()]);
        }
        for finding in found {
            let outcome = match (finding.fixed, finding.fixable) {
                (true, _) => " (fixed)",
                (false, true) => " (--fix mends this)",
                (false, false) => "",
            };
            table.row([(*check).to_owned(), format!("{}{outcome}", finding.message)]);
        }
    }
    for NotRun { check, reason } in &report.could_not_run {
        table.row([(*check).to_owned(), format!("could not run: {reason}")]);
    }
    table
}

/// What can still be saved from a damaged file, the surest first.
fn advice(db: &Path) -> String {
    let db = db.display();
    format!(
        "{db} is damaged. Keep a copy of it (with {db}-wal, if that is there) before anything \
         else. `assay --db {db} export decisions` often still gives the decisions: into a new \
         database go the question files, then these. Otherwise take your last backup; \
         {db}.v*-backup is one from before an update of the program. As a last resort \
         `sqlite3 {db} .recover | sqlite3 new.db` saves what rows it can"
    )
}

/// By the same rules and limits as the screens.
fn can_be_shown(bytes: &[u8]) -> Result<(), String> {
    decode(bytes, DecodeLimits::default()).map(|_| ()).map_err(|error| error.to_string())
}
