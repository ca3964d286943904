//! Prediction files as JSON: a list of records, or one record a line.
//!
//! The kit writes its table with Python's `json`, so a cell that is missing reads `NaN`, and whole
//! numbers of a column with such a cell read `1.0`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::BufReader;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::table::holds_pictures;
use super::{PredictionError, Source, TextTable};
use crate::formats::error::shown;
use crate::formats::json_records::{JsonRecordError, JsonRecords};
use crate::formats::python::{python_text, without_lone_surrogates};
use crate::formats::{MAX_COLUMNS, MAX_ROWS, MAX_TEXT_BYTES};

/// The longest record, in bytes; no row of the kit's has pictures.
const MAX_RECORD_BYTES: usize = 32_000_000;

pub(super) fn read(file: File, source: Source<'_>) -> Result<TextTable, PredictionError> {
    let mut records = JsonRecords::new(BufReader::with_capacity(1 << 18, file), MAX_RECORD_BYTES);
    let mut reading = Reading { table: TextTable::default(), columns: HashMap::new() };
    for row in 1.. {
        let record = match records.next_record() {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(JsonRecordError::Io(error)) => return Err(source.unreadable(error)),
            Err(error) => return Err(source.bad(error.to_string())),
        };
        let place = |problem: &dyn fmt::Display| {
            source.bad(format!("record {row} (line {}): {problem}", record.line))
        };
        if row > MAX_ROWS {
            return Err(place(&format_args!("more than {MAX_ROWS} records; split the file")));
        }
        let text = without_lone_surrogates(record.text);
        let fields: Fields<'_> = serde_json::from_str(&text)
            .map_err(|error| place(&format_args!("is no JSON object: {error}")))?;
        reading.take(&fields).map_err(|problem| place(&problem))?;
    }
    Ok(reading.table)
}

struct Reading {
    table: TextTable,
    /// The places of the columns by their names.
    columns: HashMap<String, usize>,
}

impl Reading {
    fn take(&mut self, fields: &Fields<'_>) -> Result<(), String> {
        let mut cells: Vec<Option<Cow<'_, str>>> = vec![None; self.columns.len()];
        for (position, (name, value)) in fields.0.iter().enumerate() {
            if holds_pictures(name) {
                continue;
            }
            let column = self.column(name, position)?;
            cells.resize(self.columns.len(), None);
            cells[column] = match text_of(only_response(name, value)) {
                Ok(text) => text,
                // Other fields than those that scoring needs may hold anything.
                Err(_) if !is_needed(name) => None,
                Err(problem) => return Err(format!("field {}: {problem}", shown(name))),
            };
        }
        for name in INDEXED {
            if let Some(index) = inner_index(fields, name) {
                let column = self.column(&format!("{name}.index"), usize::MAX)?;
                cells.resize(self.columns.len(), None);
                cells[column] = text_of(index).unwrap_or_default();
            }
        }
        for cell in &cells {
            match cell {
                Some(text) => self.table.push(text),
                None => self.table.push_missing(),
            }
        }
        Ok(())
    }

    /// The place of a column, most often the same as in the record before.
    fn column(&mut self, name: &str, expected: usize) -> Result<usize, String> {
        if self.table.columns().get(expected).is_some_and(|column| column == name) {
            return Ok(expected);
        }
        if let Some(&column) = self.columns.get(name) {
            return Ok(column);
        }
        let column = self.columns.len();
        if column == MAX_COLUMNS {
            return Err(format!("more than {MAX_COLUMNS} different fields"));
        }
        self.table.add_column(name.to_owned());
        self.columns.insert(name.to_owned(), column);
        Ok(column)
    }
}

/// The fields of a record in their order, their values as they are written.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(Name(name)) = map.next_key()? {
                    fields.push((name, map.next_value()?));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A name that is borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// Where lmms-eval keeps the data set's own index: inside an object of metrics.
const INDEXED: [&str; 2] = ["submission", "gpt_eval_score"];

/// The index inside an object, where the record has that object.
fn inner_index<'a>(fields: &Fields<'a>, name: &str) -> Option<&'a RawValue> {
    let (_, value) = fields.0.iter().find(|(known, _)| known == name)?;
    let inner: Fields<'a> = serde_json::from_str(value.get()).ok()?;
    inner.0.into_iter().find(|(known, _)| known == "index").map(|(_, index)| index)
}

const RESPONSES: &str = "filtered_resps";

/// lmms-eval writes a response as a list of one.
fn only_response<'a>(name: &str, value: &'a RawValue) -> &'a RawValue {
    let only = (name == RESPONSES).then(|| serde_json::from_str::<[&RawValue; 1]>(value.get()));
    only.and_then(Result::ok).map_or(value, |[only]| only)
}

/// The text of a value as Python prints it; nothing for a missing one.
fn text_of(value: &RawValue) -> Result<Option<Cow<'_, str>>, String> {
    let written = value.get();
    if written == "null" {
        return Ok(None);
    }
    let plain = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = match plain.filter(|text| !text.contains('\\')) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(python_text(value).map_err(|error| error.to_string())?),
    };
    if text.len() > MAX_TEXT_BYTES {
        return Err(format!("the text has more than {} MB", MAX_TEXT_BYTES / 1_000_000));
    }
    Ok(Some(text))
}

fn is_needed(name: &str) -> bool {
    let is_choice = name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase();
    is_choice || matches!(name, "index" | "prediction" | "answer" | "g_index" | RESPONSES)
}
