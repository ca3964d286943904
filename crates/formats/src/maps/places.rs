//! Where values are: a column, a field of a struct, several columns, a text with values in it.

use std::borrow::Cow;

use serde_json::Value;

use super::columns::Columns;
use super::{FieldMap, Part, Place, PlaceOfPart, values};
use crate::bad_rows::{Refusal, in_field};
use crate::json_fields::{Fields, scalar};
use assay_core::benchmark::{Choice, Label};

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

    /// Its value, and its column; `None` if it is null or empty.
    pub(super) fn value<'f>(&self, fields: &'f Fields) -> Option<(String, Cow<'f, Value>)> {
        let found = match self {
            Place::Column(path) => inside(path, fields)?,
            Place::Numbered(_) | Place::Letters => {
                let found = self.columns(fields).into_iter();
                Cow::Owned(found.map(|(_, value)| value.clone()).collect())
            }
            Place::Text(text) => {
                let value = |name: &str| inside(name, fields).and_then(|value| scalar(&value));
                Cow::Owned(text_of(text, &mut |name| value(name))?.into())
            }
        };
        (!values::is_absent(&found)).then(|| (self.to_string(), found))
    }

    /// The choices in its columns. Each has the letter of its column, also where others have no text; `known` are
    /// the columns of the first rows, `is_other` says which columns are also other parts.
    pub(super) fn choices(
        &self,
        fields: &Fields,
        known: &Columns,
        is_other: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<Choice>, Refusal> {
        let prefix = match self {
            Place::Letters => "",
            Place::Numbered(prefix) => prefix,
            Place::Column(_) | Place::Text(_) => return Ok(Vec::new()),
        };
        let first = usize::from(known.get(&format!("{prefix}0")).is_none());
        let given = fields.iter().filter(|(name, value)| {
            self.is_column(name) && !values::is_absent(value) && !is_other(name)
        });
        let choice = |(name, value): (&String, &Value)| {
            let place = &name[prefix.len()..];
            let label = match place.parse::<usize>() {
                Ok(number) => number.checked_sub(first).and_then(Label::from_index),
                Err(_) => place.parse().ok(),
            };
            let label = label.ok_or_else(|| in_field(name, "expected at most 26 choices"))?;
            let text = scalar(value).ok_or_else(|| in_field(name, "expected a text"))?;
            Ok(Choice { label, text })
        };
        let mut choices = given.map(choice).collect::<Result<Vec<Choice>, Refusal>>()?;
        choices.sort_unstable_by_key(|choice| choice.label);
        Ok(choices)
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
fn inside<'f>(path: &str, fields: &'f Fields) -> Option<Cow<'f, Value>> {
    if let Some(value) = fields.get(path) {
        return Some(Cow::Borrowed(value));
    }
    let (first, rest) = path.split_once('.')?;
    values::at_path(fields.get(first)?, rest).map(Cow::Owned)
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
