//! JSON objects in sequence: the elements of a list, or one after the other as in JSON lines.
//!
//! Only one object is in memory at a time, and none is longer than a limit, whatever the size of
//! the file. The content of an object is left to the caller; only `NaN` and `Infinity`, which
//! Python writes and JSON does not have, are replaced by `null` and a number too large for a float.
//! A comma after an object outside a list is skipped: SEED-Bench's published answers have them.

use std::io::{self, BufRead};

use thiserror::Error;

/// Why an object could not be read.
#[derive(Debug, Error)]
pub enum JsonRecordError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something other than an object.
    #[error("line {line}: expected {expected}, found {found:?}")]
    Unexpected {
        line: u64,
        /// What was expected there.
        expected: &'static str,
        found: char,
    },
    /// The file ends too early.
    #[error("the file ends inside {inside}; was it cut off?")]
    CutOff {
        /// `a list` or `the record that begins on line 3`.
        inside: String,
    },
    /// An object longer than allowed.
    #[error("the record that begins on line {line} has more than {limit} bytes")]
    TooLong {
        /// Where the object begins.
        line: u64,
        /// What is allowed.
        limit: usize,
    },
    /// Another encoding.
    #[error("line {line}: is not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// Where the object begins.
        line: u64,
    },
}

/// One object, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonRecord<'a> {
    /// Line in the file on which it begins, 1 for the first.
    pub line: u64,
    /// From its opening to its closing brace.
    pub text: &'a str,
}

/// The position of the reader in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Start,
    ListStart,
    BehindElement,
    Lines,
    End,
}

/// Reads objects from a file.
#[derive(Debug)]
pub struct JsonRecords<R> {
    source: R,
    limit: usize,
    place: Place,
    line: u64,
    record: Vec<u8>,
}

impl<R: BufRead> JsonRecords<R> {
    /// A reader of objects of at most `limit` bytes.
    pub fn new(source: R, limit: usize) -> Self {
        JsonRecords { source, limit, place: Place::Start, line: 1, record: Vec::new() }
    }

    /// The next object; `None` at the end of the file.
    pub fn next_record(&mut self) -> Result<Option<JsonRecord<'_>>, JsonRecordError> {
        if !self.find_record()? {
            return Ok(None);
        }
        let line = self.line;
        self.take_record()?;
        self.place = match self.place {
            Place::ListStart | Place::BehindElement => Place::BehindElement,
            _ => Place::Lines,
        };
        let text =
            std::str::from_utf8(&self.record).map_err(|_| JsonRecordError::NotUtf8 { line })?;
        Ok(Some(JsonRecord { line, text }))
    }

    /// Goes to the next opening brace; `false` at the end.
    fn find_record(&mut self) -> Result<bool, JsonRecordError> {
        if self.place == Place::Start && self.source.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
            self.source.consume(3);
        }
        let mut has_comma = self.place != Place::BehindElement;
        while let Some(byte) = self.next_visible()? {
            let (expected, fits) = match (self.place, byte) {
                (Place::Start | Place::ListStart | Place::Lines, b'{') => return Ok(true),
                (Place::BehindElement, b'{') if has_comma => return Ok(true),
                (Place::Start, b'[') => {
                    self.place = Place::ListStart;
                    ("", true)
                }
                (Place::ListStart | Place::BehindElement, b']') => {
                    self.place = Place::End;
                    ("", true)
                }
                (Place::BehindElement, b',') if !has_comma => {
                    has_comma = true;
                    ("", true)
                }
                (Place::Lines, b',') => ("", true),
                (Place::End, _) => ("nothing behind the list", false),
                (Place::BehindElement, _) if !has_comma => {
                    ("a comma or the end of the list", false)
                }
                (Place::Start, _) => ("a list of records or a record", false),
                _ => ("a record", false),
            };
            if !fits {
                let found = char::from(byte);
                return Err(JsonRecordError::Unexpected { line: self.line, expected, found });
            }
            self.source.consume(1);
        }
        match self.place {
            Place::ListStart | Place::BehindElement => {
                Err(JsonRecordError::CutOff { inside: "the list of records".into() })
            }
            _ => Ok(false),
        }
    }

    /// The next byte that is not white space, which is not consumed.
    fn next_visible(&mut self) -> io::Result<Option<u8>> {
        loop {
            let input = self.source.fill_buf()?;
            let Some(&byte) = input.first() else { return Ok(None) };
            if !byte.is_ascii_whitespace() {
                return Ok(Some(byte));
            }
            self.line += u64::from(byte == b'\n');
            self.source.consume(1);
        }
    }

    /// Copies an object from its opening to its closing brace.
    fn take_record(&mut self) -> Result<(), JsonRecordError> {
        let began = self.line;
        self.record.clear();
        let mut scan = Scan::default();
        loop {
            let input = self.source.fill_buf()?;
            if input.is_empty() {
                let inside = format!("the record that begins on line {began}");
                return Err(JsonRecordError::CutOff { inside });
            }
            let taken = scan.take(input, &mut self.record);
            self.line += input[..taken].iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.source.consume(taken);
            if self.record.len() > self.limit {
                return Err(JsonRecordError::TooLong { line: began, limit: self.limit });
            }
            if scan.is_over {
                return Ok(());
            }
        }
    }
}

