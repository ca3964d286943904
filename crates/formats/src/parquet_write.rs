//! Writes Parquet: columns of texts, numbers, booleans, lists of texts and lists of pictures. A
//! bounded number of rows is in memory.
//!
//! The schema follows from the columns alone, so that files with different rows can be read as one.
//! Every column may be missing in a row. Pictures are `list<struct{bytes, path}>`, as Hugging Face
//! has them.

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};

/// A row group is written once its values have this many bytes, or it has this many rows.
const GROUP_BYTES: usize = 32 << 20;
const GROUP_ROWS: usize = 100_000;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    Text,
    /// A whole number of 64 bits.
    Integer,
    /// A floating-point number of 64 bits.
    Real,
    /// A boolean.
    Truth,
    Texts,
    Pictures,
}

/// The value of a column in a row.
#[derive(Clone, Debug)]
pub enum ColumnValue {
    Missing,
    Text(String),
    Integer(i64),
    Real(f64),
    Truth(bool),
    Texts(Vec<String>),
    /// The bytes of pictures; `None` for a missing one.
    Pictures(Vec<Option<Vec<u8>>>),
}

/// Writes rows to `out`.
pub struct ParquetWriter<W: Write> {
    writer: SerializedFileWriter<Shared>,
    written: Shared,
    out: W,
    columns: Vec<Buffer>,
    bytes: usize,
    rows: usize,
}

impl<W: Write> ParquetWriter<W> {
    /// A file with these columns and metadata entries.
    pub fn new(
        columns: &[(String, ColumnKind)],
        entries: &[(String, String)],
        out: W,
    ) -> io::Result<Self> {
        let fields: Result<Vec<TypePtr>, ParquetError> =
            columns.iter().map(|(name, kind)| field(name, *kind).map(Arc::new)).collect();
        let schema = fields
            .and_then(|fields| Type::group_type_builder("schema").with_fields(fields).build())
            .map_err(failed)?;
        let entries = entries.iter();
        let entries = entries.map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_write_batch_size(16)
            .set_key_value_metadata(Some(entries.collect()));
        for (name, _) in columns.iter().filter(|(_, kind)| *kind == ColumnKind::Pictures) {
            let path = ["list", "element", "bytes"].map(str::to_owned);
            let path: Vec<String> = [name.clone()].into_iter().chain(path).collect();
            properties = properties.set_column_dictionary_enabled(ColumnPath::new(path), false);
        }
        let written = Shared::default();
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(written.clone(), Arc::new(schema), properties);
        Ok(ParquetWriter {
            writer: writer.map_err(failed)?,
            written,
            out,
            columns: columns.iter().map(|(_, kind)| Buffer::new(*kind)).collect(),
            bytes: 0,
            rows: 0,
        })
    }

    /// Writes a row: a value for each column. A value of another kind than its column counts as
    /// missing.
    pub fn row(&mut self, values: Vec<ColumnValue>) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            self.bytes += column.push(value);
        }
        self.rows += 1;
        if self.bytes >= GROUP_BYTES || self.rows >= GROUP_ROWS {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes what is still in memory and the end of the file.
    pub fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.finish().map_err(failed)?;
        self.written.drain(&mut self.out)?;
        self.out.flush()
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        let leaves = self.columns.iter_mut().flat_map(Buffer::take);
        for leaf in leaves {
            let column = group.next_column().map_err(failed)?;
            let Some(mut column) = column else {
                return Err(io::Error::other("the schema has fewer columns than the rows"));
            };
            leaf.write(column.untyped()).map_err(failed)?;
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        (self.bytes, self.rows) = (0, 0);
        self.written.drain(&mut self.out)
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => io::Error::other(error.to_string()),
    }
}

