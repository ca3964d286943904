//! `assay status`: what the database holds.

use clap::Args;

use super::{Output, Shared};
use crate::queue::BenchmarkWork;
use crate::report::documents::status;
use crate::scoring::provenance_counts;
use crate::store::StoreError;

#[derive(Debug, Args)]
pub(crate) struct Status {
    #[command(flatten)]
    output: Output,
}

impl Status {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmarks = store.benchmarks()?.into_iter();
        let provenance = benchmarks
            .map(|benchmark| Ok((benchmark.name.clone(), provenance_counts(&store, &benchmark)?)));
        let provenance = provenance.collect::<Result<_, StoreError>>()?;
        self.output.print(&status::Status {
            database: shared.db.display().to_string(),
            name: store.setting("name")?,
            benchmarks: store.benchmark_overviews()?,
            annotators: store.annotator_overviews()?,
            work: BenchmarkWork::load_all(&store)?,
            provenance,
        })
    }
}
