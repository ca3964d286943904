//! `assay agree review`, `assay agree verify` and `assay agree adjudicate`: the reviewers, verifiers or
//! adjudicators of a benchmark against each other.

use clap::Args;

use crate::agreement::review::{Judgement, ReviewedQuestion, review_agreement};
use crate::cli::{Output, Shared};
use crate::report::documents::review_agreement::ReviewDocument;
use crate::scoring::{adjudicated_questions, reviewed_questions, verified_questions};
use crate::store::{Benchmark, Store};

#[derive(Debug, Args)]
pub(crate) struct AgreeReview {
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl AgreeReview {
    /// Compares reviewers.
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let questions = reviewed_questions(&store, &benchmark)?;
        if questions.is_empty() {
            anyhow::bail!(
                "no question of {} is reviewed yet; review with `assay annotate review`",
                benchmark.name
            );
        }
        self.print(&store, &benchmark, &questions)
    }

    /// Compares verifiers.
    pub(super) fn run_for_verifiers(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let questions = verified_questions(&store, &benchmark)?;
        if questions.is_empty() {
            anyhow::bail!(
                "no question of {} is verified yet; verify with `assay annotate verify`",
                benchmark.name
            );
        }
        self.print(&store, &benchmark, &questions)
    }

    /// Compares adjudicators.
    pub(super) fn run_for_adjudicators(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let questions = adjudicated_questions(&store, &benchmark)?;
        if questions.is_empty() {
            anyhow::bail!(
                "no question of {} is adjudicated yet; adjudicate with `assay annotate adjudicate`",
                benchmark.name
            );
        }
        self.print(&store, &benchmark, &questions)
    }

    fn print<D: Judgement>(
        self,
        store: &Store,
        benchmark: &Benchmark,
        questions: &[ReviewedQuestion<D>],
    ) -> anyhow::Result<()> {
        let agreement = review_agreement(questions)?;
        let notice = store.notice(benchmark)?;
        let benchmark = benchmark.name.clone();
        super::print(&self.output, &ReviewDocument { benchmark, notice, agreement })
    }
}
