//! `assay status`: what the database holds.

use clap::Args;

use super::{Output, Shared};
use crate::queue::BenchmarkWork;
use crate::report::documents::status;

#[derive(Debug, Args)]
pub(crate) struct Status {
    #[command(flatten)]
    output: Output,
}

impl Status {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        self.output.print(&status::Status {
            database: shared.db.display().to_string(),
            name: store.setting("name")?,
            benchmarks: store.benchmark_overviews()?,
            annotators: store.annotator_overviews()?,
            work: BenchmarkWork::load_all(&store)?,
        })
    }
}
