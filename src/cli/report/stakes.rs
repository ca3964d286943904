//! `assay report stakes`: what the open questions can change in the ranking of the models.

use anyhow::ensure;
use clap::Args;

use crate::benchmark::Input;
use crate::benchmark::outcome::WhyOpen;
use crate::certification::stakes::{Doubts, stakes};
use crate::certify::stakes::OpenOutcome;
use crate::cli::{PrintOn, ScoringFlags, Shared, named};
use crate::evaluation::{Purpose, runs_of_models};
use crate::report::documents::stakes::stakes as document;

#[derive(Debug, Args)]
pub(crate) struct StakesArgs {
    #[command(flatten)]
    on: PrintOn,
    /// What may become of an open question: it stays, it leaves, or another choice is right
    #[arg(long, value_parser = named::<OpenOutcome>(), value_name = "OUTCOME,..", value_delimiter = ',')]
    #[arg(default_value = "keep,remove,rekey")]
    outcomes: Vec<OpenOutcome>,
    /// Only these models; their runs with pictures
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// Take these questions as the open ones, whatever became of them
    #[arg(long, value_name = "KEY,..", value_delimiter = ',', conflicts_with = "why")]
    questions: Vec<String>,
    /// Take only the questions that are open for these reasons
    #[arg(long, value_parser = named::<WhyOpen>(), value_name = "REASON,..", value_delimiter = ',')]
    why: Vec<WhyOpen>,
    #[command(flatten)]
    scoring: ScoringFlags,
}

impl StakesArgs {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.scoring.judge_questions()?;
        let (mut store, benchmark) = self.on.open(shared)?;
        let runs = runs_of_models(&store, &benchmark, &self.models, Some(Input::Image))?;
        let options = self.scoring.settle(&store, &benchmark, Purpose::Scores)?;
        let doubts = Doubts { outcomes: self.outcomes, questions: self.questions, why: self.why };
        let found = stakes(&mut store, &benchmark, &runs, &options, &doubts)?;
        ensure!(
            found.is_scored,
            "{}: no question with a reference answer counts for these models; answers to open questions are compared \
             by votes (assay votes)",
            benchmark.name
        );
        self.on.print(&document(&benchmark.name, &options, &doubts, &found, self.on.form()))
    }
}
