//! The values of one column of bytes or texts, by the number of their row: what a reference to a
//! picture needs. Rows that follow each other are read from where the last one ended; the pages
//! before a row are skipped without unpacking if their headers give their number of rows.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::Type as PhysicalType;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::reader::RowGroupReader;

use super::pages::RowGroup;
use super::schema::Shape;
use super::{ParquetFile, quietly};
use crate::error::FormatError;

/// The number of rows of lists that are skipped at a time.
const AT_ONCE: usize = 1_000;

/// An open column.
pub struct ColumnValues {
    file: ParquetFile,
    column: String,
    /// The index of the column among the file's leaves.
    leaf: usize,
    /// Whether the values are texts.
    pub is_text: bool,
    at: Option<Position>,
    last: Option<(u64, Vec<ByteArray>)>,
}

/// The reading position in a row group.
struct Position {
    group: usize,
    /// The next row, counted in the group.
    next: usize,
    reader: ColumnReaderImpl<ByteArrayType>,
}

impl ColumnValues {
    /// Opens a column; `None` if the file has no column of this name with bytes or texts. For a
    /// picture or a list of them, the column of its bytes.
    pub fn open(path: &Path, column: &str) -> Result<Option<Self>, FormatError> {
        let file = ParquetFile::open(path)?;
        let Some(found) = file.columns.iter().find(|found| found.name == column) else {
            return Ok(None);
        };
        let is_text = found.shape == Shape::Text;
        let schema = file.metadata.file_metadata().schema_descr();
        let leaf = schema.columns().iter().position(|leaf| {
            let path = leaf.path().parts();
            leaf.physical_type() == PhysicalType::BYTE_ARRAY
                && path[0] == column
                && (path.len() == 1 || path.last().is_some_and(|name| name == "bytes"))
        });
        let column = column.to_owned();
        Ok(leaf.map(|leaf| ColumnValues { file, column, leaf, is_text, at: None, last: None }))
    }

    /// Whether these are the values of this column of this file.
    pub fn are_of(&self, path: &Path, column: &str) -> bool {
        self.file.path == path && self.column == column
    }

    /// The values of a row, 0 for the first, that are neither null nor empty; `None` if the file
    /// has no such row.
    pub fn row(&mut self, row: u64) -> Result<Option<&[ByteArray]>, FormatError> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != row) {
            self.last = None;
            let Some((group, in_group)) = self.place_of(row) else { return Ok(None) };
            let Some(values) = self.read(group, in_group)? else { return Ok(None) };
            self.last = Some((row, values));
        }
        Ok(self.last.as_ref().map(|(_, values)| values.as_slice()))
    }

    /// The row group of a row, and its number there.
    fn place_of(&self, row: u64) -> Option<(usize, usize)> {
        let mut before = 0;
        for (group, metadata) in self.file.metadata.row_groups().iter().enumerate() {
            let rows = u64::try_from(metadata.num_rows()).unwrap_or(0);
            if row - before < rows {
                return usize::try_from(row - before).ok().map(|in_group| (group, in_group));
            }
            before += rows;
        }
        None
    }

    fn read(&mut self, group: usize, row: usize) -> Result<Option<Vec<ByteArray>>, FormatError> {
        let before = self.at.take().filter(|at| at.group == group && at.next <= row);
        let read = quietly(|| {
            let mut at = match before {
                Some(at) => at,
                None => self.begin(group)?,
            };
            let is_there = self.pass_over(&mut at.reader, row - at.next)? == row - at.next;
            let (rows, mut values) = read_rows(&mut at.reader, 1)?;
            at.next = row + 1;
            values.retain(|value| !value.is_empty());
            Ok((is_there && rows == 1).then_some((at, values)))
        });
        let read = read.map_err(|reason| self.file.damaged(group, &reason))?;
        let Some((at, values)) = read else { return Ok(None) };
        self.at = Some(at);
        Ok(Some(values))
    }

    /// Skips rows; returns the number skipped.
    fn pass_over(
        &self,
        reader: &mut ColumnReaderImpl<ByteArrayType>,
        rows: usize,
    ) -> parquet::errors::Result<usize> {
        let schema = self.file.metadata.file_metadata().schema_descr();
        if schema.column(self.leaf).max_rep_level() == 0 {
            return reader.skip_records(rows);
        }
        // If lists are cut off in a damaged file, `skip_records` never ends, and `read_records` is
        // an error.
        let mut passed = 0;
        while passed < rows {
            let (read, _) = read_rows(reader, (rows - passed).min(AT_ONCE))?;
            if read == 0 {
                break;
            }
            passed += read;
        }
        Ok(passed)
    }

    fn begin(&self, group: usize) -> parquet::errors::Result<Position> {
        let rows = RowGroup::new(&self.file.file, &self.file.metadata, group);
        let schema = self.file.metadata.file_metadata().schema_descr_ptr();
        let pages = rows.get_column_page_reader(self.leaf)?;
        match get_column_reader(Arc::clone(&schema.columns()[self.leaf]), pages) {
            ColumnReader::ByteArrayColumnReader(reader) => Ok(Position { group, next: 0, reader }),
            _ => Err(parquet::errors::ParquetError::General("the column holds no bytes".into())),
        }
    }
}

/// Reads rows; returns their number and their values.
fn read_rows(
    reader: &mut ColumnReaderImpl<ByteArrayType>,
    rows: usize,
) -> parquet::errors::Result<(usize, Vec<ByteArray>)> {
    let (mut levels, mut repetitions, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let (definitions, repetitions) = (Some(&mut levels), Some(&mut repetitions));
    let (read, ..) = reader.read_records(rows, definitions, repetitions, &mut values)?;
    Ok((read, values))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};

    /// Six rows with these numbers of pictures, in turn.
    fn file_of_lists(pictures_in_turn: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let columns = [("image".to_owned(), ColumnKind::Pictures)];
        let mut writer = ParquetWriter::new(&columns, &[], &mut bytes).unwrap();
        for row in 0..6_u8 {
            let count = pictures_in_turn[usize::from(row) % pictures_in_turn.len()];
            let pictures = vec![Some(vec![row; 3]); count];
            writer.row(vec![ColumnValue::List(pictures)]).unwrap();
        }
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn a_row_of_lists_behind_any_damage_is_a_value_or_an_error_and_never_an_endless_search() {
        let (done, ends) = mpsc::channel();
        std::thread::spawn(move || {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("a.parquet");
            let read = |bytes: &[u8]| {
                std::fs::write(&path, bytes).unwrap();
                let mut values = ColumnValues::open(&path, "image").ok()??;
                Some(values.row(5).ok()??.len())
            };
            for pictures_in_turn in [&[1][..], &[1, 2, 3]] {
                let good = file_of_lists(pictures_in_turn);
                assert_eq!(read(&good), pictures_in_turn.last().copied());
                for place in 4..good.len() {
                    for change in [1, 2, 0x80, good[place]] {
                        let mut damaged = good.clone();
                        damaged[place] ^= change;
                        let _ = read(&damaged);
                    }
                }
            }
            done.send(()).unwrap();
        });
        ends.recv_timeout(Duration::from_mins(5)).expect("a damaged file is read to an end");
    }
}
