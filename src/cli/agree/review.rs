//! `assay agree review`: the reviewers of a benchmark against each other.

use clap::Args;

use crate::agreement::review::review_agreement;
use crate::cli::annotate::NOTICE_SETTING;
use crate::cli::{Output, Shared};
use crate::report::documents::review_agreement::ReviewDocument;
use crate::scoring::reviewed_questions;

#[derive(Debug, Args)]
pub(crate) struct AgreeReview {
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl AgreeReview {
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
        let agreement = review_agreement(&questions)?;
        let notice = store.setting(NOTICE_SETTING)?;
        let document = ReviewDocument { benchmark: benchmark.name, notice, agreement };
        super::print(&self.output, &document)
    }
}
