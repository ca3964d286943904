//! `assay next`: the next item of a queue, for scripts.

use clap::Args;

use super::{Output, Shared, names};
use crate::queue::RegisteredQueue;

#[derive(Debug, Args)]
pub(crate) struct Next {
    /// The queue, by the name that `assay annotate` has for it; of extract, its newest sample
    queue: String,
    /// Who decides
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Next {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let queue = RegisteredQueue::named(&self.queue)?;
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let annotator = names::person(self.annotator, &store)?;
        self.output.print(&queue.next(&mut store, annotator, benchmark)?)
    }
}
