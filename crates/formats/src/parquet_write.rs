//! Writes Parquet: columns of texts, numbers, booleans, lists of texts, pictures and lists of
//! pictures. A bounded number of rows is in memory.
//!
//! The schema follows from the columns alone, so that files with different rows can be read as one.
//! Every column may be missing in a row. A picture is `struct{bytes, path}`, as Hugging Face has it;
//! rows that follow each other share the bytes of one picture through the column's dictionary.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
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
    Picture,
    Pictures,
}

/// The value of a column in a row.
#[derive(Clone, Debug)]
pub enum ColumnValue {
    Missing,
    /// A text, a number or a truth value as it is written.
    Text(String),
    /// The bytes of a picture, which several rows may share.
    Picture(Bytes),
    /// The bytes of texts or of pictures; `None` for a missing one.
    List(Vec<Option<Vec<u8>>>),
}

/// Writes rows to `out`.
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The columns with the values that are not written yet.
    columns: Vec<(ColumnKind, Vec<ColumnValue>)>,
    bytes: usize,
    rows: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
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
        for (name, _) in columns.iter().filter(|(_, kind)| *kind == ColumnKind::Picture) {
            let path = ColumnPath::new(vec![name.clone(), "bytes".to_owned()]);
            properties = properties.set_column_dictionary_page_size_limit(path, 2 * GROUP_BYTES);
        }
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(out, Arc::new(schema), properties);
        Ok(ParquetWriter {
            writer: writer.map_err(failed)?,
            columns: columns.iter().map(|(_, kind)| (*kind, Vec::new())).collect(),
            bytes: 0,
            rows: 0,
        })
    }

    /// Writes a row: a value for each column. A value of another kind than its column counts as
    /// missing.
    pub fn row(&mut self, values: Vec<ColumnValue>) -> io::Result<()> {
        for ((_, column), value) in self.columns.iter_mut().zip(values) {
            self.bytes += value.size();
            column.push(value);
        }
        self.rows += 1;
        if self.bytes >= GROUP_BYTES || self.rows >= GROUP_ROWS {
            self.write_group()?;
        }
        Ok(())
    }

    /// The size of the file, and of what is still in memory, in bytes.
    pub fn size(&self) -> usize {
        self.writer.bytes_written() + self.bytes
    }

    /// Writes what is still in memory and the end of the file.
    pub fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.finish().map(drop).map_err(failed)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for (kind, values) in &mut self.columns {
            write_column(&mut group, *kind, mem::take(values)).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        (self.bytes, self.rows) = (0, 0);
        Ok(())
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => io::Error::other(error.to_string()),
    }
}

/// The elements of lists, as Parquet writes schemas.
const LIST_OF_TEXTS: &str =
    "message list { repeated group list { optional binary element (STRING); } }";
const LIST_OF_PICTURES: &str = "message list { repeated group list { optional group element { \
                                optional binary bytes; optional binary path (STRING); } } }";
const PICTURE: &str = "message picture { optional binary bytes; optional binary path (STRING); }";

fn field(name: &str, kind: ColumnKind) -> Result<Type, ParquetError> {
    let one = |physical: PhysicalType| {
        Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL)
    };
    let list = |elements: &str| {
        Type::group_type_builder(name)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(ConvertedType::LIST)
            .with_logical_type(Some(LogicalType::List))
            .with_fields(parse_message_type(elements)?.get_fields().to_vec())
            .build()
    };
    match kind {
        ColumnKind::Text => one(PhysicalType::BYTE_ARRAY)
            .with_converted_type(ConvertedType::UTF8)
            .with_logical_type(Some(LogicalType::String))
            .build(),
        ColumnKind::Integer => one(PhysicalType::INT64).build(),
        ColumnKind::Real => one(PhysicalType::DOUBLE).build(),
        ColumnKind::Truth => one(PhysicalType::BOOLEAN).build(),
        ColumnKind::Texts => list(LIST_OF_TEXTS),
        ColumnKind::Picture => Type::group_type_builder(name)
            .with_repetition(Repetition::OPTIONAL)
            .with_fields(parse_message_type(PICTURE)?.get_fields().to_vec())
            .build(),
        ColumnKind::Pictures => list(LIST_OF_PICTURES),
    }
}

