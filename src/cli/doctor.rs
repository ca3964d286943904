//! `assay doctor`: checks the database, repairs what is safe to repair.

use std::process::ExitCode;

use clap::Args;
use rayon::prelude::*;

use super::{Acting, Output, Shared, print_message};
use crate::evaluation::check_labels;
use crate::infer::check_parts;
use crate::report::documents::check::check as document;
use crate::store::{CheckReport, Store, StoreError};
use crate::tui::picture::decode::{DecodeLimits, decode};

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Mend what can be mended without harm: drop pictures that no question shows (the database is copied
    /// beside itself before), and kept labels that disagree with the texts they were read from
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    output: Output,
}

impl Doctor {
    /// Exit status 0 when all is well, 1 when something is not.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let report = match Store::open(&shared.db) {
            Ok(mut store) => {
                let by = self.fix.then(|| self.acting.name(&store)).transpose()?;
                if let Some(by) = &by {
                    store.check_administrator(by)?;
                }
                check(&mut store, by.as_deref())
            }
            Err(damage @ StoreError::Malformed(_)) => CheckReport::unreadable(&damage),
            Err(other) => return Err(other.into()),
        };
        let (document, advice) = document(&shared.db, &report);
        self.output.print(&document)?;
        advice.as_deref().into_iter().for_each(print_message);
        Ok(if report.is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Checks a database; `fix` is the name of the person who repairs it.
fn check(store: &mut Store, fix: Option<&str>) -> CheckReport {
    let mut report = CheckReport::default();
    if let Some(runs) = store.check_records(&mut report) {
        check_labels(store, &runs, fix.is_some(), &mut report);
        check_parts(store, &runs, &mut report);
    }
    // By the same rules and limits as the screens.
    let can_be_shown = |bytes: &&[u8]| {
        decode(bytes, DecodeLimits::default()).map(|_| ()).map_err(|error| error.to_string())
    };
    let decode = |pictures: &[&[u8]]| pictures.par_iter().map(can_be_shown).collect();
    store.check_references(&decode, fix, &mut report);
    report
}
