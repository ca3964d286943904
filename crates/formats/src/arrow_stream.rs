//! Arrow's stream of record batches, as `save_to_disk` of Hugging Face's `datasets` writes it: `data-*.arrow`.
//!
//! Only the messages' metadata is in memory; values are read from the file one at a time, so that memory does
//! not grow with a batch of pictures. Bytes, as in pictures, become data URLs. Read are numbers, truth values, texts, bytes, lists and structs, without
//! compression and dictionaries, as `datasets` writes them. Offsets and lengths are untrusted.

use std::cell::RefCell;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::error::FormatError;
use crate::flatbuffer::Table;
use crate::image_cell::{UNKNOWN_KIND, data_url};
use crate::json_fields::Fields;
use crate::python::python_float;
use crate::questions::{Start, open};
use crate::unpacked_limit::UnpackedLimit;
use crate::{MAX_CELL_BYTES, MAX_COLUMNS};

/// The longest metadata of a message, in bytes.
const MAX_METADATA: u64 = 64 << 20;
/// The longest list in a value.
const MAX_LIST: u64 = 100_000;
/// The deepest nesting of lists and structs.
const DEEPEST: usize = 8;

/// What a column holds.
#[derive(Clone, Debug)]
enum Kind {
    Null,
    Bool,
    Integer { bytes: u64, is_signed: bool },
    Float { bytes: u64 },
    Text { is_large: bool },
    Bytes { is_large: bool },
    List { is_large: bool },
    FixedList { length: u64 },
    Struct,
}

/// A column, or a part of one.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    kind: Kind,
    inner: Vec<Field>,
}

/// A stretch of the file.
#[derive(Clone, Copy, Debug, Default)]
struct Buffer {
    start: u64,
    length: u64,
}

/// The values of a field in a batch.
struct Column {
    valid: Buffer,
    offsets: Buffer,
    values: Buffer,
    inner: Vec<Column>,
}

/// A stream that is read row by row.
pub(super) struct ArrowStream {
    path: PathBuf,
    file: File,
    fields: Vec<Field>,
    /// Where the next message begins.
    next: u64,
    batch: Vec<Column>,
    row: u64,
    rows: u64,
    length: u64,
    /// The size of the values of all rows: many may be the same place of the file.
    values: RefCell<UnpackedLimit>,
}

impl ArrowStream {
    /// Whether a file is such a stream, or a file that has one.
    pub fn is_one(start: &Start) -> bool {
        start.begins_with(b"\xFF\xFF\xFF\xFF") || start.begins_with(b"ARROW1\0\0")
    }

    /// Opens a file and reads its schema.
    pub fn open(path: &Path) -> Result<Self, FormatError> {
        let file = open(path)?;
        let next = if Self::is_file(&file) { 8 } else { 0 };
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let mut stream = ArrowStream {
            path: path.to_owned(),
            file,
            fields: Vec::new(),
            next,
            batch: Vec::new(),
            row: 0,
            rows: 0,
            length,
            values: RefCell::new(UnpackedLimit::new(length)),
        };
        match stream.message() {
            Ok(true) if !stream.fields.is_empty() => Ok(stream),
            Ok(_) => Err(stream.damaged("it does not begin with its columns")),
            Err(problem) => Err(stream.damaged(&problem)),
        }
    }

    fn is_file(file: &File) -> bool {
        let mut magic = [0; 6];
        file.read_exact_at(&mut magic, 0).is_ok() && &magic == b"ARROW1"
    }

    fn damaged(&self, problem: &str) -> FormatError {
        let advice = "save the data set again, or convert it with ds.to_parquet(\"data.parquet\")";
        let problem = format!("the file cannot be read as an Arrow stream: {problem}; {advice}");
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
        let columns = self.fields.iter().zip(&self.batch);
        let fields = columns
            .map(|(field, column)| Ok((field.name.clone(), self.value(field, column, row, 0)?)));
        let fields: Result<Fields, String> = fields.collect();
        fields.map(Some).map_err(|problem| self.damaged(&problem))
    }

    fn bytes(&self, start: u64, length: u64) -> Result<Vec<u8>, String> {
        if length > MAX_CELL_BYTES as u64 {
            return Err("a value is longer than 100 MB".into());
        }
        if start.saturating_add(length) > self.length {
            return Err("the file ends inside a value; was it cut off?".into());
        }
        self.values.borrow_mut().take(length)?;
        let mut bytes = vec![0; length as usize];
        let read = self.file.read_exact_at(&mut bytes, start);
        read.map(|()| bytes).map_err(|_| "the file ends inside a value; was it cut off?".into())
    }

