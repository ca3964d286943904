//! The pages of a row group's columns: found, checked and unpacked one at a time.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::basic::{Encoding, Type as PhysicalType};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::RowGroupReader;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

use super::MAX_PAGE_BYTES;
use super::UnpackedLimit;
use super::codec::unpack;
use super::thrift::{Header, HeaderError, Kind, header};

/// The number of bytes of a header that are read at first; statistics may make it longer.
const FIRST_READ: usize = 1 << 10;
/// Pages that unpack to more bytes than this are checked: do they unpack to many times their size?
const LARGE: usize = 64 << 20;
/// Texts of a benchmark are packed to a tenth, pictures hardly at all.
const MOST_FOLD: usize = 100;
/// A longer header is damaged.
const MAX_HEADER: usize = 16 << 20;

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
    file: Arc<File>,
    column: ColumnChunkMetaData,
    name: String,
    at: u64,
    end: u64,
    values_left: i64,
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
        let range = u64::try_from(first).ok().zip(u64::try_from(column.compressed_size()).ok());
        let range = range.and_then(|(at, size)| Some((at, at.checked_add(size)?)));
        let length = file.metadata()?.len();
        let Some((at, end)) = range.filter(|&(_, end)| end <= length) else {
            return Err(general(format!(
                "column {name}: its data lie beyond the end of the file; was it cut off?"
            )));
        };
        let values_left = column.num_values();
        let column = column.clone();
        Ok(Pages { file, column, name, at, end, values_left, held, page_before: 0 })
    }

    fn read_at(&self, at: u64, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        let mut file: &File = &self.file;
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn header(&self) -> Result<(Header, usize)> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let mut length = FIRST_READ.min(left);
        loop {
            match header(&self.read_at(self.at, length)?) {
                Ok(found) => return Ok(found),
                Err(HeaderError::TooShort) if length < left.min(MAX_HEADER) => {
                    length = (length * 8).min(left).min(MAX_HEADER);
                }
                Err(_) => return Err(self.damaged("a page's header is damaged")),
            }
        }
    }

    /// The next page; `None` after the last one.
    fn next_page(&mut self) -> Result<Option<Page>> {
        while self.values_left > 0 && self.at < self.end {
            let (header, length) = self.header()?;
            let begin = self.at + length as u64;
            let packed = header.packed as usize;
            if begin + packed as u64 > self.end {
                return Err(self.damaged("a page goes beyond its column"));
            }
            if header.unpacked as usize > MAX_PAGE_BYTES || packed > MAX_PAGE_BYTES {
                return Err(self.damaged(&format!(
                    "a page unpacks to {} MB, more than {} MB are not read; write the file with smaller \
                     row groups",
                    header.unpacked.max(header.packed) / 1_000_000,
                    MAX_PAGE_BYTES / 1_000_000
                )));
            }
            if header.unpacked as usize > LARGE && header.unpacked as usize / MOST_FOLD > packed {
                return Err(self.damaged(&format!(
                    "a page of {packed} bytes claims to unpack to {} MB: a decompression bomb",
                    header.unpacked / 1_000_000
                )));
            }
            self.at = begin + packed as u64;
            if header.kind == Kind::Index {
                continue;
            }
            self.hold(&header)?;
            let packed = self.read_at(begin, packed)?;
            return self.page(header, packed).map(Some);
        }
        Ok(None)
    }

    /// Counts a page before it is unpacked.
    fn hold(&mut self, header: &Header) -> Result<()> {
        let size = u64::from(header.unpacked);
        let is_dictionary = matches!(header.kind, Kind::Dictionary { .. });
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.give_back(if is_dictionary { 0 } else { self.page_before });
        held.take(size).map_err(general)?;
        self.page_before = if is_dictionary { 0 } else { size };
        Ok(())
    }

    fn page(&mut self, header: Header, packed: Vec<u8>) -> Result<Page> {
        let codec = self.column.compression();
        let size = header.unpacked as usize;
        let unpacked = |packed: &[u8], size: usize| {
            unpack(packed, size, codec).map_err(|reason| self.damaged(&reason))
        };
        let num_values = header.values;
        let encoding =
            |number| encoding(number).ok_or_else(|| self.damaged("a page has an unknown encoding"));
        let page = match header.kind {
            Kind::Dictionary { encoding: number } => {
                // The decoder makes room for as many values as are claimed before it reads them.
                let least = match self.column.column_type() {
                    PhysicalType::BYTE_ARRAY | PhysicalType::INT32 | PhysicalType::FLOAT => 4,
                    PhysicalType::INT64 | PhysicalType::DOUBLE => 8,
                    PhysicalType::INT96 => 12,
                    PhysicalType::BOOLEAN | PhysicalType::FIXED_LEN_BYTE_ARRAY => 1,
                };
                if num_values as usize > size / least {
                    return Err(
                        self.damaged("a dictionary claims more values than it has room for")
                    );
                }
                let (buf, encoding) = (unpacked(&packed, size)?, encoding(number)?);
                Page::DictionaryPage { buf: buf.into(), num_values, encoding, is_sorted: false }
            }
            Kind::Data { encoding: number, definition, repetition } => {
                let buf = unpacked(&packed, size)?;
                Page::DataPage {
                    buf: buf.into(),
                    num_values,
                    encoding: encoding(number)?,
                    def_level_encoding: encoding(definition)?,
                    rep_level_encoding: encoding(repetition)?,
                    statistics: None,
                }
            }
            Kind::Data2 {
                encoding: number,
                nulls,
                rows,
                definition_bytes,
                repetition_bytes,
                is_compressed,
            } => {
                let levels = definition_bytes as usize + repetition_bytes as usize;
                if levels > size || levels > packed.len() {
                    return Err(self.damaged("a page's levels are longer than the page"));
                }
                let buf: Bytes = if is_compressed && size > levels {
                    let mut buf = packed[..levels].to_vec();
                    buf.extend_from_slice(&unpacked(&packed[levels..], size - levels)?);
                    buf.into()
                } else {
                    packed.into()
                };
                Page::DataPageV2 {
                    buf,
                    num_values,
                    encoding: encoding(number)?,
                    num_nulls: nulls,
                    num_rows: rows,
                    def_levels_byte_len: definition_bytes,
                    rep_levels_byte_len: repetition_bytes,
                    is_compressed: false,
                    statistics: None,
                }
            }
            Kind::Index => return Err(self.damaged("an index is no page of values")),
        };
        if page.is_data_page() {
            self.values_left -= i64::from(num_values);
        }
        Ok(page)
    }

    fn damaged(&self, reason: &str) -> ParquetError {
        general(format!("column {}: {reason}", self.name))
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.next_page()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        while self.values_left > 0 && self.at < self.end {
            let (header, length) = self.header()?;
            let num_rows = match header.kind {
                Kind::Index => {
                    self.at += length as u64 + u64::from(header.packed);
                    continue;
                }
                Kind::Data2 { rows, .. } => Some(rows as usize),
                Kind::Data { .. } | Kind::Dictionary { .. } => None,
            };
            let is_dict = matches!(header.kind, Kind::Dictionary { .. });
            let num_levels = (!is_dict).then_some(header.values as usize);
            return Ok(Some(PageMetadata { num_rows, num_levels, is_dict }));
        }
        Ok(None)
    }

    /// Rows begin with the pages of version 2 only.
    fn at_record_boundary(&mut self) -> Result<bool> {
        if self.values_left <= 0 || self.at >= self.end {
            return Ok(true);
        }
        Ok(matches!(self.header()?.0.kind, Kind::Data2 { .. }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        let (header, length) = self.header()?;
        self.at += length as u64 + u64::from(header.packed);
        if self.at > self.end {
            return Err(self.damaged("a page goes beyond its column"));
        }
        if matches!(header.kind, Kind::Data { .. } | Kind::Data2 { .. }) {
            self.values_left -= i64::from(header.values);
        }
        Ok(())
    }
}

fn general(reason: String) -> ParquetError {
    ParquetError::General(reason)
}

/// The encodings by their numbers in the format.
fn encoding(number: i32) -> Option<Encoding> {
    Some(match number {
        0 => Encoding::PLAIN,
        2 => Encoding::PLAIN_DICTIONARY,
        3 => Encoding::RLE,
        #[expect(deprecated, reason = "old files have it")]
        4 => Encoding::BIT_PACKED,
        5 => Encoding::DELTA_BINARY_PACKED,
        6 => Encoding::DELTA_LENGTH_BYTE_ARRAY,
        7 => Encoding::DELTA_BYTE_ARRAY,
        8 => Encoding::RLE_DICTIONARY,
        9 => Encoding::BYTE_STREAM_SPLIT,
        _ => return None,
    })
}
