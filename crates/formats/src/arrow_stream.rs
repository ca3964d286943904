//! Arrow's messages: streams of record batches, as `save_to_disk` of Hugging Face's `datasets` writes them
//! (`data-*.arrow`), and files with a table of their batches at the end, as polars' `write_ipc` and Feather do.
//!
//! Only the messages' metadata is in memory; values are read from the file one at a time, so that memory does
//! not grow with a batch of pictures. Bytes, as in pictures, become data URLs. Offsets and lengths are untrusted.
//!
//! - `schema`: what the columns hold
//! - `buffers`: stretches of the file, packed or not
//! - `values`: a value of a column

mod buffers;
mod schema;
mod values;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::MAX_COLUMNS;
use crate::error::FormatError;
use crate::flatbuffer::Table;
use crate::huggingface::{DESCRIPTION, classes};
use crate::json_fields::Fields;
use crate::questions::{Start, open};
use buffers::{Batch, Codec, Source};
use schema::Field;
use values::Column;

/// The longest metadata of a message, in bytes.
const MAX_METADATA: u64 = 64 << 20;
/// What a file with a table of its batches begins and ends with.
const MAGIC: &[u8; 6] = b"ARROW1";

/// The values of a dictionary: the columns that were added to it with the number of their values.
type Dictionary = Vec<(u64, Column)>;

/// The name of the class with a number; -1 is none.
fn named(number: &Value, classes: &[String]) -> Value {
    let at = number.as_u64().and_then(|number| usize::try_from(number).ok());
    at.and_then(|at| classes.get(at)).map_or(Value::Null, |name| name.as_str().into())
}

/// A stream that is read row by row.
pub(super) struct ArrowStream {
    path: PathBuf,
    source: Source,
    fields: Vec<Field>,
    /// The names of the classes that each column holds as numbers.
    classes: Vec<Vec<String>>,
    /// Where the next message begins.
    next: u64,
    /// In a file with a table of its batches, where those begin that are left, the last one first.
    left: Option<Vec<u64>>,
    dictionaries: HashMap<u64, Dictionary>,
    batch: Vec<Column>,
    row: u64,
    rows: u64,
}

impl ArrowStream {
    /// Whether a file is such a stream, or a file that has one.
    pub fn is_one(start: &Start) -> bool {
        start.begins_with(b"\xFF\xFF\xFF\xFF") || start.begins_with(b"ARROW1\0\0")
    }

    /// Opens a file and reads its schema.
    pub fn open(path: &Path) -> Result<Self, FormatError> {
        let source = Source::new(open(path)?);
        let mut stream = ArrowStream {
            path: path.to_owned(),
            source,
            fields: Vec::new(),
            classes: Vec::new(),
            next: 0,
            left: None,
            dictionaries: HashMap::new(),
            batch: Vec::new(),
            row: 0,
            rows: 0,
        };
        let begun = match stream.source.metadata(0, 6).is_ok_and(|start| start == MAGIC) {
            true => stream.read_footer(),
            false => stream.message().map(|_| ()),
        };
        match begun {
            Ok(()) if !stream.fields.is_empty() => Ok(stream),
            Ok(()) => Err(stream.damaged("it does not begin with its columns")),
            Err(problem) => Err(stream.damaged(&problem)),
        }
    }

    fn damaged(&self, problem: &str) -> FormatError {
        let advice = "save the data set again, or as Parquet: ds.to_parquet(\"data.parquet\") with datasets, \
                      df.write_parquet(\"data.parquet\") with polars";
        let problem = format!("the file cannot be read as Arrow: {problem}; {advice}");
        FormatError::bad_file(&self.path, problem)
    }

    /// The number of bytes of the batches that were begun.
    pub fn bytes_read(&self) -> u64 {
        self.next
    }

    /// The next row.
    pub fn next_row(&mut self) -> Result<Option<Fields>, FormatError> {
        while self.row == self.rows {
            match self.message() {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(problem) => return Err(self.damaged(&problem)),
            }
        }
        let row = self.row;
        self.row += 1;
        let columns = self.fields.iter().zip(&self.batch).zip(&self.classes);
        let fields = columns.map(|((field, column), classes)| {
            let value = self.value(field, column, row, 0)?;
            Ok((
                field.name.clone(),
                if classes.is_empty() { value } else { named(&value, classes) },
            ))
        });
        let fields: Result<Fields, String> = fields.collect();
        fields.map(Some).map_err(|problem| self.damaged(&problem))
    }

