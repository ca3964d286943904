//! `assay agree review`, `assay agree verify` and `assay agree adjudicate`: the reviewers, verifiers or
//! adjudicators of a benchmark against each other.

use clap::Args;

use crate::agreement::review::{Judgement, review_agreement};
use crate::cli::{OnBenchmark, Output, Shared};
use crate::outcomes::independent::independent_decisions;
use crate::report::documents::agreement as documents;

#[derive(Debug, Args)]
pub(crate) struct AgreeReview {
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    output: Output,
}

impl AgreeReview {
    /// Compares those who decide in a queue, whose questions are `done`.
    pub(super) fn compare<D: Judgement>(self, shared: &Shared, done: &str) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let (questions, not_independent) =
            store.at_one_moment(|| independent_decisions::<D>(&store, &benchmark))?;
        if questions.is_empty() {
            let verb = D::QUEUE.name;
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