    /// A number of up to 8 bytes in a buffer, by its position.
    fn number(&self, buffer: Buffer, at: u64, bytes: u64) -> Result<u64, String> {
        let is_inside =
            |start: &u64| start.checked_add(bytes).is_some_and(|end| end <= buffer.length);
        let start =
            at.checked_mul(bytes).filter(is_inside).ok_or("a value is outside its column")?;
        let mut number = [0; 8];
        let part = number.get_mut(..bytes as usize).ok_or("a number has more than 8 bytes")?;
        let read = self.file.read_exact_at(part, buffer.start.saturating_add(start));
        read.map_err(|_| "the file ends inside a value; was it cut off?")?;
        Ok(u64::from_le_bytes(number))
    }

    /// The range of a text or a list in its values.
    fn range(&self, column: &Column, at: u64, is_large: bool) -> Result<(u64, u64), String> {
        let bytes = if is_large { 8 } else { 4 };
        let from = self.number(column.offsets, at, bytes)?;
        let to = self.number(column.offsets, at.saturating_add(1), bytes)?;
        to.checked_sub(from)
            .map(|length| (from, length))
            .ok_or_else(|| "offsets go back".to_owned())
    }

    fn is_null(&self, column: &Column, at: u64) -> Result<bool, String> {
        if column.valid.length == 0 {
            return Ok(false);
        }
        let byte = self.number(column.valid, at / 8, 1)?;
        Ok(byte >> (at % 8) & 1 == 0)
    }

    /// The bytes of a text or of a binary value.
    fn long(&self, column: &Column, at: u64, is_large: bool) -> Result<Vec<u8>, String> {
        let (from, length) = self.range(column, at, is_large)?;
        if from.checked_add(length).is_none_or(|end| end > column.values.length) {
            return Err("a value is outside its column".into());
        }
        self.bytes(column.values.start.saturating_add(from), length)
    }

    fn value(
        &self,
        field: &Field,
        column: &Column,
        at: u64,
        depth: usize,
    ) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err("lists or structs are nested too deep".into());
        }
        if matches!(field.kind, Kind::Null) || self.is_null(column, at)? {
            return Ok(Value::Null);
        }
        Ok(match field.kind {
            Kind::Null => Value::Null,
            Kind::Bool => Value::Bool(self.number(column.values, at / 8, 1)? >> (at % 8) & 1 == 1),
            Kind::Integer { bytes, is_signed } => {
                let number = self.number(column.values, at, bytes)?;
                let unused = 64 - 8 * bytes as u32;
                match is_signed {
                    true => (((number << unused) as i64) >> unused).into(),
                    false => number.into(),
                }
            }
            Kind::Float { bytes } => {
                let number = self.number(column.values, at, bytes)?;
                let number = match bytes {
                    4 => f32::from_bits(number as u32).to_string().parse().unwrap_or(f64::NAN),
                    _ => f64::from_bits(number),
                };
                match number {
                    number if number.is_nan() => Value::Null,
                    number if number.is_finite() => number.into(),
                    number => python_float(number).into(),
                }
            }
            Kind::Text { is_large } => {
                String::from_utf8_lossy(&self.long(column, at, is_large)?).into_owned().into()
            }
            Kind::Bytes { is_large } => {
                data_url(UNKNOWN_KIND, &self.long(column, at, is_large)?).into()
            }
            Kind::List { .. } | Kind::FixedList { .. } => {
                let elements = self.elements(field, column, at)?;
                let (field, column) = (&field.inner[0], &column.inner[0]);
                let values = elements.map(|at| self.value(field, column, at, depth + 1));
                Value::Array(values.collect::<Result<_, _>>()?)
            }
            Kind::Struct => {
                let parts = field.inner.iter().zip(&column.inner);
                let named = parts.map(|(field, column)| {
                    Ok((field.name.clone(), self.value(field, column, at, depth + 1)?))
                });
                Value::Object(named.collect::<Result<Map<_, _>, String>>()?)
            }
        })
    }

    /// The positions of the elements of a list.
    fn elements(
        &self,
        field: &Field,
        column: &Column,
        at: u64,
    ) -> Result<std::ops::Range<u64>, String> {
        let (from, length) = match field.kind {
            Kind::FixedList { length } => (at.saturating_mul(length), length),
            Kind::List { is_large } => self.range(column, at, is_large)?,
            _ => (0, 0),
        };
        if length > MAX_LIST {
            return Err("a list has more than 100,000 elements".into());
        }
        self.values.borrow_mut().take(8 * length)?;
        Ok(from..from.saturating_add(length))
    }

    /// Reads the next message: the schema, or a batch. `false` at the end.
    fn message(&mut self) -> Result<bool, String> {
        if self.next >= self.length {
            return Ok(false);
        }
        let head = Buffer { start: self.next, length: 8 };
        let is_continued = self.number(head, 0, 4)? == 0xFFFF_FFFF;
        let size = self.number(head, u64::from(is_continued), 4)?;
        if size == 0 {
            return Ok(false);
        }
        if size > MAX_METADATA {
            return Err("a message is too long".into());
        }
        let start = self.next + if is_continued { 8 } else { 4 };
        let metadata = self.bytes(start, size)?;
        let broken = || "a message is damaged".to_owned();
        let message = Table::root(&metadata).ok_or_else(broken)?;
        let body = start + size;
        let body_length = message.number(3, 8).unwrap_or(0);
        self.next = body
            .checked_add(body_length)
            .filter(|end| *end <= self.length)
            .ok_or_else(|| "the file ends inside a batch of rows; was it cut off?".to_owned())?;
        let header = message.table(2).ok_or_else(broken)?;
        match message.number(1, 1) {
            Some(1) => {
                let fields = header.tables(1).ok_or_else(broken)?;
                // Damaged tables may lead to the same one many times.
                let mut left = MAX_COLUMNS;
                let fields = fields.iter().map(|field| Field::new(field, 0, &mut left));
                self.fields = fields.collect::<Result<_, _>>()?;
            }
            Some(3) => self.begin_batch(&header, body).ok_or_else(broken)??,
            Some(2) => return Err("it has dictionaries, which are not read".into()),
            _ => {}
        }
        Ok(true)
    }

    fn begin_batch(&mut self, header: &Table<'_>, body: u64) -> Option<Result<(), String>> {
        if header.table(3).is_some() {
            return Some(Err("its batches are compressed, which is not read".into()));
        }
        let length = header.number(0, 8)?;
        let buffers = header
            .pairs(2)?
            .into_iter()
            .map(|(start, length)| Buffer { start: body.saturating_add(start), length });
        let mut buffers = buffers.collect::<Vec<_>>().into_iter();
        let columns = self.fields.iter().map(|field| Column::new(field, &mut buffers));
        self.batch = columns.collect::<Option<_>>()?;
        (self.row, self.rows) = (0, length);
        Some(Ok(()))
    }
}

