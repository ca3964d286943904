//! The board has no items to decide, so that it is no queue: `assay annotate board` alone.

use clap::Args;

use super::{QueueCommands, RunCommand};
use crate::cli::Shared;
use crate::cli::annotate::Sitting;

pub(super) const COMMANDS: QueueCommands = QueueCommands::only_annotate::<AnnotateBoard>(
    "board",
    ["assay annotate board --as lena", "assay annotate board --plain --as lena"],
);

/// The lead's board: progress and pace, agreement, what waits, quotas, quality of work
#[derive(Debug, Args)]
pub(super) struct AnnotateBoard {
    #[command(flatten)]
    sitting: Sitting,
}

impl RunCommand for AnnotateBoard {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.sitting.board(shared)
    }
}
