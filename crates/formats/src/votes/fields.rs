//! The values of a record's fields, as readers of votes need them.

use serde_json::Value;

use crate::bad_rows::{Refusal, in_field};
use crate::json_fields::{Fields, key_text, kind, unexpected};
use assay_core::votes::Undecided;

/// The value of a field; `None` for null.
pub(super) fn value<'f>(fields: &'f Fields, name: &str) -> Option<&'f Value> {
    fields.get(name).filter(|value| !value.is_null())
}

/// The text of a field; a number is the text that it is written with.
pub(super) fn text(fields: &Fields, name: &str) -> Option<String> {
    value(fields, name).and_then(key_text)
}

/// The text of a field that a row cannot be without.
pub(super) fn needed(fields: &Fields, name: &str, expected: &str) -> Result<String, Refusal> {
    let found = value(fields, name)
        .ok_or_else(|| in_field(name, format!("there is none; expected {expected}")))?;
    let text = key_text(found).filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| unexpected(name, found, expected))
}

/// The number of a turn; 0 if there is none.
pub(super) fn turn(fields: &Fields) -> Result<u16, Refusal> {
    let Some(found) = value(fields, "turn") else { return Ok(0) };
    let number = key_text(found).and_then(|text| text.trim().parse().ok());
    number.ok_or_else(|| unexpected("turn", found, "the number of a turn"))
}

/// A score within a range: null is none, −1 a request that failed, a text without a number not read.
pub(super) fn score(
    fields: &Fields,
    name: &str,
    highest: f64,
) -> Result<Result<f64, Undecided>, Refusal> {
    let Some(found) = value(fields, name) else { return Ok(Err(Undecided::Null)) };
    let written = key_text(found).ok_or_else(|| unexpected(name, found, "a number"))?;
    let Ok(score) = written.trim().parse::<f64>() else { return Ok(Err(Undecided::Unresolved)) };
    match score {
        -1.0 => Ok(Err(Undecided::Failed)),
        _ if (0.0..=highest).contains(&score) => Ok(Ok(score)),
        _ => {
            let expected = format!("a score from 0 to {highest}, −1 for a failure, or null");
            Err(in_field(name, format!("found {}; expected {expected}", kind(found))))
        }
    }
}

/// The text of a value of any kind; objects and lists are JSON.
pub(super) fn any_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
