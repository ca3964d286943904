//! `assay agree review`, `assay agree verify` and `assay agree adjudicate`: the reviewers, verifiers or
//! adjudicators of a benchmark against each other.

use clap::Args;

use crate::agreement::review::{Judgement, review_agreement};
use crate::cli::{OnBenchmark, Output, Shared};
use crate::outcomes::independent::IndependentDecisions;
use crate::report::documents::agreement as documents;
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
    /// Compares those whose decisions `decided` loads. Questions are `done` by the command `verb`, where none is
    /// yet.
    pub(super) fn compare<D: Judgement>(
        self,
        shared: &Shared,
        decided: fn(&Store, &Benchmark) -> Decided<D>,
        done: &str,
        verb: &str,
    ) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let (questions, not_independent) = store.at_one_moment(|| decided(&store, &benchmark))?;
        if questions.is_empty() {
            anyhow::bail!(
                "no question of {} is {done} yet; {verb} with `assay annotate {verb}`",
                benchmark.name
            );
        }
        let checklists = store.checklists(&benchmark)?;
        let agreement = review_agreement(&questions, &checklists)?;
        let notice = store.notice(&benchmark)?;
        let warnings = notice.iter().cloned().chain(not_independent.describe());
        let warnings: Vec<String> = warnings.chain(agreement.verdict.warnings.clone()).collect();
        let document = documents::review_agreement(
            &benchmark.name,
            notice.as_deref(),
            &agreement,
            not_independent,
            self.output.form,
        );
        super::print(&self.output, &document, &warnings)
    }
}
