//! The flags that set how runs are scored, the same for every command that shows such figures.

use anyhow::ensure;
use clap::Args;

use super::{WrongUsage, named, print_message};
use crate::evaluation::{Purpose, RunOptions, ScoringSetting, SettledScoring};
use crate::extract::RuleSet;
use crate::score::{Missing, Strategy};
use crate::store::{Benchmark, Store};

/// How runs are scored.
#[derive(Debug, Args)]
pub(super) struct ScoringFlags {
    #[command(flatten)]
    pub chosen: ChosenScoring,
    /// The extractor whose labels fill in where the rules find nothing: lexical, a judge whose labels are
    /// stored, a person. Without --rules, the rules are those whose unread texts it read
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
}

/// What can be set for a benchmark too (`assay config scoring`).
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ChosenScoring {
    /// The rules that extract labels from the models' texts; without it, those set for the benchmark
    /// (`assay config scoring`), else vlmevalkit-late for scores and assay for filters
    #[arg(long, value_parser = named::<RuleSet>())]
    rules: Option<RuleSet>,
    /// How passes make a score; without it, as set for the benchmark, else circular where a model was asked
    /// more than first passes and first-pass where none was
    #[arg(long, value_parser = named::<Strategy>())]
    strategy: Option<Strategy>,
    /// How passes count that are missing, or from which nothing was read; without it, as set for the
    /// benchmark, else wrong for scores and exclude (they leave a question open) for filters
    #[arg(long, value_parser = named::<Missing>())]
    missing: Option<Missing>,
}

impl ChosenScoring {
    pub(super) fn setting(self) -> ScoringSetting {
        let ChosenScoring { rules, strategy, missing } = self;
        ScoringSetting { rules, strategy, missing }
    }
}

impl ScoringFlags {
    /// Refuses the strategy that judges passes instead of questions.
    pub fn judge_questions(&self) -> anyhow::Result<()> {
        let problem = "every-pass gives no verdict on a question; take circular or first-pass";
        let judges_questions = self.chosen.strategy != Some(Strategy::EveryPass);
        ensure!(judges_questions, WrongUsage(problem.into()));
        Ok(())
    }

    /// Refuses options that only apply to a score.
    pub fn judge_for_filter(&self) -> anyhow::Result<()> {
        let problem = "kit is a rule of scores; take exclude or wrong";
        ensure!(self.chosen.missing != Some(Missing::Kit), WrongUsage(problem.into()));
        self.judge_questions()
    }

    /// The options that hold for a benchmark.
    pub fn settle(
        self,
        store: &Store,
        benchmark: &Benchmark,
        purpose: Purpose,
    ) -> anyhow::Result<RunOptions> {
        settle(self.chosen.setting(), store, benchmark, self.extractor, purpose)
    }
}

/// The options that hold for a benchmark; a message names those that come from its setting or its
/// extraction.
pub(super) fn settle(
    chosen: ScoringSetting,
    store: &Store,
    benchmark: &Benchmark,
    extractor: Option<String>,
    purpose: Purpose,
) -> anyhow::Result<RunOptions> {
    let SettledScoring { options, note } = chosen.settle(store, benchmark, extractor, purpose)?;
    if let Some(note) = note {
        print_message(&format!("assay: {note}"));
    }
    Ok(options)
}
