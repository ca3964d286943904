//! `assay export`: data out of the database.

mod questions;
mod target;

use clap::Subcommand;

use super::{Shared, decisions};

#[derive(Debug, Subcommand)]
pub(crate) enum Export {
    /// Every row of history as JSON lines on standard output
    Decisions,
    /// The questions with their pictures, in VLMEvalKit's layout
    Questions(questions::Questions),
}

impl Export {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Export::Decisions => decisions::export(shared),
            Export::Questions(questions) => questions.run(shared),
        }
    }
}
