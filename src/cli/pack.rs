//! `assay pack`: one person's questions in a file of their own.

use std::path::PathBuf;

use clap::Args;

use super::{Shared, print_message};
use crate::queue::pack::pack;

#[derive(Debug, Args)]
pub(crate) struct Pack {
    /// For whom
    #[arg(long = "for", value_name = "NAME")]
    annotator: String,
    /// The bundle, which must not be there yet. It has no reference answers and nobody else's decisions
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// At most so many questions; without it, all that wait for this person in the review
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    items: Option<u32>,
    /// How long the questions of an assigned review are held for this person
    #[arg(
        long,
        value_name = "DAYS",
        default_value_t = 14,
        value_parser = clap::value_parser!(u32).range(1..=366)
    )]
    days: u32,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
}

impl Pack {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let annotator = store.annotator(&self.annotator)?;
        let most = self.items.map(|items| items as usize);
        let count = pack(&mut store, &annotator, &benchmark, most, self.days, &self.file)?;
        let file = self.file.display();
        print_message(&format!(
            "{count} questions in {file}; review them with: assay --db {file} annotate review --as {}",
            annotator.name
        ));
        Ok(())
    }
}
