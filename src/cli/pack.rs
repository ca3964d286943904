//! `assay pack`: one person's items of a queue in a separate file.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::interrupt::{INTERRUPTED, stop_saying};
use super::names::HeldFor;
use super::{Acting, OnBenchmark, ProgressLine, Shared, print_message, warn_of_twins};
use crate::queue::{PackRequest, RegisteredQueue};
use crate::store::{QUEUE_REVIEW, StoreError};

#[derive(Debug, Args)]
pub(crate) struct Pack {
    /// For whom
    #[arg(long = "for", value_name = "NAME")]
    annotator: String,
    /// The bundle, which must not be there yet. It has what the queue shows before a decision: no reference
    /// answers unless disagreements are settled, no names of others or of models
    #[arg(long, value_name = "FILE", required_unless_present = "give_back")]
    file: Option<PathBuf>,
    /// Which queue; of extract the newest sample
    #[arg(long, value_name = "QUEUE", default_value = QUEUE_REVIEW)]
    queue: String,
    /// At most this number of items; without it, all that wait for this person
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    items: Option<u32>,
    #[command(flatten)]
    held: HeldFor,
    /// Write nothing: give back every place that this person holds in the queue, as when a bundle was lost.
    /// What they decided apart counts if it is merged while there is room
    #[arg(long, conflicts_with_all = ["file", "items", "days"])]
    give_back: bool,
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    on: OnBenchmark,
}

impl Pack {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let queue = RegisteredQueue::named(&self.queue)?;
        let (mut store, benchmark) = self.on.open(shared)?;
        warn_of_twins([&self.annotator], &store)?;
        let annotator = store.annotator(&self.annotator)?;
        let (name, queue_name) = (&annotator.name, queue.name);
        let Some(path) = &self.file else {
            let by = self.acting.name(&store)?;
            let count = store.give_back(&annotator, &benchmark, queue.name, &by)?;
            print_message(&format!(
                "{name} held {count} places in the {queue_name} queue; they are free"
            ));
            return Ok(ExitCode::SUCCESS);
        };
        let stop = stop_saying("assay: stopping; press Ctrl-C again to quit now")?;
        let line = ProgressLine::new("pack");
        let progress = |done: usize, total: usize| {
            line.show(done, total, None);
            !stop.is_requested()
        };
        let most = self.items.map(|items| items as usize);
        let request = PackRequest { most, days: self.held.days, path, progress: &progress };
        let packed = (queue.pack)(&mut store, &annotator, &benchmark, request);
        line.finish();
        let count = match packed {
            Err(StoreError::Refused(why)) if stop.is_requested() => {
                print_message(&format!("assay: {why}"));
                return Ok(ExitCode::from(INTERRUPTED));
            }
            packed => packed?,
        };
        let file = path.display();
        print_message(&format!(
            "{count} items in {file}; decide them with: assay --db {file} annotate {queue_name} --as {name}"
        ));
        Ok(ExitCode::SUCCESS)
    }
}