impl Field {
    /// Reads a field; `left` is the number of fields that there may be still.
    fn new(field: &Table<'_>, depth: usize, left: &mut usize) -> Result<Self, String> {
        let name = field.text(0).unwrap_or_default();
        let broken = || format!("the type of column {name:?} is damaged");
        let kind = field.table(3).ok_or_else(broken)?;
        let inner = field.tables(5).unwrap_or_default();
        if depth > DEEPEST || *left < inner.len() + 1 {
            return Err(broken());
        }
        *left -= 1;
        let number = field.number(2, 1).unwrap_or(0);
        let kind = match number {
            1 => Kind::Null,
            2 => {
                let bits = kind.number(0, 4).filter(|bits| matches!(bits, 8 | 16 | 32 | 64));
                let bytes = bits.ok_or_else(broken)? / 8;
                Kind::Integer { bytes, is_signed: kind.number(1, 1) == Some(1) }
            }
            3 if kind.number(0, 2).unwrap_or(0) > 0 => {
                Kind::Float { bytes: if kind.number(0, 2) == Some(1) { 4 } else { 8 } }
            }
            4 | 19 => Kind::Bytes { is_large: number == 19 },
            5 | 20 => Kind::Text { is_large: number == 20 },
            6 => Kind::Bool,
            // Days, and moments as numbers since 1970.
            8 => Kind::Integer {
                bytes: if kind.number(0, 2) == Some(0) { 4 } else { 8 },
                is_signed: true,
            },
            10 | 18 => Kind::Integer { bytes: 8, is_signed: true },
            12 | 21 => Kind::List { is_large: number == 21 },
            13 => Kind::Struct,
            16 => Kind::FixedList { length: kind.number(0, 4).ok_or_else(broken)? },
            _ => {
                let problem =
                    format!("column {name:?} has a type that is not read (number {number})");
                return Err(problem);
            }
        };
        if field.table(4).is_some() {
            return Err(format!("column {name:?} has a dictionary, which is not read"));
        }
        let is_list = matches!(kind, Kind::List { .. } | Kind::FixedList { .. });
        if is_list && inner.len() != 1 {
            return Err(broken());
        }
        let inner = inner.iter().map(|field| Field::new(field, depth + 1, left));
        let inner = inner.collect::<Result<_, _>>()?;
        Ok(Field { name, kind, inner })
    }
}

impl Column {
    /// Takes the buffers of a field in the order of the format. `None` if there are too few.
    fn new(field: &Field, buffers: &mut impl Iterator<Item = Buffer>) -> Option<Self> {
        let mut column = Column {
            valid: Buffer::default(),
            offsets: Buffer::default(),
            values: Buffer::default(),
            inner: Vec::new(),
        };
        if matches!(field.kind, Kind::Null) {
            return Some(column);
        }
        column.valid = buffers.next()?;
        if let Kind::Text { .. } | Kind::Bytes { .. } | Kind::List { .. } = field.kind {
            column.offsets = buffers.next()?;
        }
        if !matches!(field.kind, Kind::List { .. } | Kind::FixedList { .. } | Kind::Struct) {
            column.values = buffers.next()?;
        }
        column.inner = field
            .inner
            .iter()
            .map(|field| Column::new(field, &mut *buffers))
            .collect::<Option<_>>()?;
        Some(column)
    }
}

#[cfg(test)]
mod tests;
