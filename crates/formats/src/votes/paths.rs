//! Values at a path inside a record: `/games/0/score`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::error::shown;
use crate::json_fields::key_text;

/// Paths to a value (JSON pointers) with `|` between them, in order of preference; empty for none. A value is
/// written at the first.
pub(super) type Paths = &'static str;

pub(super) fn each(paths: &str) -> impl Iterator<Item = &str> {
    paths.split('|').filter(|path| !path.is_empty())
}

/// The value at a path, null included; -1 is the last of a list.
pub(super) fn find<'v>(record: &'v Value, path: &str) -> Option<&'v Value> {
    // serde_json's pointers copy each name twice.
    path.split('/').skip(1).try_fold(record, |value, name| match value {
        Value::Object(fields) if name.contains('~') => fields.get(&unescaped(name)),
        // A million rows of a few columns: comparing their names is quicker than hashing one.
        Value::Object(fields) if fields.len() <= 16 => {
            fields.iter().find_map(|(known, value)| (known == name).then_some(value))
        }
        Value::Object(fields) => fields.get(name),
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
pub(super) fn text_at<'v>(record: &'v Value, paths: &str) -> Option<Cow<'v, str>> {
    let text = |path| find(record, path).and_then(written);
    each(paths).filter_map(text).find(|text| !text.trim().is_empty())
}

/// The text of a name or a number.
pub(super) fn written(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        other => key_text(other).map(Cow::Owned),
    }
}

/// Those of the paths that are columns of a table: none, the only one, or all.
pub(super) fn within(paths: Paths, columns: &[String]) -> Paths {
    let is_column =
        |path: &&str| columns.iter().any(|column| path.strip_prefix('/') == Some(column.as_str()));
    let mut there = each(paths).filter(is_column);
    match (there.next(), there.next()) {
        (None, _) => "",
        (Some(only), None) => only,
        (Some(_), Some(_)) => paths,
    }
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
    let path = each(paths).find(|path| place(record, path).is_some());
    let Some(place) = path.and_then(|path| place(record, path)) else { return false };
    *place = value.into();
    true
}

pub(super) fn put_some(record: &mut Value, paths: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        put(record, paths, value);
    }
}

/// The place at a path. A value on the way that is neither an object nor a list is left as it is.
fn place<'v>(record: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    path.split('/').skip(1).try_fold(record, |place, name| {
        if let Ok(at) = name.parse::<usize>() {
            if place.is_null() {
                *place = Value::Array(Vec::new());
            }
            let list = place.as_array_mut()?;
            list.resize(list.len().max(at + 1), Value::Null);
            return list.get_mut(at);
        }
        if place.is_null() {
            *place = Value::Object(Map::new());
        }
        Some(place.as_object_mut()?.entry(unescaped(name)).or_insert(Value::Null))
    })
}

/// A name as it is within a path.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}