/// The nesting depth and state while an object is copied.
#[derive(Debug, Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    is_over: bool,
    /// Where in the record the word begins that is being copied, if it is not one of JSON's words.
    word: Option<usize>,
}

/// What Python writes and JSON does not have, and its replacement.
const WORDS: [(&[u8], &[u8]); 2] = [(b"NaN", b"null"), (b"Infinity", b"1e999")];

impl Scan {
    /// Copies up to the end of the object or of the input; returns the number of bytes copied.
    fn take(&mut self, input: &[u8], record: &mut Vec<u8>) -> usize {
        for (position, &byte) in input.iter().enumerate() {
            if self.in_string {
                match byte {
                    _ if self.is_escaped => self.is_escaped = false,
                    b'\\' => self.is_escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                record.push(byte);
                continue;
            }
            if let Some(start) = self.word
                && !byte.is_ascii_alphabetic()
            {
                self.word = None;
                if let Some((_, instead)) = WORDS.iter().find(|(word, _)| *word == &record[start..])
                {
                    record.truncate(start);
                    record.extend_from_slice(instead);
                }
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth -= 1,
                b'N' | b'I' if self.word.is_none() => self.word = Some(record.len()),
                _ => {}
            }
            record.push(byte);
            if self.depth == 0 {
                self.is_over = true;
                return position + 1;
            }
        }
        input.len()
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read(text: &[u8]) -> Result<Vec<(u64, String)>, String> {
        // A buffer of three bytes cuts every record somewhere.
        let mut records = JsonRecords::new(BufReader::with_capacity(3, text), 40);
        let mut found = Vec::new();
        loop {
            match records.next_record() {
                Ok(Some(record)) => found.push((record.line, record.text.to_owned())),
                Ok(None) => return Ok(found),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    #[test]
    fn a_list_and_lines_give_the_same_records() {
        let expected = vec![(2, r#"{"a": "}\"{"}"#.to_owned()), (3, r#"{"b": [{}]}"#.to_owned())];
        for text in [
            "\u{feff}[\n{\"a\": \"}\\\"{\"},\n{\"b\": [{}]}\n]\n",
            "\n{\"a\": \"}\\\"{\"}\n{\"b\": [{}]}",
            "\n{\"a\": \"}\\\"{\"},\n{\"b\": [{}]},\n",
        ] {
            assert_eq!(read(text.as_bytes()), Ok(expected.clone()), "{text}");
        }
        assert_eq!(read(b"[]"), Ok(vec![]));
    }

    #[test]
    fn what_python_writes_beyond_json_is_replaced_outside_strings() {
        let text = br#"{"a":NaN,"b":[-Infinity,null],"NaN":"NaN"}"#;
        let found = read(text).unwrap();
        assert_eq!(found[0].1, r#"{"a":null,"b":[-1e999,null],"NaN":"NaN"}"#);
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let message = |text: &str| read(text.as_bytes()).unwrap_err();
        assert!(message("[{}\n{}]").starts_with("line 2: expected a comma or the end of the list"));
        assert!(message("[{},\n7]").starts_with("line 2: expected a record, found '7'"));
        assert!(message("[]{}").contains("nothing behind the list"));
        assert!(message("{}\n{\"a\": \"").contains("inside the record that begins on line 2"));
        assert!(message("[{},").contains("inside the list"));
        assert!(message(&format!("{{\"a\": \"{}\"}}", "x".repeat(50))).contains("more than 40"));
        assert!(read(b"{\"a\": \"\xE9\"}").unwrap_err().contains("not UTF-8"));
    }

    #[test]
    fn an_object_that_never_ends_does_not_fill_the_memory() {
        let endless = BufReader::new(io::Read::chain(&b"{\"a\": \""[..], io::repeat(b'x')));
        let mut records = JsonRecords::new(endless, 100_000);
        assert!(matches!(records.next_record(), Err(JsonRecordError::TooLong { line: 1, .. })));
        assert!(records.record.capacity() < 1_000_000);
    }
}
