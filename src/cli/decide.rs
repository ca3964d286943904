//! `assay decide`: the same acts as in the screens, for scripts.

mod correct;

use std::process::ExitCode;

use clap::Subcommand;

use super::{Shared, queues};
use crate::queue::correction::Correction;

#[derive(Debug, Subcommand)]
pub(crate) enum Decide {
    #[command(flatten)]
    Item(queues::Decide),
    /// Take the newest decision back, in one queue or whichever queue it is in
    Undo(correct::Correct),
    /// Bring back what was taken back last
    Redo(correct::Correct),
}

impl Decide {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        match self {
            Decide::Item(item) => return item.run(shared),
            Decide::Undo(correct) => correct.run(shared, Correction::Undo)?,
            Decide::Redo(correct) => correct.run(shared, Correction::Redo)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
