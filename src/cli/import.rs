//! `assay import`: questions and decisions into the database.

use clap::Subcommand;

use super::Shared;
use super::decisions::ImportDecisions;

#[derive(Debug, Subcommand)]
pub(crate) enum Import {
    /// Rows of history as `assay export decisions` writes them
    Decisions(ImportDecisions),
}

impl Import {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Import::Decisions(decisions) => decisions.run(shared),
        }
    }
}
