//! The reference answer of a question as files have it: a letter among its choices.

use super::intake::Intake;
use crate::error::shown;
use crate::image_cell::is_missing_to_pandas;
use assay_core::benchmark::{Choice, Label};

/// The message for a question that has an answer but no choices.
pub(crate) const ANSWER_WITHOUT_CHOICES: &str =
    "a question without choices has an answer in words, which is not kept";

/// Reads the letter of the right choice. Words for a missing value are not an answer, and neither
/// is anything in a question without choices; both are noted.
pub(crate) fn read_answer(
    found: &str,
    choices: &[Choice],
    intake: &mut Intake<'_>,
) -> Result<Option<Label>, String> {
    let answer = found.trim();
    if is_missing_to_pandas(answer) {
        if !answer.is_empty() {
            intake.note("the answer is a word for a missing value; read as no answer");
        }
        return Ok(None);
    }
    if choices.is_empty() {
        intake.note(ANSWER_WITHOUT_CHOICES);
        return Ok(None);
    }
    let label = answer.parse::<Label>().ok();
    let label = label.filter(|label| choices.iter().any(|choice| choice.label == *label));
    let Some(label) = label else {
        let labels: Vec<String> = choices.iter().map(|choice| choice.label.to_string()).collect();
        return Err(format!(
            "found {}, which is not among the choices {}; correct it, or leave the cell empty",
            shown(found),
            labels.join(", ")
        ));
    };
    if answer.len() != found.len() {
        intake.note("the answer had spaces around it");
    }
    if answer.starts_with(|c: char| c.is_ascii_lowercase()) {
        intake.note("the answer was a small letter; read as the capital");
    }
    Ok(Some(label))
}
