//! `assay pack`: one person's items of a queue in a file of their own.

use std::path::PathBuf;

use clap::Args;

use super::held_for::HeldFor;
use super::{Shared, print_message};
use crate::queue::{PackRequest, RegisteredQueue};
use crate::store::QUEUE_REVIEW;

#[derive(Debug, Args)]
pub(crate) struct Pack {
    /// For whom
    #[arg(long = "for", value_name = "NAME")]
    annotator: String,
    /// The bundle, which must not be there yet. It has what the queue shows before a decision: no reference
    /// answers unless disagreements are settled, no names of others or of models
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// Which queue; of extract the newest sample
    #[arg(long, value_name = "QUEUE", default_value = QUEUE_REVIEW)]
    queue: String,
    /// At most so many items; without it, all that wait for this person
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    items: Option<u32>,
    #[command(flatten)]
    held: HeldFor,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
}

impl Pack {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let queue = RegisteredQueue::named(&self.queue)?;
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let annotator = store.annotator(&self.annotator)?;
        let most = self.items.map(|items| items as usize);
        let request = PackRequest { most, days: self.held.days, path: &self.file };
        let count = queue.pack(&mut store, &annotator, &benchmark, request)?;
        let (file, queue, name) = (self.file.display(), queue.name, &annotator.name);
        print_message(&format!(
            "{count} items in {file}; decide them with: assay --db {file} annotate {queue} --as {name}"
        ));
        Ok(())
    }
}