/// Bytes that were written and not yet passed on: the crate requires a writer that can be sent to
/// threads.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn drain(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(&mem::take(&mut *bytes))
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn field(name: &str, kind: ColumnKind) -> Result<Type, ParquetError> {
    match kind {
        ColumnKind::Text => text(name),
        ColumnKind::Integer => primitive(name, PhysicalType::INT64),
        ColumnKind::Real => primitive(name, PhysicalType::DOUBLE),
        ColumnKind::Truth => primitive(name, PhysicalType::BOOLEAN),
        ColumnKind::Texts => list(name, text("element")?),
        ColumnKind::Pictures => {
            let bytes = Arc::new(primitive("bytes", PhysicalType::BYTE_ARRAY)?);
            let picture = Type::group_type_builder("element")
                .with_repetition(Repetition::OPTIONAL)
                .with_fields(vec![bytes, Arc::new(text("path")?)])
                .build()?;
            list(name, picture)
        }
    }
}

fn primitive(name: &str, kind: PhysicalType) -> Result<Type, ParquetError> {
    Type::primitive_type_builder(name, kind).with_repetition(Repetition::OPTIONAL).build()
}

fn text(name: &str) -> Result<Type, ParquetError> {
    Type::primitive_type_builder(name, PhysicalType::BYTE_ARRAY)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(ConvertedType::UTF8)
        .with_logical_type(Some(LogicalType::String))
        .build()
}

fn list(name: &str, element: Type) -> Result<Type, ParquetError> {
    let repeated = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element)])
        .build()?;
    Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(ConvertedType::LIST)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(repeated)])
        .build()
}

/// The values of a column that are not written yet, with Dremel's levels.
struct Buffer {
    kind: ColumnKind,
    leaves: Vec<Leaf>,
}

/// A column of the file: a list of pictures has two.
struct Leaf {
    values: Values,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
}

enum Values {
    Bytes(Vec<ByteArray>),
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    Truths(Vec<bool>),
}

impl Buffer {
    fn new(kind: ColumnKind) -> Self {
        let leaf = || Leaf {
            values: match kind {
                ColumnKind::Integer => Values::Integers(Vec::new()),
                ColumnKind::Real => Values::Reals(Vec::new()),
                ColumnKind::Truth => Values::Truths(Vec::new()),
                ColumnKind::Text | ColumnKind::Texts | ColumnKind::Pictures => {
                    Values::Bytes(Vec::new())
                }
            },
            definitions: Vec::new(),
            repetitions: Vec::new(),
        };
        let leaves = match kind {
            ColumnKind::Pictures => vec![leaf(), leaf()],
            _ => vec![leaf()],
        };
        Buffer { kind, leaves }
    }

    /// Takes the leaves and leaves the buffer empty.
    fn take(&mut self) -> Vec<Leaf> {
        mem::replace(self, Buffer::new(self.kind)).leaves
    }

    /// Adds a value; returns its size in bytes.
    fn push(&mut self, value: ColumnValue) -> usize {
        match (self.kind, value) {
            (ColumnKind::Text, ColumnValue::Text(text)) => {
                let length = text.len();
                self.leaves[0].bytes(text.into_bytes(), 1, 0);
                length
            }
            (ColumnKind::Integer, ColumnValue::Integer(number)) => {
                if let Values::Integers(values) = &mut self.leaves[0].values {
                    values.push(number);
                }
                self.leaves[0].level(1, 0);
                8
            }
            (ColumnKind::Real, ColumnValue::Real(number)) => {
                if let Values::Reals(values) = &mut self.leaves[0].values {
                    values.push(number);
                }
                self.leaves[0].level(1, 0);
                8
            }
            (ColumnKind::Truth, ColumnValue::Truth(truth)) => {
                if let Values::Truths(values) = &mut self.leaves[0].values {
                    values.push(truth);
                }
                self.leaves[0].level(1, 0);
                1
            }
            (ColumnKind::Texts, ColumnValue::Texts(texts)) if !texts.is_empty() => {
                let length = texts.iter().map(String::len).sum();
                for (at, text) in texts.into_iter().enumerate() {
                    self.leaves[0].bytes(text.into_bytes(), 3, i16::from(at > 0));
                }
                length
            }
            (ColumnKind::Pictures, ColumnValue::Pictures(pictures)) if !pictures.is_empty() => {
                let mut length = 0;
                for (at, picture) in pictures.into_iter().enumerate() {
                    let repetition = i16::from(at > 0);
                    match picture {
                        Some(bytes) => {
                            length += bytes.len();
                            self.leaves[0].bytes(bytes, 4, repetition);
                        }
                        None => self.leaves[0].level(3, repetition),
                    }
                    self.leaves[1].level(3, repetition);
                }
                length
            }
            (_, ColumnValue::Texts(_) | ColumnValue::Pictures(_)) => {
                self.leaves.iter_mut().for_each(|leaf| leaf.level(1, 0));
                0
            }
            _ => {
                self.leaves.iter_mut().for_each(|leaf| leaf.level(0, 0));
                0
            }
        }
    }
}

