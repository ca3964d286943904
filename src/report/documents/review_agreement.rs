//! How reviewers agree: `assay agree review`.

use serde::Serialize;

use super::Document;
use crate::agreement::review::{Judgement, ReviewAgreement};
use crate::benchmark::decision::ReviewDecision;
use crate::report::{Form, Table, review};
use crate::scoring::independent::NotIndependent;

/// How the reviewers of a benchmark agree.
#[derive(Debug, Serialize)]
pub struct ReviewDocument<D = ReviewDecision> {
    pub benchmark: String,
    /// A note on the data, for instance that it is simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The figures.
    #[serde(flatten)]
    pub agreement: ReviewAgreement<D>,
    /// The decisions that no figure includes.
    pub not_independent: NotIndependent,
    #[serde(skip)]
    left_out: Vec<String>,
}

impl<D> ReviewDocument<D> {
    /// Creates the document of these figures and of the decisions that they leave out.
    pub fn new(
        benchmark: String,
        notice: Option<String>,
        agreement: ReviewAgreement<D>,
        not_independent: NotIndependent,
    ) -> Self {
        let left_out = not_independent.describe();
        ReviewDocument { benchmark, notice, agreement, not_independent, left_out }
    }
}

impl<D: Judgement> Document for ReviewDocument<D> {
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![review::tidy(&self.agreement)],
            _ => review::all(&self.agreement),
        }
    }

    fn warnings(&self) -> Vec<&str> {
        let of_figures = &self.agreement.verdict.warnings;
        let all = self.notice.iter().chain(&self.left_out).chain(of_figures);
        all.map(String::as_str).collect()
    }
}
