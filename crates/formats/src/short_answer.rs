//! What short answers are compared with, as our own files have it: a JSON object in the field `short_answer`, or its text
//! in a cell.

use serde::Deserialize;
use serde_json::Value;

use crate::bad_rows::{Refusal, in_field};
use crate::error::shown;
use assay_core::benchmark::{Choice, ShortAnswer};

/// The field.
pub(crate) const SHORT_ANSWER: &str = "short_answer";

/// Reads the object for a question with these choices.
pub(crate) fn read(found: &Value, choices: &[Choice]) -> Result<ShortAnswer, Refusal> {
    let wrong = |problem: &str| {
        let found = shown(&found.to_string());
        let expected =
            "an object such as {\"rule\": \"numeric\", \"answers\": [\"2.5\"], \"precision\": 1}";
        in_field(SHORT_ANSWER, format!("found {found}: {problem}; expected {expected}"))
    };
    let short = ShortAnswer::deserialize(found).map_err(|error| wrong(&error.to_string()))?;
    if !choices.is_empty() {
        return Err(wrong("the question has choices"));
    }
    if short.precision.is_some_and(|decimals| decimals > ShortAnswer::MOST_DECIMALS) {
        return Err(wrong("the precision is the number of decimals, at most 15"));
    }
    Ok(short)
}
