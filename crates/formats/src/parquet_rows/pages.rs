//! The pages of a row group's columns, unpacked one at a time.
//!
//! The crate `parquet` finds the pages and reads their headers. Its codecs for gzip, brotli and LZ4
//! write whatever a page unpacks to, however much that is, so it is given the columns as if they were
//! not compressed, and [`unpack`] does the rest within limits.

use std::fs::File;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use parquet::basic::{Compression, Type as PhysicalType};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::RowGroupReader;
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

use super::MAX_PAGE_BYTES;
use super::UnpackedLimit;
use super::codec::unpack;

/// A page may unpack to this many bytes, whatever its own size.
const ALWAYS: usize = 64 << 20;
/// The multiple of its size that a page may have beyond that. Texts of a benchmark are packed to a
/// tenth, pictures hardly at all.
const MOST_FOLD: usize = 100;

/// A row group of an open file.
pub struct RowGroup {
    file: Arc<File>,
    metadata: Arc<ParquetMetaData>,
    group: usize,
    /// The size of the pages that its columns hold at the same time.
    held: Arc<Mutex<UnpackedLimit>>,
}

impl RowGroup {
    pub fn new(file: &Arc<File>, metadata: &Arc<ParquetMetaData>, group: usize) -> Self {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let held = Arc::new(Mutex::new(UnpackedLimit::new(length)));
        RowGroup { file: Arc::clone(file), metadata: Arc::clone(metadata), group, held }
    }
}

impl RowGroupReader for RowGroup {
    fn metadata(&self) -> &RowGroupMetaData {
        self.metadata.row_group(self.group)
    }

    fn num_columns(&self) -> usize {
        self.metadata().num_columns()
    }

    fn get_column_page_reader(&self, at: usize) -> Result<Box<dyn PageReader>> {
        let held = Arc::clone(&self.held);
        Ok(Box::new(Pages::new(Arc::clone(&self.file), self.metadata().column(at), held)?))
    }

