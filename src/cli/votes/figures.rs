//! The figures of all judges together, or of each: `assay votes tally`, `scores`, `rank` and `bias`.

use anyhow::{Context as _, ensure};
use clap::Args;

use super::{By, Chosen, Drawn, Ruled};
use crate::cli::{Shared, WrongUsage, default_name, named};
use crate::keyword::Keyword as _;
use crate::report::votes::tables;
use crate::statistics::Plan;
use crate::votes::{
    Feature, Judgment, Leaderboard, LevelOf, Method, Unit, Votes, leaderboard, mean_scores,
    outcomes, score_ratios, tally,
};
use crate::voting::bias::Bias;

#[derive(Debug, Args)]
pub(crate) struct Tally {
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    ruled: Ruled,
    /// Part the table
    #[arg(long, value_parser = named::<By>(), value_delimiter = ',')]
    by: Vec<By>,
}

impl Tally {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let opened = self.chosen.open(shared, Some(self.ruled))?;
        self.chosen.print(opened, self.by.contains(&By::Judge), |loaded, _| {
            let outcomes = outcomes(&loaded.votes.judgments, self.ruled.rule);
            let level = |question| loaded.level(question);
            let level_of = self.by.contains(&By::Level).then_some(&level as LevelOf<'_>);
            tables::tally(&tally(&outcomes, &loaded.votes.models, level_of))
        })
    }
}

/// Instead of an empty table.
const NO_SCORES: &str = "no answer was scored alone: ask a judge with `assay judge run --mode single`, or name \
     the model with --anchor to whose scores those of pairs are compared";

#[derive(Debug, Args)]
pub(crate) struct Scores {
    #[command(flatten)]
    chosen: Chosen,
    /// The model to whose scores those of the others are compared, where answers were scored in pairs
    #[arg(long, value_name = "MODEL")]
    anchor: Option<String>,
    /// Part the tables; levels part those against an anchor
    #[arg(long, value_parser = named::<By>(), value_delimiter = ',')]
    by: Vec<By>,
}

impl Scores {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let opened = self.chosen.open(shared, None)?;
        let Votes { models, judgments, .. } = &opened.loaded.votes;
        let find = |name: &String| {
            let number = models.find(name);
            let is_its =
                |vote: &Judgment| number.is_some_and(|of| [vote.first, vote.second].contains(&of));
            let problem = || {
                let there = models.in_order().join(", ");
                format!("no two answers of which one is by {name} were judged (there are: {there})")
            };
            number.filter(|_| judgments.iter().any(is_its)).with_context(problem)
        };
        let anchor = self.anchor.as_ref().map(find).transpose()?;
        self.chosen.print(opened, self.by.contains(&By::Judge), |loaded, warnings| {
            let votes = &loaded.votes;
            let level = |question| loaded.level(question);
            let level_of = self.by.contains(&By::Level).then_some(&level as LevelOf<'_>);
            let ratios = anchor
                .map(|anchor| score_ratios(&votes.judgments, anchor, &votes.models, level_of));
            let scores = loaded.answer_scores();
            if scores.is_empty() && ratios.is_none() && !self.by.contains(&By::Judge) {
                warnings.push(NO_SCORES.to_owned());
            }
            let means = mean_scores(&scores, &votes.models, &votes.exact);
            tables::scores(&means, ratios.as_deref())
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct Rank {
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    ruled: Ruled,
    /// How strengths are computed; another method stands beside it, Davidson's or without the control
    #[arg(long, value_parser = named::<Method>(), default_value = default_name::<Method>())]
    method: Method,
    /// The features of style-controlled; without it, all
    #[arg(long = "feature", value_parser = named::<Feature>(), value_delimiter = ',')]
    features: Vec<Feature>,
    /// What is resampled: questions, or those who vote, for instance people; with judge, bradley-terry or davidson
    #[arg(long, value_parser = named::<Unit>(), default_value = default_name::<Unit>())]
    unit: Unit,
    #[command(flatten)]
    drawn: Drawn,
    #[command(flatten)]
    by: OnlyByJudge,
}

/// What parts figures that have no levels.
#[derive(Debug, Args)]
struct OnlyByJudge {
    /// Part the tables
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(["judge"]))]
    by: Option<String>,
}

/// What stands beside length-controlled win rates.
const MINIMAL: &str = "the length-controlled rate is AlpacaEval's logistic form with terms for length and model \
     (\"minimal\"); the published leaderboard has a term for each instruction's difficulty too, so its figures \
     are others";

impl Rank {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let Rank { method, unit, ref features, .. } = self;
        let is_controlled = matches!(method, Method::LengthControlled | Method::StyleControlled);
        let why = "--unit judge: answers are controlled by question; use bradley-terry or davidson";
        ensure!(unit == Unit::Question || !is_controlled, WrongUsage(why.into()));
        let mut opened = self.chosen.open(shared, Some(self.ruled))?;
        let features = if features.is_empty() { Feature::ALL } else { features.as_slice() };
        let other = match method {
            Method::BradleyTerry => Method::Davidson,
            _ => Method::BradleyTerry,
        };
        if method == Method::LengthControlled {
            opened.head.warnings.push(MINIMAL.to_owned());
        }
        self.chosen.print(opened, self.by.by.is_some(), |loaded, warnings| {
            let votes = &loaded.votes;
            let outcomes = unit.group(outcomes(&votes.judgments, self.ruled.rule));
            let by = |method, plan| {
                let styles = &votes.styles;
                let board = leaderboard(&outcomes, &votes.models, styles, method, features, plan);
                Leaderboard { unit, ..board }
            };
            let board = by(method, self.drawn.plan());
            let beside = by(other, Plan { resamples: 0, ..self.drawn.plan() });
            warnings.extend(board.warnings.iter().cloned());
            tables::leaderboard((method, &board), (other, &beside))
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct BiasFlags {
    #[command(flatten)]
    chosen: Chosen,
    /// The bounds between the groups of the differences in length, in characters
    #[arg(long, value_name = "N,N,..", value_delimiter = ',', default_values_t = [100, 200, 500, 1_000])]
    gaps: Vec<u32>,
    #[command(flatten)]
    by: OnlyByJudge,
}

impl BiasFlags {
    pub(super) fn run(mut self, shared: &Shared) -> anyhow::Result<()> {
        self.gaps.sort_unstable();
        self.gaps.dedup();
        let mut opened = self.chosen.open(shared, None)?;
        if opened.loaded.has_one_order() {
            let why = "each two models were shown in one order alone: a preference for a place cannot be told \
                from one for a model";
            opened.head.warnings.push(why.to_owned());
        }
        self.chosen.print(opened, self.by.by.is_some(), |loaded, _| {
            tables::bias(&Bias::compute(loaded, &self.gaps))
        })
    }
}
