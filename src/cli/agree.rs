//! `assay agree`: how far people, extractors and judges agree.

mod check_table;
mod table;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use clap::Subcommand;

use crate::visible::visible;

#[derive(Debug, Subcommand)]
pub(crate) enum Agree {
    /// Agreement between the raters of any CSV file, without a database
    Table(table::AgreeTable),
    /// Check whether a published table can be right: attainable percentages, sums, correlations
    CheckTable(check_table::CheckTable),
}

impl Agree {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Agree::Table(table) => table.run(),
            Agree::CheckTable(check) => check.run(),
        }
    }
}

/// The file, or standard input for `-`.
fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(file))
}

/// Tells people what a reader of JSON finds in the document.
fn warn(warnings: &[String]) {
    for warning in warnings {
        let _ = writeln!(io::stderr(), "assay: {}", visible(warning));
    }
}
