//! `assay status`: what the database holds.

use clap::Args;

use super::{Output, Shared, config, names};
use crate::queue::{BenchmarkWork, Board};
use crate::report::documents::status;
use crate::scoring::provenance_counts;
use crate::store::StoreError;

#[derive(Debug, Args)]
pub(crate) struct Status {
    /// Who asks: once anybody has a role, gold and the quality of work are for leads
    #[arg(long = "as", value_name = "NAME")]
    lead: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Status {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let configured = config::read()?.annotator.map(|set| set.value);
        let is_for_leads = store.is_lead(&names::annotator(self.lead, configured, &store)?)?;
        let status = store.at_one_moment(|| {
            let benchmarks = store.benchmarks()?.into_iter();
            let provenance = benchmarks.map(|benchmark| {
                Ok((benchmark.name.clone(), provenance_counts(&store, &benchmark)?))
            });
            let work = BenchmarkWork::load_all(&store)?;
            let board = Board::load_all(&store, &work, is_for_leads)?;
            Ok::<_, StoreError>(status::Status {
                database: shared.db.display().to_string(),
                name: store.setting("name")?,
                benchmarks: store.benchmark_overviews()?,
                annotators: store.annotator_overviews()?,
                work,
                provenance: provenance.collect::<Result<_, StoreError>>()?,
                board,
            })
        })?;
        self.output.print(&status)
    }
}
