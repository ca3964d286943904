//! Prediction files as text: tab or comma between cells, quoted as in RFC 4180.

use std::io::Read;

use super::table::holds_pictures;
use super::{PredictionError, Source, TextTable};
use crate::formats::error::shown;
use crate::formats::open_quote::{Shape, swallowed_rows};
use crate::formats::records::{Limits, RecordError, RecordReader};
use crate::formats::sniff::open_table;
use crate::formats::{MAX_ROWS, MAX_TEXT_BYTES};

const KNOWN: [&str; 8] =
    ["index", "prediction", "question", "answer", "a", "b", "category", "l2-category"];

pub(super) fn read(file: impl Read, source: Source<'_>) -> Result<TextTable, PredictionError> {
    let opened = open_table(file, &KNOWN)
        .map_err(|error| source.unreadable(error))?
        .map_err(|problem| source.bad(problem.to_string()))?;
    let mut records = RecordReader::new(opened.text, opened.delimiter, Limits::default());
    let names: Vec<String> = match records.next_record() {
        Ok(Some(header)) => {
            header.cells().map(|cell| String::from_utf8_lossy(cell).into()).collect()
        }
        Ok(None) => return Err(source.bad("the file is empty")),
        Err(error) => return Err(source.bad(format!("the first line: {error}"))),
    };
    let kept: Vec<usize> = (0..names.len()).filter(|&at| !holds_pictures(&names[at])).collect();
    let index = names.iter().position(|name| name.trim().eq_ignore_ascii_case("index"));
    let shape = Shape { columns: names.len(), index, delimiter: opened.delimiter };
    let mut table = TextTable::new(kept.iter().map(|&at| names[at].clone()));
    let mut row = 0;
    loop {
        row += 1;
        let record = match records.next_record() {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(table),
            Err(error) => return Err(source.bad(describe(row, &error))),
        };
        if row > MAX_ROWS {
            return Err(source.bad(format!("there are more than {MAX_ROWS} rows; split the file")));
        }
        if record.len() == 1 && record.cell(0).trim_ascii().is_empty() {
            row -= 1; // an empty line
            continue;
        }
        let at_row =
            |problem: String| source.bad(format!("row {row} (line {}){problem}", record.line));
        let is_picture = |at: usize| kept.binary_search(&at).is_err();
        if let Some(suspicion) = swallowed_rows(&record, shape, is_picture) {
            let column = shown(&names[suspicion.column]);
            return Err(at_row(format!(", column {column}: {}", suspicion.into_problem())));
        }
        if record.len() != names.len() {
            return Err(at_row(format!(
                " has {} cells, the first line names {} columns; is a quote or a tab missing?",
                record.len(),
                names.len()
            )));
        }
        for &at in &kept {
            match text_of(record.cell(at)) {
                Ok("") => table.push_missing(),
                Ok(text) => table.push(text),
                Err(problem) => {
                    return Err(at_row(format!(", column {}: {problem}", shown(&names[at]))));
                }
            }
        }
    }
}

/// What is wrong with a row that could not be read, and what to do.
fn describe(row: usize, error: &RecordError) -> String {
    let advice = match error {
        RecordError::OpenQuote { .. } => {
            "; close the quote, or double it if it is a part of the text"
        }
        RecordError::CellTooLong { .. } | RecordError::RecordTooLong { .. } => {
            "; is a quote left open?"
        }
        RecordError::Io(_) | RecordError::TooManyCells { .. } => "",
    };
    format!("row {row}: {error}{advice}")
}

fn text_of(cell: &[u8]) -> Result<&str, String> {
    if cell.len() > MAX_TEXT_BYTES {
        let limit = MAX_TEXT_BYTES / 1_000_000;
        return Err(format!("the text has more than {limit} MB; is a quote left open?"));
    }
    std::str::from_utf8(cell).map_err(|error| {
        format!("byte {} is not UTF-8; save the file as UTF-8", error.valid_up_to() + 1)
    })
}
