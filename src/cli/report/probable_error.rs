//! `assay report probable-error`: the probability that each question is wrong, and how early errors were found.

use clap::Args;

use crate::certification::probable_error::{discovery, probable_errors};
use crate::cli::{PrintOn, Shared};
use crate::report::documents::probable_error::probable_error;

#[derive(Debug, Args)]
pub(crate) struct ProbableErrorArgs {
    #[command(flatten)]
    on: PrintOn,
    /// How many open questions the table shows, the most probable errors first; JSON and CSV have all
    #[arg(long, value_name = "QUESTIONS", default_value_t = 20)]
    limit: usize,
}

impl ProbableErrorArgs {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let found = probable_errors(&mut store, &benchmark)?;
        let curve = discovery(&store, &benchmark)?;
        self.on.print(&probable_error(&benchmark.name, &found, &curve, self.limit, self.on.form()))
    }
}
