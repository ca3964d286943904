//! Values at a path inside a record: `/games/0/score`.

use serde_json::{Map, Value};

use crate::error::shown;
use crate::json_fields::key_text;

/// Paths to a value with `|` between them, in order of preference; empty for none. A value is written at the
/// first.
pub(super) type Paths = &'static str;

fn each(paths: &str) -> impl Iterator<Item = &str> {
    paths.split('|').filter(|path| !path.is_empty())
}

/// The value at a path, null included; -1 is the last of a list.
pub(super) fn find<'v>(record: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('/').skip(1).try_fold(record, |value, name| match value {
        Value::Object(object) => object.get(name),
        Value::Array(list) if name == "-1" => list.last(),
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// The first value that is there and not null.
pub(super) fn value_at<'v>(record: &'v Value, paths: &str) -> Option<&'v Value> {
    each(paths).find_map(|path| find(record, path).filter(|value| !value.is_null()))
}

/// The first text that is not empty; a number is the text that it is written with.
pub(super) fn text_at(record: &Value, paths: &str) -> Option<String> {
    let text = |path| find(record, path).and_then(key_text);
    each(paths).filter_map(text).find(|text| !text.trim().is_empty())
}

/// The text of an answer, which may be empty.
pub(super) fn answer_at(record: &Value, paths: &str) -> Option<String> {
    value_at(record, paths).and_then(key_text)
}

/// The first text of any kind that is not empty; objects and lists are JSON.
pub(super) fn any_text_at(record: &Value, paths: &str) -> Option<String> {
    let any = |value: &Value| key_text(value).unwrap_or_else(|| value.to_string());
    let values = each(paths).filter_map(|path| value_at(record, path));
    values.map(any).find(|text| !text.is_empty())
}

/// A whole number from 0; 0 if there is none.
pub(super) fn whole_at(record: &Value, path: &str) -> Result<u16, String> {
    let Some(written) = text_at(record, path) else { return Ok(0) };
    let number = written.trim().parse();
    number.map_err(|_| format!("{path} is {}; expected a whole number", shown(&written)))
}

/// Puts a value at the first path that leads through objects and lists, which are made as needed. Whether there
/// was one.
pub(super) fn put(record: &mut Value, paths: &str, value: impl Into<Value>) -> bool {
    let place = each(paths).find(|path| leads_through(record, path));
    let Some(path) = place else { return false };
    let mut place = record;
    for name in path.split('/').skip(1) {
        place = match name.parse::<usize>() {
            Ok(at) => {
                if place.is_null() {
                    *place = Value::Array(Vec::new());
                }
                let Value::Array(list) = place else { return false };
                if list.len() <= at {
                    list.resize(at + 1, Value::Null);
                }
                &mut list[at]
            }
            Err(_) => {
                if place.is_null() {
                    *place = Value::Object(Map::new());
                }
                let Value::Object(object) = place else { return false };
                object.entry(name).or_insert(Value::Null)
            }
        };
    }
    *place = value.into();
    true
}

fn leads_through(record: &Value, path: &str) -> bool {
    let parents = path.match_indices('/').map(|(end, _)| find(record, &path[..end]));
    let names = path.split('/').skip(1);
    parents.zip(names).all(|(parent, name)| match parent {
        None | Some(Value::Null) => true,
        Some(Value::Array(_)) => name.parse::<usize>().is_ok(),
        Some(Value::Object(_)) => name.parse::<usize>().is_err(),
        Some(_) => false,
    })
}
