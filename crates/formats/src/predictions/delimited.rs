//! Prediction files as text: tab or comma between cells, quoted as in RFC 4180.

use std::io::Read;

use super::TextTable;
use super::table::holds_pictures;
use crate::error::{ReadError, shown};
use crate::open_quote::{Shape, swallowed_rows};
use crate::records::{Limits, Record, RecordError, RecordReader};
use crate::sniff::open_table;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};

const KNOWN: [&str; 8] =
    ["index", "prediction", "question", "answer", "a", "b", "category", "l2-category"];

pub(super) fn read(file: impl Read) -> Result<TextTable, ReadError> {
    let opened = open_table(file, &KNOWN)?;
    let mut records = RecordReader::new(opened.text, opened.delimiter, Limits::default());
    let names: Vec<String> = match records.next_record() {
        Ok(Some(header)) => {
            header.cells().map(|cell| String::from_utf8_lossy(cell).into()).collect()
        }
        Ok(None) => return Err("the file is empty".into()),
        Err(error) => return Err(format!("the first line: {error}").into()),
    };
    let header = Header::new(names, opened.delimiter);
    let mut table = TextTable::new(header.kept.iter().map(|&at| header.names[at].clone()));
    let mut row = 0;
    loop {
        row += 1;
        let record = match records.next_record() {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(table),
            Err(error) => return Err(describe(row, &error).into()),
        };
        if row > MAX_ROWS {
            return Err(format!("there are more than {MAX_ROWS} rows; split the file").into());
        }
        if record.len() == 1 && record.cell(0).trim_ascii().is_empty() {
            row -= 1; // an empty line
            continue;
        }
        header
            .add_row(&record, &mut table)
            .map_err(|problem| format!("row {row} (line {}){problem}", record.line))?;
    }
}

/// The first line of a file, and which of its columns are read.
struct Header {
    names: Vec<String>,
    /// The columns without pictures, in order.
    kept: Vec<usize>,
    shape: Shape,
}

impl Header {
    fn new(names: Vec<String>, delimiter: u8) -> Self {
        let kept = (0..names.len()).filter(|&at| !holds_pictures(&names[at])).collect();
        let index = names.iter().position(|name| name.trim().eq_ignore_ascii_case("index"));
        let shape = Shape { columns: names.len(), index, delimiter };
        Header { names, kept, shape }
    }

    /// Adds a record to the table; an error says what is wrong, to be put after the row's number.
    fn add_row(&self, record: &Record<'_>, table: &mut TextTable) -> Result<(), String> {
        let is_picture = |at: usize| self.kept.binary_search(&at).is_err();
        if let Some(suspicion) = swallowed_rows(record, self.shape, is_picture) {
            let column = shown(&self.names[suspicion.column]);
            return Err(format!(", column {column}: {}", suspicion.problem()));
        }
        if record.len() != self.names.len() {
            return Err(format!(
                " has {} cells, the first line names {} columns; is a quote or a tab missing?",
                record.len(),
                self.names.len()
            ));
        }
        let text_cell = record.text_cells();
        for &at in &self.kept {
            let cell = match text_cell.as_ref().and_then(|cell| cell(at)) {
                Some(cell) if cell.len() <= MAX_TEXT_BYTES => cell,
                _ => text_of(record.cell(at))
                    .map_err(|problem| format!(", column {}: {problem}", shown(&self.names[at])))?,
            };
            table.push_cell(Some(cell).filter(|cell| !cell.is_empty()));
        }
        Ok(())
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

/// A cell as text, or why it is not text.
fn text_of(cell: &[u8]) -> Result<&str, String> {
    if cell.len() > MAX_TEXT_BYTES {
        let limit = MAX_TEXT_BYTES / 1_000_000;
        return Err(format!("the text has more than {limit} MB; is a quote left open?"));
    }
    std::str::from_utf8(cell).map_err(|error| {
        format!("byte {} is not UTF-8; save the file as UTF-8", error.valid_up_to() + 1)
    })
}
