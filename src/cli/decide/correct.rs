//! `assay decide undo` and `assay decide redo`: the same as `u` and `Ctrl-r` on the screens.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::benchmark::queues::queue_names;
use crate::cli::{Decider, Shared, decisions};
use crate::queue::correction::{Correction, correct};

#[derive(Debug, Args)]
pub(crate) struct Correct {
    #[command(flatten)]
    decider: Decider,
    /// In which queue; without it, in the one in which something was decided last
    #[arg(long, value_name = "QUEUE", value_parser = PossibleValuesParser::new(queue_names()))]
    queue: Option<String>,
}

impl Correct {
    pub(super) fn run(self, shared: &Shared, correction: Correction) -> anyhow::Result<()> {
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
