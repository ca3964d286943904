//! Prediction files as JSON: a list of records, or one record a line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::table::holds_pictures;
use super::{PredictionError, Source, TextTable};
use crate::formats::python::python_text;

type Record = BTreeMap<String, Box<RawValue>>;

pub(super) fn read(file: File, source: Source<'_>) -> Result<TextTable, PredictionError> {
    let mut text = String::new();
    BufReader::new(file).read_to_string(&mut text).map_err(|error| {
        if error.kind() == std::io::ErrorKind::InvalidData {
            return source.bad("the file is no UTF-8; save it as UTF-8");
        }
        source.unreadable(error)
    })?;
    let text = text.trim_start_matches('\u{FEFF}');
    let expected = |error: &dyn std::fmt::Display| {
        source.bad(format!("expected a list of records as JSON, or one record a line: {error}"))
    };
    let records: Vec<Record> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).map_err(|error| expected(&error))?
    } else {
        let mut lines = serde_json::Deserializer::from_str(text);
        let mut records = Vec::new();
        loop {
            match Record::deserialize(&mut lines) {
                Ok(record) => records.push(record),
                Err(error) if error.is_eof() && lines.end().is_ok() => break,
                Err(error) => return Err(expected(&error)),
            }
        }
        records
    };
    let records: Vec<Record> = records.into_iter().map(with_inner_index).collect();
    table_of(&records, source)
}

/// lmms-eval keeps the data set's own index inside an object of metrics.
const INDEXED: [&str; 2] = ["submission", "gpt_eval_score"];

/// The record with `submission.index` beside `submission`, where that is an object with an index.
fn with_inner_index(mut record: Record) -> Record {
    for name in INDEXED {
        let inner =
            record.get(name).and_then(|value| serde_json::from_str::<Record>(value.get()).ok());
        if let Some(index) = inner.and_then(|mut inner| inner.remove("index")) {
            record.insert(format!("{name}.index"), index);
        }
    }
    record
}

fn table_of(records: &[Record], source: Source<'_>) -> Result<TextTable, PredictionError> {
    let mut names: Vec<&str> = Vec::new();
    for name in records.iter().flat_map(BTreeMap::keys) {
        if !names.contains(&name.as_str()) && !holds_pictures(name) {
            names.push(name);
        }
    }
    let mut table = TextTable::new(names.iter().map(|&name| name.to_owned()));
    for (number, record) in records.iter().enumerate() {
        for name in &names {
            match record.get(*name) {
                None => table.push_missing(),
                Some(value) if value.get() == "null" => table.push_missing(),
                Some(value) => match python_text(only_response(name, value).as_ref()) {
                    Ok(text) => table.push(&text),
                    // Other fields than those that scoring needs may hold anything.
                    Err(_) if !is_needed(name) => table.push_missing(),
                    Err(error) => {
                        let row = number + 1;
                        return Err(source.bad(format!("record {row}, field {name:?}: {error}")));
                    }
                },
            }
        }
    }
    Ok(table)
}

/// lmms-eval writes a response as a list of one.
fn only_response<'a>(name: &str, value: &'a RawValue) -> Cow<'a, RawValue> {
    if name != RESPONSES {
        return Cow::Borrowed(value);
    }
    match serde_json::from_str::<[Box<RawValue>; 1]>(value.get()) {
        Ok([only]) => Cow::Owned(only),
        Err(_) => Cow::Borrowed(value),
    }
}

const RESPONSES: &str = "filtered_resps";

fn is_needed(name: &str) -> bool {
    let is_choice = name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase();
    is_choice || matches!(name, "index" | "prediction" | "answer" | "g_index" | RESPONSES)
}
