//! The rows of files of any kind as fields: Parquet, Arrow, JSON lines and documents, tables of text,
//! spreadsheets. Pictures that are bytes are passed beside the fields.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::arrow_stream::ArrowStream;
use crate::benchmark_settings::BenchmarkSettings;
use crate::error::{EMPTY, FormatError};
use crate::huggingface::{GivenPicture, Shards};
use crate::json_fields::Fields;
use crate::parquet_rows::fields::value;
use crate::questions::{FilePart, Start, not_json, open, records_of};
use crate::records::{Limits, RecordReader};
use crate::sniff::{TableSource, open_table};
use crate::workbook::{Formulas, read_rows};

/// A row of a file.
pub(super) struct Row {
    /// The line on which it begins; 0 if the file has no lines.
    pub line: u64,
    /// Its fields, or why they cannot be read. Missing values are null.
    pub fields: Result<Fields, String>,
    /// Its pictures, each with its column.
    pub pictures: Vec<(String, GivenPicture)>,
    /// The number of bytes read so far.
    pub bytes: u64,
}

/// Receives a row and its file. `false` ends the reading.
pub(super) type TakeRow<'t> = dyn FnMut(&Path, Row) -> Result<bool, FormatError> + 't;

/// The names by which rows have what is said about them elsewhere: the name of a record in its document, or of the
/// list that it is in, the subset and the split of its file.
pub(super) const NAME: &str = "@name";
const LIST: &str = "@list";
const SUBSET: &str = "@subset";
const SPLIT: &str = "@split";

/// The names of the list of records in a document.
const LISTS: [&str; 6] = ["data", "questions", "annotations", "examples", "samples", "items"];

/// Passes on the rows of files of one kind. Returns what is not read, in sentences.
pub(super) fn for_each(
    files: &[PathBuf],
    part_of: &dyn Fn(&Path) -> FilePart,
    take: &mut TakeRow<'_>,
) -> Result<Vec<String>, FormatError> {
    let start = Start::read(&files[0])?;
    let mut take = |file: &Path, mut row: Row| {
        if let Ok(fields) = &mut row.fields {
            let FilePart { subset, split } = part_of(file);
            for (name, text) in [(SUBSET, subset), (SPLIT, split)] {
                fields.extend(text.map(|text| (name.to_owned(), Value::String(text))));
            }
        }
        take(file, row)
    };
    if start.begins_with(b"PAR1") {
        return parquet(files, &mut take);
    }
    let mut warnings = Vec::new();
    for file in files {
        match &start {
            start if ArrowStream::is_one(start) => arrow(file, &mut take)?,
            start if start.is_json() => json(file, &mut take)?,
            start if start.begins_with(b"PK\x03\x04") => {
                warnings.extend(spreadsheet(file, &mut take)?);
            }
            _ => table(file, &mut take)?,
        }
    }
    Ok(warnings)
}

fn parquet(files: &[PathBuf], take: &mut TakeRow<'_>) -> Result<Vec<String>, FormatError> {
    let mut shards = Shards::of_any_layout(files)?;
    let mut file = files[0].clone();
    while let Some(row) = shards.next_row(&mut file)? {
        let mut fields = Fields::new();
        for name in shards.names() {
            fields.insert(name.to_owned(), Value::Null);
        }
        for (at, field) in &row.values {
            fields.extend(value(field).map(|value| (shards.name(*at).to_owned(), value)));
        }
        let pictures = row.pictures.into_iter();
        let pictures = pictures.map(|(at, given)| (shards.name(at).to_owned(), given)).collect();
        let row = Row { line: 0, fields: Ok(fields), pictures, bytes: shards.bytes_read() };
        if !take(&file, row)? {
            break;
        }
    }
    Ok(std::mem::take(&mut shards.not_read))
}

fn arrow(file: &Path, take: &mut TakeRow<'_>) -> Result<(), FormatError> {
    let mut stream = ArrowStream::open(file)?;
    while let Some(fields) = stream.next_row()? {
        let bytes = stream.bytes_read();
        let row = Row { line: 0, fields: Ok(fields), pictures: Vec::new(), bytes };
        if !take(file, row)? {
            break;
        }
    }
    Ok(())
}

