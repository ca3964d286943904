//! How reviewers agree: `assay agree review`.

use serde::Serialize;

use super::Document;
use crate::agreement::review::{Judgement, ReviewAgreement};
use crate::benchmark::decision::ReviewDecision;
use crate::outcomes::independent::NotIndependent;
use crate::report::{Form, Table, review};

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
}

impl<D: Judgement> Document for ReviewDocument<D> {
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![review::tidy(&self.agreement)],
            _ => review::all(&self.agreement),
        }
    }
}
