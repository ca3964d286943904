//! `assay votes sample`: which pairs people vote on.

use clap::Args;

use crate::benchmark::vote::Ballot;
use crate::cli::extract::share;
use crate::cli::{PrintOn, Shared, print_message};
use crate::report::documents::assignment::sample;
use crate::store::NewSample;
use crate::voting::pairs::{PairPool, draw_pairs};

/// Draw pairs of models' answers to open questions for people to vote on, the same for the same seed
#[derive(Debug, Args)]
pub(crate) struct VotesSample {
    /// The share to draw, above 0 and at most 1
    #[arg(long, value_name = "SHARE", value_parser = share)]
    rate: f64,
    /// The seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// What the sample is called; without it, `pairs-RATE-SEED`
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Draw from the pairs that this judge compared, so that its figures can be corrected by the votes
    /// (`assay votes corrected`); without it, from all pairs
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// Draw from these models' answers; without it, from all
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// Draw in proportion from each two models
    #[arg(long)]
    by_models: bool,
    /// People vote with five grades instead of three
    #[arg(long)]
    grades: bool,
    /// People give each answer a score from 1 to 5
    #[arg(long, conflicts_with = "grades")]
    scores: bool,
    #[command(flatten)]
    on: PrintOn,
}

impl VotesSample {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let VotesSample { rate, seed, name, judge, models, by_models, on, .. } = self;
        let ballot = match (self.grades, self.scores) {
            (true, _) => Ballot::Grades,
            (_, true) => Ballot::Scores,
            _ => Ballot::Better,
        };
        let name = name.unwrap_or_else(|| format!("pairs-{rate}-{seed}"));
        let pool = PairPool { judge, models, by_models, ballot };
        let new = NewSample { name, rate, seed, ..NewSample::default() };
        let drawn = draw_pairs(&mut store, &benchmark, &pool, new)?;
        on.print(&sample(&benchmark.name, &drawn))?;
        print_message("vote on it with: assay annotate vote --as NAME");
        Ok(())
    }
}
