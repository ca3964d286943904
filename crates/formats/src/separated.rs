//! Small separated tables as spreadsheets and scripts write them: `,`, `;` or tab, with or without
//! a byte-order mark, LF or CRLF.
//!
//! Every row must have as many fields as the header, and no field may continue over the end of its
//! line: in tables of names, labels and numbers that is always a quote that was never closed.

use std::io::{BufRead, Read};

use super::error::{EMPTY, ReadError};
use super::records::{Limits, Record, RecordReader};
use super::sniff::{TableSource, open_table};

/// Names, labels and numbers are never longer; a file with longer fields is another kind of file.
const LIMITS: Limits = Limits { cell: 10_000, record: 10_000_000, cells: 10_000 };

/// A table whose header has been read.
pub struct Separated<R> {
    /// Column names, trimmed.
    pub header: Vec<String>,
    reader: RecordReader<R>,
}

/// One row, with as many fields as the header.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// Line in the file, 1 for the first.
    pub line: u64,
    record: Record<'a>,
}

impl<'a> Row<'a> {
    /// A field as written; empty for one beyond the header.
    pub fn field(&self, column: usize) -> &'a str {
        // Checked when the row was read.
        std::str::from_utf8(self.record.cell(column)).unwrap_or_default()
    }

    /// All fields.
    pub fn fields(&self) -> impl Iterator<Item = &'a str> {
        let row = *self;
        (0..self.record.len()).map(move |column| row.field(column))
    }

    fn read(record: Record<'a>) -> Result<Self, ReadError> {
        let line = record.line;
        if record.cells().any(|cell| cell.contains(&b'\n') || cell.contains(&b'\r')) {
            let problem = "a field goes on over the end of the line; is a closing quote missing?";
            return Err(format!("line {line}: {problem}").into());
        }
        if record.cells().any(|cell| std::str::from_utf8(cell).is_err()) {
            let problem = "is not UTF-8; save the file as CSV in UTF-8";
            return Err(format!("line {line}: {problem}").into());
        }
        Ok(Row { line, record })
    }
}

/// Reads the header of a table.
pub fn read_header<R: Read>(input: R) -> Result<Separated<impl BufRead>, ReadError> {
    let TableSource { text, delimiter } = open_table(input, &[])?;
    let mut reader = RecordReader::new(text, delimiter, LIMITS);
    let record = reader.next_record()?.ok_or(EMPTY)?;
    let header = Row::read(record)?.fields().map(|name| name.trim().to_owned()).collect();
    Ok(Separated { header, reader })
}

impl<R: BufRead> Separated<R> {
    /// Passes on the rows one by one. Rows of empty fields only, which spreadsheets leave behind,
    /// are skipped.
    pub fn for_each_row(
        &mut self,
        mut take: impl FnMut(Row) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let expected = self.header.len();
        while let Some(record) = self.reader.next_record()? {
            if record.cells().all(|cell| cell.trim_ascii().is_empty()) {
                continue;
            }
            let row = Row::read(record)?;
            if record.len() != expected {
                let (line, found) = (row.line, record.len());
                return Err(format!(
                    "line {line}: {found} fields, but the header has {expected}; a field that contains \
                     the separator must stand in quotes"
                )
                .into());
            }
            take(row)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<(u64, Vec<String>)>, ReadError> {
        let mut rows = Vec::new();
        read_header(bytes)?.for_each_row(|row| {
            rows.push((row.line, row.fields().map(str::to_owned).collect()));
            Ok(())
        })?;
        Ok(rows)
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
        assert!(message(b"a,b\n1,x\n2,\"y\n3,\"z\n").starts_with("line 3: a field goes on"));
        assert!(message(b"a,b\n1,x\n2,\"y\n3,z\n").ends_with("begins on line 3"));
        assert!(message(b"a,b\n1,x\n2,caf\xe9\n").starts_with("line 3: is not UTF-8"));
        assert!(message(b"\xff\xfea\0").contains("UTF-16"));
        assert!(message(b"").contains("empty"));
        assert!(message(b"\xef\xbb\xbf\n\n").contains("empty"));
        assert!(message(b"PK\x03\x04....").contains("save"));
    }
}
