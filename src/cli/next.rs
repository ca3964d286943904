//! `assay next`: the next item of a queue, for scripts.

use clap::Args;

use super::{Decider, Output, Shared};
use crate::queue::RegisteredQueue;
use crate::report::documents::next_item::next_item;

#[derive(Debug, Args)]
pub(crate) struct Next {
    /// The queue, by the name that `assay annotate` has for it; of extract, its newest sample
    queue: String,
    #[command(flatten)]
    decider: Decider,
    #[command(flatten)]
    output: Output,
}

impl Next {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let queue = RegisteredQueue::named(&self.queue)?;
        let (mut store, benchmark, annotator) = self.decider.open(shared)?;
        self.output.print(&next_item(&(queue.next)(&mut store, annotator, benchmark)?))
    }
}
