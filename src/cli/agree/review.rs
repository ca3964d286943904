//! `assay agree review`, `assay agree verify` and `assay agree adjudicate`: the reviewers, verifiers or
//! adjudicators of a benchmark against each other.

use clap::Args;

use crate::agreement::review::{Judgement, review_agreement};
use crate::cli::names::OnBenchmark;
use crate::cli::{Output, Shared};
use crate::outcomes::independent::{
    IndependentDecisions, independent_adjudications, independent_reviews, independent_verifications,
};
use crate::report::documents::review_agreement::ReviewDocument;
use crate::store::{Benchmark, Store, StoreError};

/// The questions that people decided in a queue.
type Decided<D> = Result<IndependentDecisions<D>, StoreError>;

#[derive(Debug, Args)]
pub(crate) struct AgreeReview {
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    output: Output,
}

impl AgreeReview {
    /// Compares reviewers.
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.compare(
            shared,
            independent_reviews,
            "reviewed yet; review with `assay annotate review`",
        )
    }

    /// Compares verifiers.
    pub(super) fn run_for_verifiers(self, shared: &Shared) -> anyhow::Result<()> {
        self.compare(
            shared,
            independent_verifications,
            "verified yet; verify with `assay annotate verify`",
        )
    }

    /// Compares adjudicators.
    pub(super) fn run_for_adjudicators(self, shared: &Shared) -> anyhow::Result<()> {
        let missing = "adjudicated yet; adjudicate with `assay annotate adjudicate`";
        self.compare(shared, independent_adjudications, missing)
    }

    fn compare<D: Judgement>(
        self,
        shared: &Shared,
        decided: fn(&Store, &Benchmark) -> Decided<D>,
        missing: &str,
    ) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let (questions, not_independent) = store.at_one_moment(|| decided(&store, &benchmark))?;
        if questions.is_empty() {
            anyhow::bail!("no question of {} is {missing}", benchmark.name);
        }
        let agreement = review_agreement(&questions, &store.checklists(&benchmark)?)?;
        let notice = store.notice(&benchmark)?;
        let benchmark = benchmark.name;
        let warnings = notice.iter().cloned().chain(not_independent.describe());
        let warnings: Vec<String> = warnings.chain(agreement.verdict.warnings.clone()).collect();
        let document = ReviewDocument { benchmark, notice, agreement, not_independent };
        super::print(&self.output, &document, &warnings)
    }
}
