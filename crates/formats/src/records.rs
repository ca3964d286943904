//! Records of delimited text (RFC 4180 with any delimiter): where each begins, within fixed limits
//! of memory.
//!
//! The rules of quoting are those of `csv-core`, which are also pandas': a quote in the middle of
//! an unquoted cell is an ordinary character, `""` inside quotes is one quote, and lines may end in
//! LF or CRLF. This reader adds what an untrusted file needs: cells and records are measured while
//! they are read, a quote that is still open at the end of the file is an error, and every record
//! knows the line on which it began. The meaning of the cells is left to the callers.
//!
//! A record that is in the buffer as a whole is returned from there ([`record_scan`]); `csv-core`
//! reads the others, and every record that might be an error.

use std::io::{self, BufRead};
use std::ops::Range;

use csv_core::ReadRecordResult as Found;

use super::error::ReadError;
pub use super::record_scan::Limits;
use super::record_scan::{self, Scanned};

/// Why a record could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file could not be read.
    #[error("the file cannot be read")]
    Io(#[from] io::Error),
    /// A cell of the record that begins on this line is longer than allowed; `cell` counts from 0.
    #[error("the record from line {line} on has a cell of more than {limit} bytes")]
    CellTooLong { line: u64, cell: usize, limit: usize },
    /// A record is longer than allowed.
    #[error("the record from line {line} on has more than {limit} bytes")]
    RecordTooLong { line: u64, limit: usize },
    /// A record has more cells than allowed.
    #[error("the record from line {line} on has more than {limit} cells")]
    TooManyCells { line: u64, limit: usize },
    /// The file ends inside a quoted cell; which one is unknown if the record was too long anyway.
    #[error("the file ends inside a quoted cell of the record that begins on line {line}")]
    OpenQuote { line: u64, cell: Option<usize> },
}

impl RecordError {
    /// The line on which the record begins; 0 if that is not known.
    pub fn line(&self) -> u64 {
        match *self {
            RecordError::Io(_) => 0,
            RecordError::CellTooLong { line, .. }
            | RecordError::RecordTooLong { line, .. }
            | RecordError::TooManyCells { line, .. }
            | RecordError::OpenQuote { line, .. } => line,
        }
    }
}

impl From<RecordError> for ReadError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Io(error) => ReadError::Io(error),
            error => ReadError::Malformed(error.to_string()),
        }
    }
}

/// One record, its cells unquoted.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The line of the file, counted from 1, on which the record begins.
    pub line: u64,
    bytes: &'a [u8],
    /// The ranges of the cells in `bytes`, in order and without overlap.
    cells: &'a [Range<usize>],
    /// Whether any cell has a line feed in it.
    pub has_line_feeds: bool,
}

impl<'a> Record<'a> {
    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The bytes of a cell; empty if there is no such cell.
    pub fn cell(&self, position: usize) -> &'a [u8] {
        self.cells.get(position).map(|cell| &self.bytes[cell.clone()]).unwrap_or_default()
    }

    /// All cells in order.
    pub fn cells(&self) -> impl Iterator<Item = &'a [u8]> {
        let record = *self;
        record.cells.iter().map(move |cell| &record.bytes[cell.clone()])
    }

    /// Its cells as texts by their positions, if all of it is UTF-8: checking a record at once takes a
    /// fraction of the time that checking its cells takes. A cell is `None` if there is no such cell, or
    /// if one half of a character ends the cell and the other half begins the next.
    pub fn text_cells(&self) -> Option<impl Fn(usize) -> Option<&'a str>> {
        let (text, cells) = (std::str::from_utf8(self.bytes).ok()?, self.cells);
        Some(move |position: usize| text.get(cells.get(position)?.clone()))
    }
}

