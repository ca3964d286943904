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
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::record::Field;
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::schema::types::{SchemaDescriptor, Type};

use super::MAX_ROWS;
use super::error::FormatError;
use super::questions::open;
use super::unpacked_limit::UnpackedLimit;
use pages::RowGroup;
use schema::{Column, columns};

/// The most that a page may unpack to, in bytes. Writers end a page after a megabyte, but count values of
/// any length in steps of up to 1,024.
pub const MAX_PAGE_BYTES: usize = 512 << 20;

/// The number of values of a column that are decoded at a time. They point into their page, so few
/// are enough.
const BATCH: usize = 64;

/// An open file.
pub struct ParquetFile {
    path: PathBuf,
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
    pub fn open(path: &Path) -> Result<Self, FormatError> {
        let file = open(path)?;
        let metadata = quietly(|| ParquetMetaDataReader::new().parse_and_finish(&file));
        let metadata = metadata.map_err(|reason| {
            let reason = format!("the file cannot be read as Parquet: {reason}; was it cut off?");
            FormatError::bad_file(path, reason)
        })?;
        let rows = metadata.file_metadata().num_rows();
        if rows > MAX_ROWS as i64 {
            let reason = format!("the file has {rows} rows, more than {MAX_ROWS}; split it");
            return Err(FormatError::bad_file(path, reason));
        }
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let (columns, unreadable) = columns(metadata.file_metadata().schema_descr());
        Ok(ParquetFile {
            path: path.to_owned(),
            file: Arc::new(file),
            metadata: Arc::new(metadata),
            columns,
            unreadable,
            group: 0,
            rows: None,
            values: UnpackedLimit::new(length),
        })
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
    pub fn next_row(&mut self) -> Result<Option<Vec<Field>>, FormatError> {
        loop {
            if self.rows.is_none() {
                if self.group == self.metadata.num_row_groups() {
                    return Ok(None);
                }
                // Some writers leave pages without a type in a group without rows.
                if self.metadata.row_group(self.group).num_rows() == 0 {
                    self.group += 1;
                    continue;
                }
                let rows = quietly(|| self.begin_group());
                self.rows = Some(rows.map_err(|reason| self.damaged(self.group, &reason))?);
                self.group += 1;
            }
            let Some(rows) = &mut self.rows else { return Ok(None) };
            let row = quietly(|| rows.next().transpose());
            match row.map_err(|reason| self.damaged(self.group - 1, &reason))? {
                Some(row) => {
                    let values: Vec<Field> =
                        row.into_columns().into_iter().map(|(_, value)| value).collect();
                    let size = values.iter().map(size).sum();
                    self.values
                        .take(size)
                        .map_err(|reason| FormatError::bad_file(&self.path, reason))?;
                    return Ok(Some(values));
                }
                None => self.rows = None,
            }
        }
    }

    fn begin_group(&self) -> parquet::errors::Result<ReaderIter> {
        let group = RowGroup::new(&self.file, &self.metadata, self.group);
        let root = self.metadata.file_metadata().schema_descr().root_schema();
        let fields = self.columns.iter().map(|column| column.field.clone()).collect();
        let schema = Type::group_type_builder(root.name()).with_fields(fields).build()?;
        let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema)));
        TreeBuilder::new().with_batch_size(BATCH).as_iter(schema, &group)
    }

    /// A page or a value of a row group that cannot be read; 0 is the first.
    fn damaged(&self, group: usize, reason: &str) -> FormatError {
        FormatError::bad_file(&self.path, format!("row group {}: {reason}", group + 1))
    }
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
fn quietly<T>(work: impl FnOnce() -> parquet::errors::Result<T>) -> Result<T, String> {
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
    let result = result.map_err(|_| "the values are damaged".to_owned())?;
    result.map_err(|error| plain(&error))
}

thread_local! {
    /// Whether this thread is decoding.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}
