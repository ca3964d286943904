//! `assay eval`: the scores of the models in the database.

use clap::Args;

use super::{OnBenchmark, Output, ScoringFlags, Shared, named};
use crate::benchmark::Input;
use crate::evaluation::{Purpose, RunOptions, runs_of_models, score_runs};
use crate::report::documents::scores::run_scores;
use crate::store::{Benchmark, Run, Store};

#[derive(Debug, Args)]
pub(crate) struct Eval {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    output: Output,
}

/// Which runs are scored, and how.
#[derive(Debug, Args)]
pub(super) struct Selection {
    #[command(flatten)]
    on: OnBenchmark,
    /// Only these models
    #[arg(long = "model", value_name = "NAME", value_delimiter = ',')]
    models: Vec<String>,
    #[command(flatten)]
    pub scoring: ScoringFlags,
    /// Only runs with this input
    #[arg(long, value_parser = named::<Input>())]
    input: Option<Input>,
}

impl Eval {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let (benchmark, runs, options) = self.selection.find(&store)?;
        let scores = score_runs(&mut store, &benchmark, &runs, &options)?;
        self.output.print(&run_scores(&benchmark, &options, &scores, self.output.form))
    }
}

impl Selection {
    /// The selected benchmark, runs and options.
    pub fn find(self, store: &Store) -> anyhow::Result<(Benchmark, Vec<Run>, RunOptions)> {
        let benchmark = self.on.find(store)?;
        let runs = runs_of_models(store, &benchmark, &self.models, self.input)?;
        let options = self.scoring.settle(store, &benchmark, Purpose::Scores)?;
        Ok((benchmark, runs, options))
    }
}