    /// Reads the columns of a file and the places of its batches; dictionaries come first.
    fn read_footer(&mut self) -> Result<(), String> {
        let cut_off = "the table at its end is missing; was it cut off?";
        let end = self.source.length.checked_sub(10).ok_or(cut_off)?;
        let tail = self.source.metadata(end, 10)?;
        let (size, magic) = tail.split_first_chunk::<4>().ok_or(cut_off)?;
        let size = u64::from(u32::from_le_bytes(*size));
        if magic != MAGIC || size > end.min(MAX_METADATA) {
            return Err(cut_off.into());
        }
        let footer = self.source.metadata(end - size, size)?;
        let footer = Table::root(&footer).ok_or_else(broken)?;
        self.read_schema(&footer.table(1).ok_or_else(broken)?)?;
        let blocks = |field| footer.structs(field, 24).into_iter().flatten();
        let mut left: Vec<u64> = blocks(2).chain(blocks(3)).map(|block| block[0]).collect();
        left.reverse();
        self.left = Some(left);
        Ok(())
    }

    fn read_schema(&mut self, schema: &Table<'_>) -> Result<(), String> {
        let fields = schema.tables(1).ok_or_else(broken)?;
        // Damaged tables may lead to the same one many times.
        let mut left = MAX_COLUMNS;
        let fields = fields.iter().map(|field| Field::new(field, 0, &mut left));
        self.fields = fields.collect::<Result<_, _>>()?;
        let entries = schema.tables(2).unwrap_or_default();
        let described = entries.iter().find(|entry| entry.text(0).as_deref() == Some(DESCRIPTION));
        let description = described.and_then(|entry| entry.text(1));
        let names = self.fields.iter().map(|field| field.name.as_str());
        self.classes = classes(description.as_deref(), names);
        Ok(())
    }

    /// Reads the next message: the schema, or a batch. `false` at the end.
    fn message(&mut self) -> Result<bool, String> {
        if let Some(left) = &mut self.left {
            let Some(next) = left.pop() else { return Ok(false) };
            self.next = next;
        }
        if self.next >= self.source.length {
            return Ok(false);
        }
        let word = |at: u64| Ok::<u64, String>(self.source.metadata_number(at)? & 0xFFFF_FFFF);
        let (first, behind) = (word(self.next)?, self.next.saturating_add(4));
        let (size, start) = match first {
            0xFFFF_FFFF => (word(behind)?, behind.saturating_add(4)),
            size => (size, behind),
        };
        if size == 0 {
            return Ok(false);
        }
        if size > MAX_METADATA {
            return Err("a message is too long".into());
        }
        let metadata = self.source.metadata(start, size)?;
        let message = Table::root(&metadata).ok_or_else(broken)?;
        let body = start + size;
        let length = message.number(3, 8).unwrap_or(0);
        self.next = body
            .checked_add(length)
            .filter(|end| *end <= self.source.length)
            .ok_or("the file ends inside a batch of rows; was it cut off?")?;
        let header = message.table(2).ok_or_else(broken)?;
        match message.number(1, 1) {
            Some(1) => self.read_schema(&header)?,
            Some(2) => {
                let data = header.table(1).ok_or_else(broken)?;
                let mut batch = self.batch(&data, body)?;
                let id = header.number(0, 8).unwrap_or(0);
                let field = self.fields.iter().find_map(|field| field.with_dictionary(id));
                let values = Column::of_values(field.ok_or_else(broken)?, &mut batch);
                let known = self.dictionaries.entry(id).or_default();
                if header.number(2, 1).unwrap_or(0) == 0 {
                    known.clear();
                }
                known.push((batch.rows, values.ok_or_else(broken)?));
            }
            Some(3) => {
                let mut batch = self.batch(&header, body)?;
                let columns = self.fields.iter().map(|field| Column::new(field, &mut batch));
                self.batch = columns.collect::<Option<_>>().ok_or_else(broken)?;
                (self.row, self.rows) = (0, batch.rows);
            }
            _ => {}
        }
        Ok(true)
    }

    /// The buffers of a batch whose body begins here.
    fn batch(&self, batch: &Table<'_>, body: u64) -> Result<Batch, String> {
        let codec = match batch.table(3) {
            None => None,
            Some(packing) => Some(Codec::new(packing.number(0, 1).unwrap_or(0))?),
        };
        let stretches = batch.structs(2, 16).ok_or_else(broken)?;
        let buffer = |[start, length, ..]: [u64; 3]| {
            let start = body.saturating_add(start);
            let is_inside = start.checked_add(length).is_some_and(|end| end <= self.next);
            if is_inside { self.source.buffer(start, length, codec) } else { Err(broken()) }
        };
        let buffers: Vec<_> = stretches.into_iter().map(buffer).collect::<Result<_, _>>()?;
        let parts: Vec<u64> =
            batch.structs(4, 8).into_iter().flatten().map(|count| count[0]).collect();
        self.source.forget();
        let (buffers, parts) = (buffers.into_iter(), parts.into_iter());
        Ok(Batch { rows: batch.number(0, 8).unwrap_or(0), buffers, parts })
    }
}

fn broken() -> String {
    "a message is damaged".to_owned()
}

#[cfg(test)]
mod tests;
