//! `assay agree review`, `assay agree verify` and `assay agree adjudicate`: the reviewers, verifiers or
//! adjudicators of a benchmark against each other.

use clap::Args;

use crate::agreement::review::{Judgement, ReviewedQuestion, review_agreement};
use crate::cli::{Output, Shared};
use crate::report::documents::review_agreement::ReviewDocument;
use crate::scoring::{adjudicated_questions, reviewed_questions, verified_questions};
use crate::store::{Benchmark, Store, StoreError};

/// The questions that people decided in a queue.
type Decided<D> = Result<Vec<ReviewedQuestion<D>>, StoreError>;

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
        self.compare(
            shared,
            reviewed_questions,
            "reviewed yet; review with `assay annotate review`",
        )
    }

    /// Compares verifiers.
    pub(super) fn run_for_verifiers(self, shared: &Shared) -> anyhow::Result<()> {
        self.compare(
            shared,
            verified_questions,
            "verified yet; verify with `assay annotate verify`",
        )
    }

    /// Compares adjudicators.
    pub(super) fn run_for_adjudicators(self, shared: &Shared) -> anyhow::Result<()> {
        let missing = "adjudicated yet; adjudicate with `assay annotate adjudicate`";
        self.compare(shared, adjudicated_questions, missing)
    }

    fn compare<D: Judgement>(
        self,
        shared: &Shared,
        decided: fn(&Store, &Benchmark) -> Decided<D>,
        missing: &str,
    ) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let questions = decided(&store, &benchmark)?;
        if questions.is_empty() {
            anyhow::bail!("no question of {} is {missing}", benchmark.name);
        }
        let agreement = review_agreement(&questions, store.checklists(&benchmark)?)?;
        let notice = store.notice(&benchmark)?;
        let benchmark = benchmark.name;
        super::print(&self.output, &ReviewDocument { benchmark, notice, agreement })
    }
}
