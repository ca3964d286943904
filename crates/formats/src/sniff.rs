//! Recognises tables of text among the files given to an import, and distinguishes tabs, commas and
//! semicolons.
//!
//! Only the first bytes are examined. A spreadsheet, an archive or a web page that was saved under
//! the name of a table is recognised by its signature, and the message says what to do instead.

use std::io::{BufReader, Chain, Cursor, Read};

use super::error::{EMPTY, ReadError};
use super::records::{Limits, RecordReader};

/// The number of bytes at the start of a file that are examined.
const HEAD: usize = 64 * 1024;

/// A file that is probably a table: without its byte order mark, read from the beginning.
#[derive(Debug)]
pub struct TableSource<R> {
    /// The text of the table.
    pub text: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    /// The separator of cells: a tab, a comma or a semicolon.
    pub delimiter: u8,
}

/// Examines the beginning of a file. `known_columns` are names by which the right delimiter is
/// recognised; if several show as many, the one that makes more cells is right. A comma wins a tie,
/// as in a first line of one column.
pub fn open_table<R: Read>(
    mut source: R,
    known_columns: &[&str],
) -> Result<TableSource<R>, ReadError> {
    let mut head = Vec::with_capacity(HEAD);
    source.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    if let Some(problem) = other_kind(&head) {
        return Err(problem.into());
    }
    if head.starts_with(b"\xEF\xBB\xBF") {
        head.drain(..3);
    }
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(EMPTY.into());
    }
    let columns = |delimiter| count_columns(&head, delimiter, known_columns);
    let delimiter = [b'\t', b';', b','].into_iter().max_by_key(|&delimiter| columns(delimiter));
    let delimiter = delimiter.unwrap_or(b',');
    let text = BufReader::with_capacity(256 * 1024, Cursor::new(head).chain(source));
    Ok(TableSource { text, delimiter })
}

/// The number of known columns in the first line, and the number of all columns.
fn count_columns(head: &[u8], delimiter: u8, known_columns: &[&str]) -> (usize, usize) {
    let limits = Limits { cells: HEAD, ..Limits::default() };
    let mut reader = RecordReader::new(head, delimiter, limits);
    let Ok(Some(header)) = reader.next_record() else { return (0, 0) };
    let is_known = |cell: &[u8]| {
        let name = cell.trim_ascii().to_ascii_lowercase();
        known_columns.iter().any(|known| known.as_bytes() == name)
    };
    (header.cells().filter(|cell| is_known(cell)).count(), header.len())
}

/// A kind of file that is not a table: its first bytes, its name, what to do with it.
type Signature = (&'static [u8], &'static str, &'static str);

const SIGNATURES: [Signature; 20] = [
    (b"PK\x03\x04", "a spreadsheet (xlsx) or a zip archive", SAVE_AS_TEXT),
    (b"\xD0\xCF\x11\xE0", "an old spreadsheet (xls)", SAVE_AS_TEXT),
    (b"PAR1", "a Parquet file", LEAVE_OUT),
    (b"\x1F\x8B", "a gzip archive", UNPACK),
    (b"BZh", "a bzip2 archive", UNPACK),
    (b"\xFD7zXZ", "an xz archive", UNPACK),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", UNPACK),
    (b"\x28\xB5\x2F\xFD", "a zstd archive", UNPACK),
    (b"SQLite format 3\0", "an SQLite database", "name it with --db if it is Assay's"),
    (b"%PDF", "a PDF document", NAME_THE_TABLE),
    (b"\x89PNG", "a picture", NAME_THE_TABLE),
    (b"\xFF\xD8\xFF", "a picture", NAME_THE_TABLE),
    (b"GIF8", "a picture", NAME_THE_TABLE),
    (b"\xFF\xFE", "text in UTF-16", "save it as UTF-8"),
    (b"\xFE\xFF", "text in UTF-16", "save it as UTF-8"),
    (b"version https://git-lfs", "a pointer of Git LFS", "fetch the file itself with git lfs pull"),
    (b"<!DOCTYPE", "a web page", DOWNLOAD),
    (b"<!doctype", "a web page", DOWNLOAD),
    (b"<html", "a web page", DOWNLOAD),
    (b"<?xml", "an XML document", NAME_THE_TABLE),
];
const LEAVE_OUT: &str = "leave --format out, or name its own format";
const SAVE_AS_TEXT: &str = "save the sheet as tab-separated text in UTF-8";
const UNPACK: &str = "unpack it first";
const NAME_THE_TABLE: &str = "name the table instead";
const DOWNLOAD: &str = "the download went wrong: fetch the file itself";

/// The problem of a file of another kind, and what to do.
fn other_kind(head: &[u8]) -> Option<String> {
    let problem =
        |kind: &str, advice: &str| format!("this is {kind}, not a table of text; {advice}");
    let signature = SIGNATURES.iter().find(|(start, ..)| head.starts_with(start));
    if let Some(&(_, kind, advice)) = signature {
        return Some(problem(kind, advice));
    }
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    if matches!(text, [b'{' | b'[', ..]) {
        return Some(problem("JSON", LEAVE_OUT));
    }
    let first_line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    first_line.contains(&0).then(|| problem("a binary file", NAME_THE_TABLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 4] = ["index", "question", "image", "answer"];

    fn delimiter(text: &[u8]) -> char {
        open_table(text, &COLUMNS).unwrap().delimiter.into()
    }

    fn refused(bytes: &[u8]) -> String {
        open_table(bytes, &COLUMNS).unwrap_err().to_string()
    }

    #[test]
    fn the_delimiter_is_the_one_that_shows_known_columns() {
        assert_eq!(delimiter(b"index\tquestion, long\n"), '\t');
        assert_eq!(delimiter(b"\"index\",\"question\tx\",answer\n"), ',');
        assert_eq!(delimiter(b"\xEF\xBB\xBFindex,question\n"), ',');
        assert_eq!(delimiter(b"name,said\n"), ',');
        assert_eq!(delimiter(b"name\tsaid\n"), '\t');
        assert_eq!(delimiter(b"index;said, or not\n"), ';');
        assert_eq!(delimiter(b"one\n"), ',');
    }

    #[test]
    fn the_text_begins_after_the_byte_order_mark_and_nothing_is_lost() {
        let long = format!("\u{feff}index\tquestion\n{}", "x".repeat(2 * HEAD));
        let mut text = String::new();
        open_table(long.as_bytes(), &COLUMNS).unwrap().text.read_to_string(&mut text).unwrap();
        assert_eq!(text, long.trim_start_matches('\u{feff}'));
    }

    #[test]
    fn what_is_not_a_table_is_named_with_what_to_do() {
        let cases: [(&[u8], &str); 8] = [
            (b"", "the file is empty"),
            (b"\xEF\xBB\xBF\r\n", "the file is empty"),
            (b"PK\x03\x04rest", "a spreadsheet (xlsx) or a zip archive, not a table of text; save"),
            (b"PAR1rest", "a Parquet file"),
            (b" \n[{\"index\": 1}]", "this is JSON"),
            (b"\xFF\xFEi\0n\0", "text in UTF-16, not a table of text; save it as UTF-8"),
            (b"\x1F\x8B\x08", "a gzip archive, not a table of text; unpack it first"),
            (b"index\0question\n", "a binary file"),
        ];
        for (bytes, wanted) in cases {
            let message = refused(bytes);
            assert!(message.contains(wanted), "{message}");
        }
    }
}
