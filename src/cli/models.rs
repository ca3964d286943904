//! `assay models`: the runs of models in the database.

use clap::Args;

use super::{Output, Shared};
use crate::evaluation::run_overviews;
use crate::report::documents::models::models;

#[derive(Debug, Args)]
pub(crate) struct Models {
    /// Only the runs over this benchmark
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Models {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let runs = run_overviews(&mut shared.open()?, self.benchmark.as_deref())?;
        self.output.print(&models(&runs, self.output.form))
    }
}
