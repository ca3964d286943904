//! Small separated-values files as spreadsheets and scripts write them: `,`, `;` or tab, with or
//! without a byte-order mark, LF or CRLF. Rows come with their line, for messages.

use std::io::{self, Read};

use csv::{ReaderBuilder, StringRecord};
use thiserror::Error;

/// Larger files are refused before they fill the memory: one million ratings take about 20 MB.
const MOST_BYTES: u64 = 1 << 30;

/// Why a file is not a table of separated values.
#[derive(Debug, Error)]
pub enum SeparatedError {
    /// The file cannot be read.
    #[error("cannot be read")]
    Unreadable(#[from] io::Error),
    /// See the limit above.
    #[error("is larger than 1 GiB, too large for a table of this kind")]
    TooLarge,
    /// Excel's "Unicode text".
    #[error("is UTF-16; save it as CSV in UTF-8")]
    Utf16,
    /// Another encoding.
    #[error("line {line}: is not UTF-8; save the file as CSV in UTF-8")]
    NotUtf8 {
        /// The line.
        line: u64,
    },
    /// Not even a header.
    #[error("is empty; expected a header line")]
    Empty,
    /// A row that does not fit its header.
    #[error(
        "line {line}: {found} fields, but the header has {expected}; a field that contains \
         the separator must stand in quotes"
    )]
    FieldCount {
        /// The line.
        line: u64,
        /// Fields of the row.
        found: usize,
        /// Fields of the header.
        expected: usize,
    },
    /// A quote that swallows the rows after it.
    #[error("line {line}: a field goes on over the end of the line; is a closing quote missing?")]
    SeveralLines {
        /// The line where the row starts.
        line: u64,
    },
}

/// A header and rows of as many fields.
#[derive(Debug)]
pub struct Separated {
    /// Column names, trimmed.
    pub header: Vec<String>,
    text: String,
    separator: u8,
}

/// One row: its line in the file and its fields, as they stand there.
pub struct Row {
    /// Line in the file, 1 for the header.
    pub line: u64,
    /// As many fields as the header has.
    pub fields: StringRecord,
}

impl Separated {
    /// Reads the whole of `input` and its header; rows are read by [`Separated::rows`].
    pub fn read(input: impl Read) -> Result<Self, SeparatedError> {
        let mut bytes = Vec::new();
        if input.take(MOST_BYTES + 1).read_to_end(&mut bytes)? as u64 > MOST_BYTES {
            return Err(SeparatedError::TooLarge);
        }
        if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
            return Err(SeparatedError::Utf16);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + line_feeds(valid);
            SeparatedError::NotUtf8 { line }
        })?;
        let text = match text.strip_prefix('\u{FEFF}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        let first =
            text.lines().find(|line| !line.trim().is_empty()).ok_or(SeparatedError::Empty)?;
        let separator = separator_of(first);
        let mut table = Separated { header: Vec::new(), text, separator };
        let mut record = StringRecord::new();
        match table.records().read(&mut record)? {
            None => return Err(SeparatedError::Empty),
            Some(line) if record.iter().any(|name| name.contains(['\n', '\r'])) => {
                return Err(SeparatedError::SeveralLines { line });
            }
            Some(_) => table.header = record.iter().map(|name| name.trim().to_owned()).collect(),
        }
        Ok(table)
    }

    /// The rows below the header. Rows of empty fields only, which spreadsheets leave behind, are
    /// not given.
    pub fn rows(&self) -> impl Iterator<Item = Result<Row, SeparatedError>> {
        let mut records = self.records();
        let mut at_header = true;
        std::iter::from_fn(move || {
            loop {
                let mut fields = StringRecord::new();
                let line = match records.read(&mut fields) {
                    Ok(Some(line)) => line,
                    Ok(None) => return None,
                    Err(error) => return Some(Err(error)),
                };
                if std::mem::take(&mut at_header) || fields.iter().all(|f| f.trim().is_empty()) {
                    continue;
                }
                return Some(self.checked(line, fields));
            }
        })
    }

    fn checked(&self, line: u64, fields: StringRecord) -> Result<Row, SeparatedError> {
        let (found, expected) = (fields.len(), self.header.len());
        if fields.iter().any(|field| field.contains(['\n', '\r'])) {
            Err(SeparatedError::SeveralLines { line })
        } else if found != expected {
            Err(SeparatedError::FieldCount { line, found, expected })
        } else {
            Ok(Row { line, fields })
        }
    }

    fn records(&self) -> Records<'_> {
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(self.separator)
            .from_reader(self.text.as_bytes());
        Records { reader, text: self.text.as_bytes(), counted: 0, line: 1 }
    }
}

