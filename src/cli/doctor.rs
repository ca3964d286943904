//! `assay doctor`: check the database, mend what is safe.

use std::io;
use std::process::ExitCode;

use clap::Args;

use super::{Output, Shared};
use crate::report::{Align, Table, print};
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

impl Doctor {
    /// Exit status 0 when all is well, 1 when something is not.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let mut store = shared.open()?;
        let report = store.check(&can_be_shown, self.fix)?;
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
        print(&mut io::stdout().lock(), self.output.form, &report, &[table])?;
        Ok(if report.is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// By the same rules and limits as the screens.
fn can_be_shown(bytes: &[u8]) -> Result<(), String> {
    decode(bytes, DecodeLimits::default()).map(|_| ()).map_err(|error| error.to_string())
}