fn json(file: &Path, take: &mut TakeRow<'_>) -> Result<(), FormatError> {
    let mut records = records_of(file, None)?;
    let (mut bytes, mut is_first) = (0, true);
    while let Some(record) = records.next_record().map_err(|error| not_json(error, file))? {
        bytes += record.text.len() as u64 + 1;
        let (line, fields) = (record.line, serde_json::from_str::<Fields>(&record.text));
        records.forget();
        let fields = fields.map_err(|error| format!("it cannot be read as JSON: {error}"));
        // A document is all of its file, and not the settings in our own lines.
        let document = fields.as_ref().ok().filter(|_| is_first && records.is_at_end());
        let document = document.filter(|fields| !BenchmarkSettings::is_record(fields.keys()));
        let inner = document.and_then(records_inside);
        is_first = false;
        let rows = inner.unwrap_or_else(|| vec![fields]);
        for fields in rows {
            let row = Row { line, fields, pictures: Vec::new(), bytes };
            if !take(file, row)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The records of a document: its values if they are objects, which are named by its fields, or its list of
/// objects. `None` if it is a record itself.
fn records_inside(document: &Fields) -> Option<Vec<Result<Fields, String>>> {
    let named = document.iter().map(|(name, value)| {
        let mut fields = value.as_object()?.clone();
        fields.insert(NAME.to_owned(), Value::String(name.clone()));
        Some(Ok(fields))
    });
    let named: Option<Vec<_>> = named.collect();
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        return Some(named);
    }
    let (name, list) =
        LISTS.iter().find_map(|name| Some((name, document.get(*name)?.as_array()?)))?;
    let record = |value: &Value| {
        let mut fields = value.as_object()?.clone();
        fields.insert(LIST.to_owned(), Value::String((*name).to_owned()));
        Some(Ok(fields))
    };
    list.iter().map(record).collect()
}

fn table(file: &Path, take: &mut TakeRow<'_>) -> Result<(), FormatError> {
    let bad_file = |problem: String| FormatError::bad_file(file, problem);
    let TableSource { text, delimiter } =
        open_table(open(file)?, &["index", "question", "answer", "image", "id"])
            .map_err(|error| error.in_file(file))?;
    let mut records = RecordReader::new(text, delimiter, Limits::default());
    let mut names: Vec<String> = Vec::new();
    loop {
        let bytes = records.bytes_read;
        let record = match records.next_record() {
            Ok(Some(record)) => record,
            Ok(None) if names.is_empty() => return Err(bad_file(EMPTY.to_owned())),
            Ok(None) => return Ok(()),
            Err(error) => return Err(bad_file(format!("line {}: {error}", error.line()))),
        };
        let texts = record.cells().map(|cell| std::str::from_utf8(cell).map(str::to_owned));
        let texts = texts.collect::<Result<Vec<String>, _>>();
        let texts = texts.map_err(|_| "a cell is not UTF-8; save the file as UTF-8".to_owned());
        if names.is_empty() {
            let texts = texts.map_err(bad_file)?;
            names = different(texts.iter().map(|name| name.trim()));
            continue;
        }
        let fields = texts.and_then(|texts| match texts.len() == names.len() {
            true => Ok(of_cells(&names, texts.into_iter().map(Some))),
            false => Err(format!(
                "the row has {} cells, but the first line names {} columns",
                texts.len(),
                names.len()
            )),
        });
        let row = Row { line: record.line, fields, pictures: Vec::new(), bytes };
        if !take(file, row)? {
            return Ok(());
        }
    }
}

fn spreadsheet(path: &Path, take: &mut TakeRow<'_>) -> Result<Vec<String>, FormatError> {
    let mut names: Vec<String> = Vec::new();
    let mut goes_on = true;
    read_rows(&open(path)?, path, Formulas::AsText, &mut |row| {
        let texts = row.iter().cloned();
        if names.is_empty() {
            names = different(row.iter().map(|name| name.as_deref().unwrap_or_default().trim()));
        } else if goes_on {
            let fields = Ok(of_cells(&names, texts));
            goes_on = take(path, Row { line: 0, fields, pictures: Vec::new(), bytes: 0 })?;
        }
        Ok(())
    })
}

/// Names of columns; the second of a name is called `A.1`, as pandas does, so that the first one counts.
fn different<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        let with_number = (1..).map(|number| format!("{name}.{number}"));
        let mut candidates = std::iter::once(name.to_owned()).chain(with_number);
        let free = candidates.find(|name| name.is_empty() || !found.contains(name));
        found.extend(free);
    }
    found
}

/// The fields of a row of cells; an empty cell is null.
fn of_cells(names: &[String], cells: impl Iterator<Item = Option<String>>) -> Fields {
    let value = |cell: Option<String>| match cell {
        Some(text) if !text.is_empty() => Value::String(text),
        _ => Value::Null,
    };
    let fields = names.iter().zip(cells).filter(|(name, _)| !name.is_empty());
    fields.map(|(name, cell)| (name.clone(), value(cell))).collect()
}