impl Leaf {
    fn level(&mut self, definition: i16, repetition: i16) {
        self.definitions.push(definition);
        self.repetitions.push(repetition);
    }

    fn bytes(&mut self, bytes: Vec<u8>, definition: i16, repetition: i16) {
        if let Values::Bytes(values) = &mut self.values {
            values.push(bytes.into());
        }
        self.level(definition, repetition);
    }

    fn write(&self, column: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let (definitions, repetitions) = (Some(&*self.definitions), Some(&*self.repetitions));
        match (column, &self.values) {
            (ColumnWriter::ByteArrayColumnWriter(out), Values::Bytes(values)) => {
                out.write_batch(values, definitions, repetitions)
            }
            (ColumnWriter::Int64ColumnWriter(out), Values::Integers(values)) => {
                out.write_batch(values, definitions, None)
            }
            (ColumnWriter::DoubleColumnWriter(out), Values::Reals(values)) => {
                out.write_batch(values, definitions, None)
            }
            (ColumnWriter::BoolColumnWriter(out), Values::Truths(values)) => {
                out.write_batch(values, definitions, None)
            }
            _ => Err(ParquetError::General("a column of another type than its values".into())),
        }?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use parquet::record::Field;

    use super::*;
    use crate::parquet_rows::ParquetFile;

    #[test]
    fn what_is_written_reads_back() {
        let columns = [
            ("text", ColumnKind::Text),
            ("number", ColumnKind::Integer),
            ("truth", ColumnKind::Truth),
            ("real", ColumnKind::Real),
            ("texts", ColumnKind::Texts),
            ("image", ColumnKind::Pictures),
        ];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let out = std::fs::File::create(&path).unwrap();
        let mut writer = ParquetWriter::new(&columns, &[], out).unwrap();
        let pictures = vec![Some(b"one".to_vec()), None, Some(b"two".to_vec())];
        let full = vec![
            ColumnValue::Text("a\0b猫".into()),
            ColumnValue::Integer(-7),
            ColumnValue::Truth(true),
            ColumnValue::Real(0.5),
            ColumnValue::Texts(vec!["x".into(), String::new()]),
            ColumnValue::Pictures(pictures),
        ];
        writer.row(full).unwrap();
        writer.row(vec![ColumnValue::Missing; 6]).unwrap();
        let empty = vec![
            ColumnValue::Text(String::new()),
            ColumnValue::Missing,
            ColumnValue::Truth(false),
            ColumnValue::Missing,
            ColumnValue::Texts(vec![]),
            ColumnValue::Pictures(vec![]),
        ];
        writer.row(empty).unwrap();
        writer.finish().unwrap();
        let mut file = ParquetFile::open(&path).unwrap().unwrap();
        let mut rows = Vec::new();
        while let Some(row) = file.next_row().unwrap() {
            rows.push(row);
        }
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0][..3], [Field::Str("a\0b猫".into()), Field::Long(-7), Field::Bool(true)]);
        assert_eq!(rows[0][3], Field::Double(0.5));
        assert_eq!(rows[0][4].to_string(), r#"["x", ""]"#);
        let Field::ListInternal(pictures) = &rows[0][5] else { panic!("{:?}", rows[0][5]) };
        assert_eq!(pictures.elements().len(), 3);
        assert!(pictures.elements()[2].to_string().contains("bytes: [116, 119, 111]"));
        assert!(rows[1].iter().all(|field| *field == Field::Null), "{:?}", rows[1]);
        assert_eq!(rows[2][0], Field::Str(String::new()));
        assert_eq!((rows[2][4].to_string(), rows[2][5].to_string()), ("[]".into(), "[]".into()));
    }
}
