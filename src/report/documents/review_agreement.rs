//! How reviewers, verifiers or adjudicators agree: `assay agree review`.

use crate::agreement::review::{Judgement, ReviewAgreement};
use crate::outcomes::independent::NotIndependent;
use crate::report::{Form, Printout, review};

/// How the reviewers of a benchmark agree, with a note on the data, for instance that it is simulated, and
/// the decisions that no figure includes.
pub fn review_agreement<D: Judgement>(
    benchmark: &str,
    notice: Option<&str>,
    agreement: &ReviewAgreement<D>,
    not_independent: NotIndependent,
    form: Form,
) -> Printout {
    Printout::default()
        .json("benchmark", benchmark)
        .json_if("notice", notice)
        .flat(agreement)
        .json("not_independent", not_independent)
        .tables(match form {
            Form::Csv => vec![review::tidy(agreement)],
            _ => review::all(agreement),
        })
}