/// Reads records and counts lines. The `csv` crate gives the place where it began to look for a
/// record, which lies before the blank lines and the second half of the CRLF it skips.
struct Records<'t> {
    reader: csv::Reader<&'t [u8]>,
    text: &'t [u8],
    /// Bytes whose line ends are counted.
    counted: usize,
    line: u64,
}

impl Records<'_> {
    /// The next record and its line. The text is UTF-8 and rows may have any length, so that only
    /// reading itself can fail.
    fn read(&mut self, record: &mut StringRecord) -> Result<Option<u64>, SeparatedError> {
        let more =
            self.reader.read_record(record).map_err(|error| io::Error::other(error.to_string()))?;
        let Some(position) = record.position().filter(|_| more) else { return Ok(None) };
        let mut start = position.byte() as usize;
        while matches!(self.text.get(start), Some(b'\r' | b'\n')) {
            start += 1;
        }
        let skipped = self.text.get(self.counted..start).unwrap_or_default();
        self.line += line_feeds(skipped);
        self.counted = start;
        Ok(Some(self.line))
    }
}

fn line_feeds(bytes: &[u8]) -> u64 {
    bytes.split(|&byte| byte == b'\n').count() as u64 - 1
}

/// The separator that occurs most often in the header, outside quotes.
fn separator_of(header: &str) -> u8 {
    let count = |separator: u8| {
        let mut in_quotes = false;
        header
            .bytes()
            .filter(|&byte| {
                in_quotes ^= byte == b'"';
                byte == separator && !in_quotes
            })
            .count()
    };
    // The last of equals wins, and a header of one column is a comma's.
    [b'\t', b';', b','].into_iter().max_by_key(|&separator| count(separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<(u64, Vec<String>)>, SeparatedError> {
        Separated::read(bytes)?
            .rows()
            .map(|row| row.map(|row| (row.line, row.fields.iter().map(str::to_owned).collect())))
            .collect()
    }

    #[test]
    fn marks_line_ends_and_separators_of_spreadsheets_make_no_difference() {
        let expected = read(b"a,b\n1,x\n2,y\n").unwrap();
        for text in [
            "\u{FEFF}a,b\r\n1,x\r\n2,y\r\n",
            "a;b\r\n1;x\r\n2;y",
            "a\tb\n1\tx\n2\ty\n",
            "\"a\",\"b\"\n\"1\",\"x\"\n\"2\",y\n",
        ] {
            assert_eq!(read(text.as_bytes()).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn rows_keep_their_line_over_blank_and_empty_rows() {
        assert_eq!(read(b"a,b\n\n,\n1,x\n").unwrap(), [(4, vec!["1".into(), "x".into()])]);
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert!(message(b"a,b\n1,x\n2\n").starts_with("line 3: 1 fields, but the header has 2"));
        assert!(message(b"a,b\n1,x\n2,\"y\n3,z\n").starts_with("line 3: a field goes on"));
        assert!(message(b"a,b\n1,x\n2,caf\xe9\n").starts_with("line 3: is not UTF-8"));
        assert!(message(b"\xff\xfea\0").contains("UTF-16"));
        assert!(message(b"").contains("empty"));
        assert!(message(b"\xef\xbb\xbf\n\n").contains("empty"));
    }
}
