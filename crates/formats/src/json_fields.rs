//! The fields of a JSON object, taken out one by one, so that what is left is known to be unknown.

use serde_json::{Map, Value};

use super::bad_rows::{Refusal, in_field};
use super::error::shown;
use super::python::python_float;

/// The fields of a record that have not been taken yet.
pub(super) type Fields = Map<String, Value>;

/// What a value is, for messages.
pub(super) fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => shown(text),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// The text of a scalar as Python prints it; `None` for null, a list or an object.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(true) => Some("True".into()),
        Value::Bool(false) => Some("False".into()),
        Value::Number(number) if number.is_f64() => number.as_f64().map(python_float),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Takes the first of these fields that is present and not null, with its name.
pub(super) fn take<'n>(fields: &mut Fields, names: &[&'n str]) -> Option<(&'n str, Value)> {
    let name =
        names.iter().find(|name| fields.get(**name).is_some_and(|value| !value.is_null()))?;
    fields.shift_remove(*name).map(|value| (*name, value))
}

/// Takes a text. A number counts as a text, as Python prints it.
pub(super) fn take_text(fields: &mut Fields, names: &[&str]) -> Result<Option<String>, Refusal> {
    let Some((name, value)) = take(fields, names) else { return Ok(None) };
    scalar(&value).map(Some).ok_or_else(|| unexpected(name, &value, "a text"))
}

/// The problem of a value of the wrong kind.
pub(super) fn unexpected(field: &str, value: &Value, expected: &str) -> Refusal {
    in_field(field, format!("found {}; expected {expected}", kind(value)))
}

/// The name of a record: a text or a whole number, `1.0` being `1`.
pub(super) fn key_text(value: &Value) -> Option<String> {
    let text = scalar(value)?;
    match value {
        Value::Number(_) => Some(text.strip_suffix(".0").map_or(text.clone(), str::to_owned)),
        _ => Some(text),
    }
}