    fn get_column_bloom_filter(&self, _: usize) -> Option<&Sbbf> {
        None
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

/// The pages of one column of a row group.
struct Pages {
    /// The pages as they are stored.
    stored: SerializedPageReader<File>,
    name: String,
    codec: Compression,
    kind: PhysicalType,
    held: Arc<Mutex<UnpackedLimit>>,
    /// What the previous page uses of it. A dictionary stays.
    page_before: u64,
}

impl Pages {
    fn new(
        file: Arc<File>,
        column: &ColumnChunkMetaData,
        held: Arc<Mutex<UnpackedLimit>>,
    ) -> Result<Self> {
        let name = column.column_path().string();
        let first = column.dictionary_page_offset().filter(|&offset| offset > 0);
        let first = first.unwrap_or(i64::MAX).min(column.data_page_offset());
        let end = first.checked_add(column.compressed_size());
        let length = i64::try_from(file.metadata()?.len()).unwrap_or(i64::MAX);
        if first < 0 || end.is_none_or(|end| end < first || end > length) {
            let reason = "its data is beyond the end of the file; was it cut off?";
            return Err(ParquetError::General(format!("column {name}: {reason}")));
        }
        let as_stored = column
            .clone()
            .into_builder()
            .set_compression(Compression::UNCOMPRESSED)
            .set_dictionary_page_offset(None)
            .set_data_page_offset(first)
            .build()?;
        let stored = SerializedPageReader::new(file, &as_stored, 0, None)?;
        let (codec, kind) = (column.compression(), column.column_type());
        Ok(Pages { stored, name, codec, kind, held, page_before: 0 })
    }

    fn unpacked(&mut self, mut page: Page) -> Result<Page> {
        // The levels of a page of version 2 are not packed.
        let (levels, is_packed) = match &page {
            Page::DataPageV2 {
                def_levels_byte_len, rep_levels_byte_len, is_compressed, ..
            } => (*def_levels_byte_len as usize + *rep_levels_byte_len as usize, *is_compressed),
            Page::DataPage { .. } | Page::DictionaryPage { .. } => (0, true),
        };
        let is_dictionary = page.is_dictionary_page();
        if !is_dictionary {
            let before = std::mem::take(&mut self.page_before);
            self.held().give_back(before);
        }
        let unpacked = match page.buffer() {
            stored if levels > stored.len() => {
                return Err(self.damaged("a page's levels are longer than the page"));
            }
            stored if is_packed && self.codec != Compression::UNCOMPRESSED => {
                self.unpack(stored, levels)?
            }
            stored => stored.clone(),
        };
        let size = unpacked.len();
        self.held().take(size as u64).map_err(ParquetError::General)?;
        if !is_dictionary {
            self.page_before = size as u64;
        } else if page.num_values() as usize > size / self.least() {
            return Err(self.damaged("a dictionary claims more values than it has room for"));
        }
        match &mut page {
            Page::DataPage { buf, .. }
            | Page::DataPageV2 { buf, .. }
            | Page::DictionaryPage { buf, .. } => *buf = unpacked,
        }
        Ok(page)
    }

    fn held(&self) -> MutexGuard<'_, UnpackedLimit> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unpack(&self, stored: &Bytes, levels: usize) -> Result<Bytes> {
        let (levels, packed) = stored.split_at(levels);
        if packed.is_empty() {
            return Ok(stored.clone());
        }
        let limit = packed.len().saturating_mul(MOST_FOLD).clamp(ALWAYS, MAX_PAGE_BYTES);
        let limit = limit.min(usize::try_from(self.held().left()).unwrap_or(usize::MAX));
        let values = unpack(packed, limit, self.codec).map_err(|reason| self.damaged(&reason))?;
        Ok(if levels.is_empty() { values } else { [levels, &values].concat() }.into())
    }

    /// The number of bytes that a value of a dictionary has at least: the decoder makes room for as many
    /// values as are claimed before it reads them.
    fn least(&self) -> usize {
        match self.kind {
            PhysicalType::BYTE_ARRAY | PhysicalType::INT32 | PhysicalType::FLOAT => 4,
            PhysicalType::INT64 | PhysicalType::DOUBLE => 8,
            PhysicalType::INT96 => 12,
            PhysicalType::BOOLEAN | PhysicalType::FIXED_LEN_BYTE_ARRAY => 1,
        }
    }

    fn damaged(&self, reason: &str) -> ParquetError {
        ParquetError::General(format!("column {}: {reason}", self.name))
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.stored.get_next_page()?;
        page.map(|page| self.unpacked(page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.stored.peek_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.stored.at_record_boundary()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.stored.skip_next_page()
    }
}

#[cfg(test)]
mod tests {
    use parquet::basic::Compression;
    use parquet::data_type::{ByteArray, ByteArrayType};
    use parquet::file::properties::{WriterProperties, WriterVersion};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::record::Field;
    use parquet::schema::parser::parse_message_type;

    use super::*;
    use crate::parquet_rows::ParquetFile;

    #[test]
    fn pages_of_both_versions_are_read_packed_and_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let schema = "message m { optional binary a (UTF8); optional binary b (UTF8); }";
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let long = "cat ".repeat(1_000);
        let texts = ["one", long.as_str(), "one"].map(ByteArray::from);
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for codec in [Compression::SNAPPY, Compression::UNCOMPRESSED] {
                let properties = WriterProperties::builder()
                    .set_writer_version(version)
                    .set_compression(codec)
                    .set_column_dictionary_enabled("b".into(), false);
                let out = File::create(&path).unwrap();
                let properties = Arc::new(properties.build());
                let mut writer =
                    SerializedFileWriter::new(out, Arc::clone(&schema), properties).unwrap();
                let mut group = writer.next_row_group().unwrap();
                while let Some(mut column) = group.next_column().unwrap() {
                    let out = column.typed::<ByteArrayType>();
                    out.write_batch(&texts, Some(&[1, 0, 1, 1]), None).unwrap();
                    column.close().unwrap();
                }
                group.close().unwrap();
                writer.close().unwrap();
                let mut file = ParquetFile::open(&path).unwrap();
                for text in [Some("one"), None, Some(long.as_str()), Some("one")] {
                    let expected = text.map_or(Field::Null, |text| Field::Str(text.to_owned()));
                    let row = file.next_row().unwrap().unwrap();
                    assert_eq!(row, [expected.clone(), expected], "{version:?} {codec}");
                }
                assert_eq!(file.next_row().unwrap(), None);
            }
        }
    }
}
