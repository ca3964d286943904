//! The content of one cell.

use std::borrow::Cow;

use serde::Serialize;

use crate::parquet_write::ColumnValue;

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    /// An empty cell.
    Missing,
    /// A text, as it is.
    Text(Cow<'a, str>),
    /// A whole number.
    Number(u64),
    /// A boolean.
    Truth(bool),
}

impl<'a> Cell<'a> {
    /// A text that is in memory elsewhere.
    pub fn text(text: &'a str) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }

    /// A text that may be missing.
    pub fn optional(text: Option<&'a str>) -> Self {
        text.map_or(Cell::Missing, Cell::text)
    }

    /// An index: a number if its digits would read back the same, else a text.
    pub fn index(text: &'a str) -> Self {
        match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => Cell::Number(number),
            _ => Cell::text(text),
        }
    }

    /// The cell as the value of a column in Parquet, whose kind says how the text is read.
    pub(crate) fn to_column_value(&self) -> ColumnValue {
        match self {
            Cell::Missing => ColumnValue::Missing,
            cell => ColumnValue::Text(cell.written().into_owned()),
        }
    }

    /// The cell as a table writes it.
    pub(crate) fn written(&self) -> Cow<'_, str> {
        match self {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Number(number) => Cow::Owned(number.to_string()),
            Cell::Truth(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
        }
    }
}
