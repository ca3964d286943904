//! `assay config scoring`: the rules, the strategy and the treatment of missing passes of a benchmark.

use clap::Args;

use crate::cli::scoring_flags::ChosenScoring;
use crate::cli::{Acting, OnBenchmark, Output, Shared};
use crate::evaluation::ScoringSetting;
use crate::report::documents::scoring_setting::scoring_setting;

#[derive(Debug, Args)]
pub(crate) struct Scoring {
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    chosen: ChosenScoring,
    /// Remove what was set before
    #[arg(long)]
    reset: bool,
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    output: Output,
}

impl Scoring {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let chosen = self.chosen.setting();
        let before = match self.reset {
            true => ScoringSetting::default(),
            false => ScoringSetting::load(&store, &benchmark)?,
        };
        let setting = chosen.or(before);
        if self.reset || chosen != ScoringSetting::default() {
            let by = self.acting.name(&store)?;
            setting.save(&mut store, &benchmark, &by)?;
        }
        self.output.print(&scoring_setting(&benchmark.name, setting))
    }
}
