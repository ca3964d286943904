//! `assay decide`: the same acts as in the screens, for scripts; `undo` and `redo` are `u` and `Ctrl-r` there.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::{Decider, Shared, decisions, queues};
use crate::benchmark::queues::queue_names;
use crate::queue::correction::{Correction, correct};

#[derive(Debug, Subcommand)]
pub(crate) enum Decide {
    #[command(flatten)]
    Item(queues::Decide),
    /// Take the newest decision back, in one queue or whichever queue it is in
    Undo(Correct),
    /// Bring back what was taken back last
    Redo(Correct),
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

#[derive(Debug, Args)]
pub(crate) struct Correct {
    #[command(flatten)]
    decider: Decider,
    /// In which queue; without it, in the one in which something was decided last
    #[arg(long, value_name = "QUEUE", value_parser = PossibleValuesParser::new(queue_names()))]
    queue: Option<String>,
}

impl Correct {
    fn run(self, shared: &Shared, correction: Correction) -> anyhow::Result<()> {
        let (mut store, benchmark, annotator) = self.decider.open(shared)?;
        let queue = self.queue.as_deref();
        let Some(row) = correct(&mut store, &annotator, &benchmark, queue, correction)? else {
            let words = match correction {
                Correction::Undo => "take back",
                Correction::Redo => "bring back",
            };
            let place = queue.map(|queue| format!(" in the {queue} queue")).unwrap_or_default();
            anyhow::bail!("{} has nothing to {words}{place}", annotator.name);
        };
        decisions::print_row(&row);
        Ok(())
    }
}
