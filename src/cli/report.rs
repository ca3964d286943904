//! `assay report`: what a benchmark's makers publish about their work.

mod probable_error;
mod stakes;

use clap::Args;

use self::probable_error::ProbableErrorArgs;
use self::stakes::StakesArgs;
use super::audit::{LimitFlags, WhichAudit};
use super::extract::share;
use super::{PrintOn, ScoringFlags, Shared, commands, named};
use crate::benchmark::Input;
use crate::benchmark::outcome::Policy;
use crate::benchmark::provenance::Provenance;
use crate::certification::audit::{AuditQuestion, drawn_at_random, report_audit};
use crate::certify::reviews_until_below;
use crate::evaluation::{Purpose, current_runs};
use crate::outcomes::cleaning::cleaning;
use crate::outcomes::{guessed_questions, question_outcomes};
use crate::quality::guess_figures;
use crate::report::documents::audit;
use crate::report::documents::cleaning::{cleaned, outcomes};
use crate::report::documents::guesses::gate;

commands! {
    pub(crate) enum Report {
        /// How many questions were suspected, verified, removed and fixed, and what that did to scores
        Cleaning(CleaningArgs),
        /// What becomes of each question in the clean benchmark, and who says so
        Outcome(OutcomeArgs),
        /// How many errors are left: what the questions reviewed in the order of the audit certify
        Audit(AuditArgs),
        /// What people guess right from the text alone, against chance, and what guessing first does to answers
        Gate(GateArgs),
        /// What open questions can change: differences of models, their places, and the questions they depend on
        Stakes(StakesArgs),
        /// How probable it is that each question is wrong, why, and how early errors were found
        ProbableError(ProbableErrorArgs),
    }
}

#[derive(Debug, Args)]
pub(crate) struct CleaningArgs {
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    scoring: ScoringFlags,
    /// Where no expert has decided, count what more than half of the reviewers, two at least, find text-only
    /// or wrong as removed
    #[arg(long)]
    by_reviewers: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutcomeArgs {
    #[command(flatten)]
    on: PrintOn,
    /// Only questions on which the last word is this; several may be named
    #[arg(long, value_parser = named::<Provenance>(), value_name = "PROVENANCE", value_delimiter = ',')]
    provenance: Vec<Provenance>,
    /// Where no expert has decided, what more than half of the reviewers, two at least, find text-only or
    /// wrong is out
    #[arg(long)]
    by_reviewers: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GateArgs {
    #[command(flatten)]
    on: PrintOn,
}

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    which: WhichAudit,
    /// Before the start: how many reviews it takes, by simulation
    #[arg(long, conflicts_with = "audit")]
    plan: bool,
    /// The true rates for which --plan simulates
    #[arg(long, value_name = "RATE", value_parser = share, value_delimiter = ',', requires = "plan")]
    #[arg(default_values_t = [0.01, 0.02, 0.05, 0.07])]
    if_rate: Vec<f64>,
}

impl AuditArgs {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let (setting, below) = (self.limits.setting(), self.limits.below);
        if self.plan {
            let population = drawn_at_random(&store, &benchmark)?;
            let each =
                below.iter().flat_map(|&below| self.if_rate.iter().map(move |&rate| (below, rate)));
            let row = |(below, rate)| {
                (below, rate, reviews_until_below(population, setting, rate, below, PLAN_SEED))
            };
            let rows: Vec<_> = each.map(row).collect();
            let document = audit::plan(&benchmark.name, population, setting, &rows);
            return self.on.print(&document);
        }
        let question = AuditQuestion { setting, below, audit: self.which.audit };
        let report = report_audit(&store, &benchmark, &question)?;
        self.on.print(&audit::report(&benchmark.name, &report, self.on.form()))
    }
}

/// The seed of simulations; another one moves their results by a few reviews.
const PLAN_SEED: u64 = 1;

impl CleaningArgs {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.scoring.judge_questions()?;
        let (mut store, benchmark) = self.on.open(shared)?;
        let runs = current_runs(&store, &benchmark, Some(Input::Image))?;
        let options = self.scoring.settle(&store, &benchmark, Purpose::Scores)?;
        let policy = Policy { reviewers_settle: self.by_reviewers };
        let cleaning = cleaning(&mut store, &benchmark, &runs, &options, policy)?;
        self.on.print(&cleaned(&benchmark.name, &options, &cleaning, self.on.form()))
    }
}

impl OutcomeArgs {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let policy = Policy { reviewers_settle: self.by_reviewers };
        let mut all = question_outcomes(&store, &benchmark, policy)?;
        if !self.provenance.is_empty() {
            all.retain(|one| {
                let state = one.question.record.current.final_state();
                self.provenance.contains(&state.provenance)
            });
        }
        self.on.print(&outcomes(&benchmark.name, &all, self.on.form()))
    }
}

impl GateArgs {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let (questions, not_independent) = guessed_questions(&store, &benchmark)?;
        let figures = guess_figures(&questions);
        self.on.print(&gate(&benchmark.name, &figures, not_independent, self.on.form()))
    }
}
