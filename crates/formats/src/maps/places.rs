//! Where values are: a column, a field of a struct, several columns, a text with values in it.

use std::borrow::Cow;

use serde_json::Value;

use super::columns::Columns;
use super::{FieldMap, Part, Place, PlaceOfPart, values};
use crate::json_fields::{Fields, scalar};

impl Place {
    /// Whether it is a column, or several of which this is one.
    pub(super) fn is_column(&self, name: &str) -> bool {
        match self {
            Place::Column(column) => name == column,
            Place::Numbered(prefix) => is_numbered(name, prefix),
            Place::Letters => matches!(name.as_bytes(), [b'A'..=b'Z']),
            Place::Text(_) => false,
        }
    }

    /// Whether a value of it may come from a column.
    pub(super) fn is_in(&self, column: &str) -> bool {
        let is_inside =
            |path: &str| path.strip_prefix(column).is_some_and(|rest| rest.starts_with('.'));
        match self {
            Place::Column(path) if is_inside(path) => true,
            Place::Text(text) => text.contains(&format!("{{{column}}}")),
            other => other.is_column(column),
        }
    }

    /// Its columns that have a value, in the order of their numbers or letters.
    pub(super) fn columns<'f>(&self, fields: &'f Fields) -> Vec<(&'f String, &'f Value)> {
        let found = fields.iter().filter(|(name, _)| self.is_column(name));
        let mut found: Vec<_> = found.filter(|(_, value)| !values::is_missing(value)).collect();
        found.sort_by_key(|(name, _)| (name.len(), name.as_str()));
        found
    }

    /// Its value, and its column; `None` if it is missing.
    pub(super) fn value<'f>(&self, fields: &'f Fields) -> Option<(String, Cow<'f, Value>)> {
        let found = match self {
            Place::Column(path) => Cow::Borrowed(inside(path, fields)?),
            Place::Numbered(_) | Place::Letters => {
                let found = self.columns(fields).into_iter();
                Cow::Owned(found.map(|(_, value)| value.clone()).collect())
            }
            Place::Text(text) => {
                let value = |name: &str| scalar(inside(name, fields)?);
                Cow::Owned(text_of(text, &mut |name| value(name))?.into())
            }
        };
        (!values::is_missing(&found)).then(|| (self.to_string(), found))
    }

    fn is_there(&self, columns: &Columns) -> bool {
        let is_there = |name: &str| name.starts_with('@') || columns.has(name);
        match self {
            Place::Column(name) => is_there(name),
            Place::Text(text) => {
                text_of(text, &mut |name| is_there(name).then(String::new)).is_some()
            }
            several => columns.columns.iter().any(|column| several.is_column(&column.name)),
        }
    }
}

impl FieldMap {
    /// The first of the parts that a person named for which there is no column.
    pub fn missing_part(&self, columns: &Columns) -> Option<(Part, &PlaceOfPart)> {
        let mut asked = self.parts.iter().filter(|(part, _)| self.asked.contains(part));
        let is_there = |place: &Place| place.is_there(columns);
        let missing = asked.find(|(_, place)| !place.places.iter().any(is_there))?;
        Some((missing.0, &missing.1))
    }
}

/// Whether a column's name is a beginning with a number or one letter behind it.
pub(super) fn is_numbered(column: &str, prefix: &str) -> bool {
    column.strip_prefix(prefix).is_some_and(|rest| {
        let is_number = !rest.is_empty() && rest.len() < 4;
        is_number && rest.bytes().all(|byte| byte.is_ascii_digit())
            || matches!(rest.as_bytes(), [byte] if byte.is_ascii_alphabetic())
    })
}

/// The value of a column, or of a field inside it by its path.
fn inside<'f>(path: &str, fields: &'f Fields) -> Option<&'f Value> {
    if let Some(value) = fields.get(path) {
        return Some(value);
    }
    let mut names = path.split('.');
    let first = fields.get(names.next()?)?;
    names.try_fold(first, |value, name| value.get(name))
}

/// A text in which names in braces are replaced by values; `None` if one is missing.
fn text_of(text: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}')?;
        out += before;
        out += &value(name)?;
        rest = behind;
    }
    Some(out + rest)
}
