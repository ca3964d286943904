//! `assay agree review`: the reviewers of a benchmark against each other.

use std::io::{self, BufWriter, Write as _};

use clap::Args;
use serde::Serialize;

use crate::agreement::review::{ReviewAgreement, review_agreement};
use crate::cli::annotate::NOTICE_SETTING;
use crate::cli::{Output, Shared};
use crate::report::{self, Form, review as tables};
use crate::scoring::reviewed_questions;

#[derive(Debug, Args)]
pub(crate) struct AgreeReview {
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Document<'a> {
    benchmark: &'a str,
    /// What the database says about its data, for instance that it is made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
    #[serde(flatten)]
    agreement: &'a ReviewAgreement,
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
        let document = Document { benchmark: &benchmark.name, notice, agreement: &agreement };
        let form = self.output.form;
        if form != Form::Json {
            super::warn(document.notice.as_slice());
            super::warn(&agreement.verdict.warnings);
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let tables = match form {
            Form::Csv => vec![tables::tidy(&agreement)],
            _ => tables::all(&agreement),
        };
        report::print(&mut out, form, &document, &tables)?;
        Ok(out.flush()?)
    }
}