impl ColumnValue {
    /// What it takes in memory at least, in bytes.
    fn size(&self) -> usize {
        match self {
            ColumnValue::Missing => 0,
            ColumnValue::Text(text) => text.len(),
            ColumnValue::Picture(bytes) => bytes.len(),
            ColumnValue::List(elements) => elements.iter().flatten().map(Vec::len).sum(),
        }
    }
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    kind: ColumnKind,
    values: Vec<ColumnValue>,
) -> Result<(), ParquetError> {
    match kind {
        ColumnKind::Text => {
            flat::<ByteArrayType, W>(group, values, |text| Some(text.into_bytes().into()))
        }
        ColumnKind::Integer => flat::<Int64Type, W>(group, values, |text| text.parse().ok()),
        ColumnKind::Real => flat::<DoubleType, W>(group, values, |text| text.parse().ok()),
        ColumnKind::Truth => flat::<BoolType, W>(group, values, |text| text.parse().ok()),
        ColumnKind::Picture => {
            let bytes = |value: ColumnValue| match value {
                ColumnValue::Picture(bytes) => Some(ByteArray::from(bytes)),
                _ => None,
            };
            let bytes: Vec<Option<ByteArray>> = values.into_iter().map(bytes).collect();
            let has_bytes = bytes.iter().map(|bytes| 2 * i16::from(bytes.is_some()));
            let levels: Vec<i16> = has_bytes.collect();
            let no_path: Vec<i16> = levels.iter().map(|level| level / 2).collect();
            let bytes: Vec<ByteArray> = bytes.into_iter().flatten().collect();
            write::<ByteArrayType, W>(group, &bytes, &levels, None)?;
            write::<ByteArrayType, W>(group, &[], &no_path, None)
        }
        ColumnKind::Texts | ColumnKind::Pictures => {
            let list = |value: ColumnValue| match value {
                ColumnValue::List(elements) => Some(elements),
                _ => None,
            };
            let rows: Vec<Option<Vec<_>>> = values.into_iter().map(list).collect();
            if kind == ColumnKind::Texts {
                return lists(group, rows, 2);
            }
            // No picture has a path.
            let path = |row: &Option<Vec<_>>| row.as_ref().map(|row| vec![None; row.len()]);
            let paths = rows.iter().map(path).collect();
            lists(group, rows, 3)?;
            lists(group, paths, 3)
        }
    }
}

/// Writes a column with at most one value in a row.
fn flat<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: Vec<ColumnValue>,
    parse: impl Fn(String) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let value = |value: ColumnValue| match value {
        ColumnValue::Text(text) => parse(text),
        ColumnValue::Missing | ColumnValue::Picture(_) | ColumnValue::List(_) => None,
    };
    let values: Vec<Option<T::T>> = values.into_iter().map(value).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    write::<T, W>(group, &values, &levels, None)
}

/// Writes a column with a list in each row, by Dremel's levels: 0 is a missing list, 1 an empty one, and
/// a value has one more than `missing`, the level of an element without one.
fn lists<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: Vec<Option<Vec<Option<Vec<u8>>>>>,
    missing: i16,
) -> Result<(), ParquetError> {
    let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        if row.as_ref().is_none_or(Vec::is_empty) {
            definitions.push(i16::from(row.is_some()));
            repetitions.push(0);
        }
        for (at, value) in row.into_iter().flatten().enumerate() {
            definitions.push(missing + i16::from(value.is_some()));
            repetitions.push(i16::from(at > 0));
            values.extend(value.map(ByteArray::from));
        }
    }
    write::<ByteArrayType, W>(group, &values, &definitions, Some(&repetitions))
}

fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definitions: &[i16],
    repetitions: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer columns than the rows".into()));
    };
    column.typed::<T>().write_batch(values, Some(definitions), repetitions)?;
    column.close()
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
            ColumnValue::Text("-7".into()),
            ColumnValue::Text("true".into()),
            ColumnValue::Text("0.5".into()),
            ColumnValue::List(vec![Some(b"x".to_vec()), Some(vec![])]),
            ColumnValue::List(pictures),
        ];
        writer.row(full).unwrap();
        writer.row(vec![ColumnValue::Missing; 6]).unwrap();
        let empty = vec![
            ColumnValue::Text(String::new()),
            ColumnValue::Missing,
            ColumnValue::Text("false".into()),
            ColumnValue::Missing,
            ColumnValue::List(vec![]),
            ColumnValue::List(vec![]),
        ];
        writer.row(empty).unwrap();
        writer.finish().unwrap();
        let mut file = ParquetFile::open(&path).unwrap();
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
