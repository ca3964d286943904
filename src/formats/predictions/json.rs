//! Prediction files as JSON: a list of records, or one record a line.

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
    table_of(&records, source)
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
                Some(value) => match python_text(value) {
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

fn is_needed(name: &str) -> bool {
    let is_choice = name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase();
    is_choice || matches!(name, "index" | "prediction" | "answer" | "g_index")
}
