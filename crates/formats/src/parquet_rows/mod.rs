//! The rows of Parquet files, one at a time, with bounded memory.
//!
//! The crate `parquet` reads the footer and the pages' headers, decodes values and assembles nested
//! rows. [`pages`] unpacks the pages, within [`MAX_PAGE_BYTES`] and the limit of all pages in memory.

mod codec;
pub mod fields;
mod pages;
pub mod schema;
pub mod values;

use std::cell::Cell;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Once};

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::types::SchemaDescriptor;
use thiserror::Error;

use super::MAX_ROWS;
use super::unpacked_limit::UnpackedLimit;
use pages::RowGroup;
use schema::{Column, columns};

/// The most that a page may unpack to, in bytes. Writers end a page after a megabyte, but count values of
/// any length in steps of up to 1,024.
pub const MAX_PAGE_BYTES: usize = 512 << 20;

/// The number of values of a column that are decoded at a time. They point into their page, so few
/// are enough.
const BATCH: usize = 64;

/// Why rows could not be read.
#[derive(Debug, Error)]
pub enum ParquetProblem {
    /// Not a Parquet file, or a truncated one.
    #[error("the file cannot be read as Parquet: {reason}; was it cut off?")]
    Footer {
        /// The message of the reader.
        reason: String,
    },
    /// More than any benchmark has.
    #[error("{0}")]
    TooMuch(String),
    /// A page or a value that cannot be read.
    #[error("row group {group}: {reason}")]
    Damaged {
        /// The row group, from 1.
        group: usize,
        reason: String,
    },
}

/// An open file.
pub struct ParquetFile {
    file: Arc<File>,
    metadata: Arc<ParquetMetaData>,
    /// Its columns that can be read, in order.
    pub columns: Vec<Column>,
    /// The names of columns with other shapes, with the shape.
    pub unreadable: Vec<(String, String)>,
    group: usize,
    rows: Option<ReaderIter>,
    /// The size of the values of all rows.
    values: UnpackedLimit,
}

impl ParquetFile {
    /// Opens a file and reads its footer.
    pub fn open(path: &Path) -> Result<std::io::Result<Self>, ParquetProblem> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) => return Ok(Err(error)),
        };
        let footer = |reason: String| ParquetProblem::Footer { reason };
        let metadata = quietly(|| ParquetMetaDataReader::new().parse_and_finish(&file))
            .map_err(footer)?
            .map_err(|error| footer(plain(&error)))?;
        let rows = metadata.file_metadata().num_rows();
        if rows > MAX_ROWS as i64 {
            let problem = format!("the file has {rows} rows, more than {MAX_ROWS}; split it");
            return Err(ParquetProblem::TooMuch(problem));
        }
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let (columns, unreadable) = columns(metadata.file_metadata().schema_descr());
        Ok(Ok(ParquetFile {
            file: Arc::new(file),
            metadata: Arc::new(metadata),
            columns,
            unreadable,
            group: 0,
            rows: None,
            values: UnpackedLimit::new(length),
        }))
    }

    /// The text of an entry in the metadata next to the schema.
    pub fn entry(&self, key: &str) -> Option<String> {
        let entries = self.metadata.file_metadata().key_value_metadata()?;
        entries.iter().find(|entry| entry.key == key)?.value.clone()
    }

    /// The share of the file's row groups that were begun, in bytes of packed data.
    pub fn bytes_begun(&self) -> u64 {
        let begun = self.metadata.row_groups().iter().take(self.group);
        begun.map(|group| u64::try_from(group.compressed_size()).unwrap_or(0)).sum()
    }

    /// The next row: a value for each of the columns, in their order.
    pub fn next_row(&mut self) -> Result<Option<Vec<Field>>, ParquetProblem> {
        loop {
            if self.rows.is_none() {
                if self.group == self.metadata.num_row_groups() {
                    return Ok(None);
                }
                self.rows = Some(self.begin_group()?);
                self.group += 1;
            }
            let Some(rows) = &mut self.rows else { return Ok(None) };
            let damaged = |reason| ParquetProblem::Damaged { group: self.group, reason };
            match quietly(|| rows.next()).map_err(damaged)? {
                Some(Ok(row)) => {
                    let values = values(row);
                    self.values
                        .take(values.iter().map(size).sum())
                        .map_err(ParquetProblem::TooMuch)?;
                    return Ok(Some(values));
                }
                Some(Err(error)) => return Err(damaged(plain(&error))),
                None => self.rows = None,
            }
        }
    }

    fn begin_group(&self) -> Result<ReaderIter, ParquetProblem> {
        let number = self.group + 1;
        let damaged = |reason| ParquetProblem::Damaged { group: number, reason };
        let group = RowGroup::new(&self.file, &self.metadata, self.group);
        let root = self.metadata.file_metadata().schema_descr().root_schema();
        let fields = self.columns.iter().map(|column| column.field.clone()).collect();
        let read = quietly(|| {
            let schema = parquet::schema::types::Type::group_type_builder(root.name())
                .with_fields(fields)
                .build()?;
            let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema)));
            TreeBuilder::new().with_batch_size(BATCH).as_iter(schema, &group)
        });
        read.map_err(damaged)?.map_err(|error| damaged(plain(&error)))
    }
}

fn values(row: Row) -> Vec<Field> {
    row.into_columns().into_iter().map(|(_, value)| value).collect()
}

/// What a value takes in memory at least, in bytes.
fn size(value: &Field) -> u64 {
    let inner = match value {
        Field::Str(text) => text.len() as u64,
        Field::Bytes(bytes) => bytes.len() as u64,
        Field::Group(row) => row.get_column_iter().map(|(_, value)| size(value)).sum(),
        Field::ListInternal(list) => list.elements().iter().map(size).sum(),
        Field::MapInternal(map) => {
            map.entries().iter().map(|(key, value)| size(key) + size(value)).sum()
        }
        _ => 0,
    };
    inner + 8
}

fn plain(error: &parquet::errors::ParquetError) -> String {
    let message = error.to_string();
    ["Parquet error: ", "External: ", "EOF: "]
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix))
        .map_or_else(|| message.clone(), str::to_owned)
}

/// Damaged files make the decoder panic in places that it considers impossible; here that is an
/// error, and nothing is printed.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                usual(panic);
            }
        }));
    });
    IS_QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(false);
    result.map_err(|_| "the values are damaged".to_owned())
}

thread_local! {
    /// Whether this thread is decoding.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}