/// Reads records one after the other from a file without a byte order mark.
#[derive(Debug)]
pub struct RecordReader<R> {
    source: R,
    delimiter: u8,
    core: csv_core::Reader,
    limits: Limits,
    /// The text of the cells as `csv-core` writes it, and the end of each of them.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The cells of the latest scanned record, if doubled quotes were replaced.
    unescaped: Vec<u8>,
    /// The ranges of the cells of the latest record.
    cells: Vec<Range<usize>>,
    /// Bytes of the buffer that belong to the latest record, which is still borrowed from there.
    lent: usize,
    /// The number of bytes of the file that have been read so far.
    pub bytes_read: u64,
    /// Whether `csv-core` has read the first record, at which it skips a byte order mark.
    is_past_first: bool,
    /// The line of a record of which a part is still unread.
    open_record: Option<u64>,
}

impl<R: BufRead> RecordReader<R> {
    /// A reader of records with the separator `delimiter`.
    pub fn new(source: R, delimiter: u8, limits: Limits) -> Self {
        RecordReader {
            source,
            delimiter,
            core: csv_core::ReaderBuilder::new().delimiter(delimiter).build(),
            limits,
            text: vec![0; limits.record.clamp(1, 4096)],
            ends: vec![0; limits.cells.clamp(1, 64)],
            unescaped: Vec::new(),
            cells: Vec::new(),
            lent: 0,
            bytes_read: 0,
            is_past_first: false,
            open_record: None,
        }
    }

