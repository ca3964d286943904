//! The faults of a database, and advice: `assay doctor`.

use std::path::Path;

use crate::report::{Printout, Table};
use crate::store::{CheckReport, NotRun};

/// The faults of the database at `path`, and advice if the file itself is damaged.
pub fn check(path: &Path, report: &CheckReport) -> (Printout, Option<String>) {
    let advice = report.is_damaged().then(|| advice(path));
    let printout = Printout::default()
        .json("database", path.display().to_string())
        .flat(report)
        .json_if("advice", advice.as_ref())
        .tables(table(report));
    (printout, advice)
}

fn table(report: &CheckReport) -> Table {
    let mut table = Table::new(["check", "finding"]);
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

/// How to recover data from a damaged file, the safest way first.
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
