//! The records of a file: JSON objects, or the rows of a table as objects of texts.

use std::fs::File;
use std::io::BufReader;

use serde_json::Value;

use super::intake::Intake;
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::Refusal;
use crate::error::{EMPTY, FormatError};
use crate::json_records::JsonRecords;
use crate::questions::{Start, not_json};
use crate::records::{Limits, Record, RecordError, RecordReader};
use crate::regular_file::open_regular;
use crate::sniff::open_table;

/// The longest record, in bytes: two answers, two prompts and what the judge wrote about them.
const MAX_RECORD_BYTES: usize = 32_000_000;
/// The limits of the cells and rows of a table: answers may be in cells, pictures not.
const LIMITS: Limits = Limits { cell: MAX_TEXT_BYTES, record: MAX_RECORD_BYTES, cells: 1_000 };
/// Columns by which the separator is recognised.
const KNOWN_COLUMNS: [&str; 8] =
    ["question", "prompt", "left", "right", "judge", "worker", "winner", "answer"];

/// What is done with a record.
type Take<'t> = &'t mut dyn FnMut(&Value, &mut Intake) -> Result<(), Refusal>;

/// Passes on the records one by one, and leaves out those that are refused.
pub(super) fn for_each_record(
    intake: &mut Intake,
    may_be_table: bool,
    take: Take<'_>,
) -> Result<(), FormatError> {
    let file = intake.file().to_owned();
    let source = open_regular(&file).map_err(FormatError::unreadable(&file))?;
    if Start::read(&file)?.is_json() {
        return of_json(source, intake, take);
    }
    if !may_be_table {
        let problem = "this is not JSON; leave --format out, or name the JSON file";
        return Err(FormatError::bad_file(&file, problem));
    }
    of_table(source, intake, take)
}

fn of_json(source: File, intake: &mut Intake, take: Take<'_>) -> Result<(), FormatError> {
    let source = BufReader::with_capacity(1 << 18, source);
    let mut records = JsonRecords::new(source, MAX_RECORD_BYTES);
    while let Some(record) =
        records.next_record().map_err(|error| not_json(error, intake.file()))?
    {
        intake.begin_row(record.line)?;
        let taken = match serde_json::from_str::<Value>(&record.text) {
            Ok(record) => take(&record, intake),
            Err(error) => Err(format!("it cannot be read as JSON: {error}").into()),
        };
        taken.or_else(|refusal| intake.refuse(refusal))?;
    }
    Ok(())
}

fn of_table(source: File, intake: &mut Intake, take: Take<'_>) -> Result<(), FormatError> {
    let file = intake.file().to_owned();
    let bad_file = |problem: String| FormatError::bad_file(&file, problem);
    let opened = open_table(source, &KNOWN_COLUMNS).map_err(|error| error.in_file(&file))?;
    let mut records = RecordReader::new(opened.text, opened.delimiter, LIMITS);
    let header = records.next_record().map_err(|error| bad_file(error.to_string()))?;
    let header = header.ok_or_else(|| bad_file(EMPTY.to_owned()))?;
    let name = |cell: &[u8]| String::from_utf8_lossy(cell).trim().to_lowercase();
    let header: Vec<String> = header.cells().map(name).collect();
    // One object for all rows: only its cells are written anew.
    let mut row = Value::Object(header.iter().map(|name| (name.clone(), Value::Null)).collect());
    intake.columns.clone_from(&header);
    loop {
        match records.next_record() {
            Ok(None) => return Ok(()),
            Ok(Some(record)) if record.cells().all(|cell| cell.trim_ascii().is_empty()) => {}
            Ok(Some(record)) => {
                intake.begin_row(record.line)?;
                let taken = fill(&mut row, &record, &header).and_then(|()| take(&row, intake));
                taken.or_else(|refusal| intake.refuse(refusal))?;
            }
            Err(error @ (RecordError::Io(_) | RecordError::OpenQuote { .. })) => {
                return Err(bad_file(error.to_string()));
            }
            Err(error) => {
                intake.begin_row(error.line())?;
                intake.refuse(error.to_string().into())?;
                records.skip_rest_of_record().map_err(|error| bad_file(error.to_string()))?;
            }
        }
    }
}

/// Writes the cells of a row into an object; empty ones are null.
fn fill(row: &mut Value, record: &Record<'_>, header: &[String]) -> Result<(), Refusal> {
    if record.len() != header.len() {
        let (found, expected) = (record.len(), header.len());
        return Err(format!("{found} cells, but the first line names {expected} columns").into());
    }
    if let Value::Object(fields) = &mut *row {
        for value in fields.values_mut() {
            *value = Value::Null;
        }
    }
    for (name, cell) in header.iter().zip(record.cells()) {
        let cell = std::str::from_utf8(cell)
            .map_err(|_| format!("column {name} is not UTF-8; save the file as UTF-8"))?;
        // Texts keep their spaces; names and numbers have none around them.
        let is_text = cell.contains('\n') || name.ends_with("answer") || name.ends_with("text");
        let cell = if is_text || name == "judgment" { cell } else { cell.trim() };
        if !cell.is_empty() {
            row[name.as_str()] = cell.into();
        }
    }
    Ok(())
}