    /// The next record, `None` at the end of the file. Empty lines are skipped.
    ///
    /// After an error other than [`RecordError::Io`], [`Self::skip_rest_of_record`] moves on to the
    /// next record.
    pub fn next_record(&mut self) -> Result<Option<Record<'_>>, RecordError> {
        self.source.consume(std::mem::take(&mut self.lent));
        self.pass_over_line_breaks()?;
        let line = self.core.line();
        if let Some(scanned) = self.scan()? {
            let has_line_feeds = scanned.has_line_feeds;
            let bytes = match scanned.has_doubled_quotes {
                true => &self.unescaped[..],
                false => &self.source.fill_buf()?[..scanned.text],
            };
            return Ok(Some(Record { line, bytes, cells: &self.cells, has_line_feeds }));
        }
        let Some((length, cells)) = self.fill(line)? else { return Ok(None) };
        self.is_past_first = true;
        self.cells.clear();
        let starts = std::iter::once(0).chain(self.ends[..cells].iter().copied());
        self.cells.extend(starts.zip(&self.ends[..cells]).map(|(start, &end)| start..end));
        if let Some(cell) = self.cells.iter().position(|cell| cell.len() > self.limits.cell) {
            return Err(RecordError::CellTooLong { line, cell, limit: self.limits.cell });
        }
        let bytes = &self.text[..length];
        let has_line_feeds = memchr::memchr(b'\n', bytes).is_some();
        Ok(Some(Record { line, bytes, cells: &self.cells, has_line_feeds }))
    }

    /// The record that begins here, if the buffer holds it as a whole and it is plain. Its bytes
    /// stay in the buffer until the next record is requested.
    fn scan(&mut self) -> io::Result<Option<Scanned>> {
        if !self.is_past_first || self.open_record.is_some() {
            return Ok(None);
        }
        let input = self.source.fill_buf()?;
        let scanned = record_scan::scan(input, self.delimiter, self.limits, &mut self.cells);
        let Some(scanned) = scanned else { return Ok(None) };
        if scanned.has_doubled_quotes {
            record_scan::unescape(input, &mut self.cells, &mut self.unescaped);
        }
        self.core.set_line(self.core.line() + scanned.line_feeds);
        self.bytes_read += scanned.length as u64;
        self.lent = scanned.length;
        Ok(Some(scanned))
    }

    /// Reads to the end of a record that was refused, without keeping any of it.
    pub fn skip_rest_of_record(&mut self) -> Result<(), RecordError> {
        let Some(line) = self.open_record else { return Ok(()) };
        let (mut cells, mut ends) = ([0; 4096], [0; 64]);
        loop {
            let input = self.source.fill_buf()?;
            let at_end = input.is_empty();
            let input = if at_end { b"\n" } else { input };
            let (found, read, ..) = self.core.read_record(input, &mut cells, &mut ends);
            match found {
                Found::Record => {
                    self.open_record = None;
                    self.consume(if at_end { 0 } else { read });
                    return Ok(());
                }
                Found::InputEmpty if at_end => {
                    return Err(RecordError::OpenQuote { line, cell: None });
                }
                _ => self.consume(if at_end { 0 } else { read }),
            }
        }
    }

    /// Reads one record into the buffers; returns the lengths of its text and of its ends.
    ///
    /// If the file ends without a line break, one is passed to `csv-core`: it then reports whether
    /// the record is complete or a quote is open, which it does not do at the end of its input.
    fn fill(&mut self, line: u64) -> Result<Option<(usize, usize)>, RecordError> {
        let (mut length, mut cells) = (0, 0);
        loop {
            let input = self.source.fill_buf()?;
            let at_end = input.is_empty();
            if at_end && self.open_record.is_none() {
                return Ok(None);
            }
            self.open_record = Some(line);
            let input = if at_end { b"\n" } else { input };
            let (text, ends) = (&mut self.text[length..], &mut self.ends[cells..]);
            let (found, read, written, ended) = self.core.read_record(input, text, ends);
            self.consume(if at_end { 0 } else { read });
            length += written;
            cells += ended;
            match found {
                Found::InputEmpty | Found::End if at_end => {
                    return Err(RecordError::OpenQuote { line, cell: Some(cells) });
                }
                Found::InputEmpty | Found::End => {}
                Found::OutputFull => self.make_room_for_text(line, length, cells)?,
                Found::OutputEndsFull => self.make_room_for_ends(line)?,
                Found::Record => {
                    self.open_record = None;
                    return Ok(Some((length, cells)));
                }
            }
        }
    }

    fn make_room_for_text(
        &mut self,
        line: u64,
        length: usize,
        cells: usize,
    ) -> Result<(), RecordError> {
        let cell_began = cells.checked_sub(1).map_or(0, |last| self.ends[last]);
        if length - cell_began > self.limits.cell {
            return Err(RecordError::CellTooLong { line, cell: cells, limit: self.limits.cell });
        }
        if length >= self.limits.record {
            return Err(RecordError::RecordTooLong { line, limit: self.limits.record });
        }
        self.text.resize((self.text.len() * 2).min(self.limits.record), 0);
        Ok(())
    }

    fn make_room_for_ends(&mut self, line: u64) -> Result<(), RecordError> {
        if self.ends.len() >= self.limits.cells {
            return Err(RecordError::TooManyCells { line, limit: self.limits.cells });
        }
        self.ends.resize((self.ends.len() * 2).min(self.limits.cells), 0);
        Ok(())
    }

    /// Passes the line breaks before a record to `csv-core` separately, so that its count of lines
    /// is right when the record begins.
    fn pass_over_line_breaks(&mut self) -> Result<(), RecordError> {
        loop {
            let input = self.source.fill_buf()?;
            let breaks = input.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if breaks == 0 {
                return Ok(());
            }
            self.core.read_record(&input[..breaks], &mut [0; 1], &mut [0; 1]);
            self.consume(breaks);
        }
    }

    fn consume(&mut self, read: usize) {
        self.source.consume(read);
        self.bytes_read += read as u64;
    }
}

/// The cells of one generated row. The buffer is reused for the next row, so that no memory is allocated again.
#[derive(Default)]
pub(super) struct CellBuffer {
    bytes: Vec<u8>,
    cells: Vec<Range<usize>>,
}

impl CellBuffer {
    /// Begins the next row.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.cells.clear();
    }

    /// The row in the form that readers of tables use.
    pub fn record(&self) -> Record<'_> {
        Record { line: 0, bytes: &self.bytes, cells: &self.cells, has_line_feeds: true }
    }

    /// Adds a cell.
    pub fn push(&mut self, cell: &[u8]) {
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(cell);
        self.cells.push(begin..self.bytes.len());
    }
}

#[cfg(test)]
mod tests;
