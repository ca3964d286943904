//! `assay reconcile`: why two scores of the same questions differ.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;

use super::scoring_flags::settle;
use super::{PrintOn, Shared, WrongUsage, named};
use crate::benchmark::{AnswerRule, Input};
use crate::certification::reconcile::{Cause, reconcile};
use crate::evaluation::{
    Answered, FileInput, FileOptions, Purpose, ScoringSetting, answered_by_run, runs_of_models,
};
use crate::extract::RuleSet;
use crate::formats::predictions::Compat;
use crate::report::documents::differences::reconciled;
use crate::score::{Missing, RankBy, Strategy};

#[derive(Debug, Args)]
pub(crate) struct Reconcile {
    /// A prediction file, a result file of VLMEvalKit (its hits count, unless rules are named) or samples of
    /// lmms-eval
    #[arg(required_unless_present = "model_a", conflicts_with = "model_a")]
    a: Option<PathBuf>,
    /// Another one; without it, A again, under the settings for B
    #[arg(conflicts_with = "model_b")]
    b: Option<PathBuf>,
    /// The data set of both, where answers or choices are not in the files
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// The data set of B alone, where it is another one
    #[arg(long, value_name = "FILE")]
    dataset_b: Option<PathBuf>,
    /// Instead of a file: a model of the database
    #[arg(long, value_name = "NAME")]
    model_a: Option<String>,
    /// Instead of a file: a model of the database
    #[arg(long, value_name = "NAME")]
    model_b: Option<String>,
    /// The rules that read A
    #[arg(long, value_name = "RULES", value_parser = named::<RuleSet>())]
    rules_a: Option<RuleSet>,
    /// The rules that read B
    #[arg(long, value_name = "RULES", value_parser = named::<RuleSet>(), hide_possible_values = true)]
    rules_b: Option<RuleSet>,
    /// The extractor that fills in what the rules cannot read in the model A of the database
    #[arg(long, value_name = "NAME", requires = "model_a")]
    extractor_a: Option<String>,
    /// The same for B
    #[arg(long, value_name = "NAME")]
    extractor_b: Option<String>,
    /// How passes make the score of A
    #[arg(long, value_name = "STRATEGY", value_parser = named::<Strategy>())]
    strategy_a: Option<Strategy>,
    /// How passes make the score of B
    #[arg(long, value_name = "STRATEGY", value_parser = named::<Strategy>(), hide_possible_values = true)]
    strategy_b: Option<Strategy>,
    /// How questions of A that lack passes are treated
    #[arg(long, value_name = "HOW", value_parser = named::<Missing>())]
    missing_a: Option<Missing>,
    /// How questions of B that lack passes are treated
    #[arg(long, value_name = "HOW", value_parser = named::<Missing>(), hide_possible_values = true)]
    missing_b: Option<Missing>,
    /// How the cells of A are read
    #[arg(long, value_name = "HOW", value_parser = named::<Compat>())]
    compat_a: Option<Compat>,
    /// How the cells of B are read
    #[arg(long, value_name = "HOW", value_parser = named::<Compat>(), hide_possible_values = true)]
    compat_b: Option<Compat>,
    /// How short answers in files are compared, where rows do not name a rule (see score)
    #[arg(long, value_name = "RULE", value_parser = named::<AnswerRule>(), hide_possible_values = true)]
    answer_rule: Option<AnswerRule>,
    #[command(flatten)]
    on: PrintOn,
    /// What the models were given
    #[arg(long, value_parser = named::<Input>())]
    input: Option<Input>,
    /// Show the questions that a cause moves, as both sides have them
    #[arg(long, value_name = "CAUSE", value_parser = named::<Cause>())]
    open: Option<Cause>,
}

/// One side of the comparison.
struct Side<'a> {
    file: Option<&'a Path>,
    dataset: Option<&'a Path>,
    model: Option<&'a str>,
    extractor: Option<String>,
    chosen: ScoringSetting,
    compat: Compat,
}

impl Reconcile {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let a = Side {
            file: self.a.as_deref(),
            dataset: self.dataset.as_deref(),
            model: self.model_a.as_deref(),
            extractor: self.extractor_a.clone(),
            chosen: ScoringSetting {
                rules: self.rules_a,
                strategy: self.strategy_a,
                missing: self.missing_a,
            },
            compat: self.compat_a.unwrap_or_default(),
        };
        let is_again = self.b.is_none() && self.model_b.is_none();
        let b = Side {
            file: if is_again { a.file } else { self.b.as_deref() },
            dataset: self.dataset_b.as_deref().or(a.dataset),
            model: if is_again { a.model } else { self.model_b.as_deref() },
            extractor: self.extractor_b.clone(),
            chosen: ScoringSetting {
                rules: self.rules_b,
                strategy: self.strategy_b,
                missing: self.missing_b,
            },
            compat: self.compat_b.unwrap_or_default(),
        };
        let has_setting = b.chosen != a.chosen
            || a.compat != b.compat
            || a.extractor != b.extractor
            || self.dataset_b.is_some();
        let nothing = "A is compared with itself: name B, or what differs for it (--rules-b, --strategy-b, ..)";
        ensure!(!is_again || has_setting, WrongUsage(nothing.into()));
        let answered = [self.answered(a, shared)?, self.answered(b, shared)?];
        let [a, b] = answered;
        let found = reconcile(a, b)?;
        self.on.print(&reconciled(&found, self.open))
    }

    fn answered(&self, side: Side<'_>, shared: &Shared) -> anyhow::Result<Answered> {
        let Side { chosen: ScoringSetting { rules, strategy, missing }, .. } = side;
        if let Some(file) = side.file {
            let mut input = FileInput::read(file, side.dataset, side.compat, RankBy::default())?;
            input.answer_rule = self.answer_rule;
            let missing = missing.unwrap_or_default();
            let options = FileOptions { rules: rules.unwrap_or_default(), strategy, missing };
            let scoring = input.scoring(options)?;
            return Ok(scoring.answered(file.display().to_string(), options, rules.is_none()));
        }
        let (mut store, benchmark) = self.on.open(shared)?;
        let models: Vec<String> = side.model.into_iter().map(str::to_owned).collect();
        let runs = runs_of_models(&store, &benchmark, &models, self.input)?;
        let options = settle(side.chosen, &store, &benchmark, side.extractor, Purpose::Scores)?;
        let problem = "the model was asked with pictures and without: choose with --input";
        ensure!(runs.len() < 2, WrongUsage(problem.into()));
        let run = runs.first().ok_or_else(|| WrongUsage("name a model with --model-b".into()))?;
        Ok(answered_by_run(&mut store, &benchmark, run, &options)?)
    }
}
