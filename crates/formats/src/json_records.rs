//! JSON objects in sequence: the elements of a list, which may be a field of a document, or one after
//! the other as in JSON lines.
//!
//! Only one object is in memory at a time, and none is longer than a limit, whatever the size of
//! the file. The content of an object is left to the caller; only `NaN` and `Infinity`, which
//! Python writes and JSON does not have, are replaced by `null` and a number too large for a float.
//! A comma after an object outside a list is skipped: SEED-Bench's published answers have them.

use std::borrow::Cow;
use std::io::{self, BufRead};

use serde_json::Value;

use super::error::ReadError;
use super::python::without_lone_surrogates;

/// A list of objects that is a field of a document.
#[derive(Clone, Copy, Debug)]
pub struct ListInDocument {
    /// The field's name.
    pub name: &'static str,
    /// What the list is, for messages.
    pub expected: &'static str,
    /// The name of another field of the document that is kept.
    pub beside: &'static str,
}

/// The memory of longer records is given back, in bytes.
const LONG: usize = 1 << 20;

/// One object, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonRecord<'a> {
    /// Line in the file on which it begins, 1 for the first.
    pub line: u64,
    /// From its opening to its closing brace, as JSON that Rust can read.
    pub text: Cow<'a, str>,
}

/// The position of the reader in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
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
    /// The list that a document must have; else a document is a record, or the file is the list.
    list: Option<ListInDocument>,
    has_list: bool,
    beside: Option<Value>,
    position: Position,
    line: u64,
    record: Vec<u8>,
}

impl<R: BufRead> JsonRecords<R> {
    /// A reader of objects of at most `limit` bytes.
    pub fn new(source: R, limit: usize) -> Self {
        Self::within(None, source, limit)
    }

    /// A reader of the objects in a list, which is the file itself or a field of its document.
    pub fn within(list: Option<ListInDocument>, source: R, limit: usize) -> Self {
        JsonRecords {
            source,
            limit,
            list,
            has_list: false,
            beside: None,
            position: Position::Start,
            line: 1,
            record: Vec::new(),
        }
    }

    /// The next object; `None` at the end of the file.
    pub fn next_record(&mut self) -> Result<Option<JsonRecord<'_>>, ReadError> {
        if !self.find_record()? {
            return Ok(None);
        }
        let line = self.line;
        self.take_value()?;
        self.position = match self.position {
            Position::ListStart | Position::BehindElement => Position::BehindElement,
            _ => Position::Lines,
        };
        let text = std::str::from_utf8(&self.record)
            .map_err(|_| format!("line {line}: is not UTF-8; save the file as UTF-8"))?;
        Ok(Some(JsonRecord { line, text: without_lone_surrogates(text) }))
    }

    /// Whether nothing follows in the file.
    pub fn is_at_end(&mut self) -> bool {
        matches!(self.next_visible(), Ok(None))
    }

    /// Gives the memory of a long record back, once it has been parsed.
    pub fn forget(&mut self) {
        if self.record.capacity() > LONG {
            self.record = Vec::new();
        }
    }

    /// The other field of the document, once all records have been read.
    pub fn into_beside(self) -> Option<Value> {
        self.beside
    }

    /// Goes to the next opening brace of a record; `false` at the end.
    fn find_record(&mut self) -> Result<bool, ReadError> {
        if self.position == Position::Start && self.source.fill_buf()?.starts_with(b"\xEF\xBB\xBF")
        {
            self.source.consume(3);
        }
        let mut has_comma = self.position != Position::BehindElement;
        while let Some(byte) = self.next_visible()? {
            match (self.position, byte) {
                (Position::Start, b'{') | (Position::ListStart | Position::BehindElement, b']')
                    if self.list.is_some() =>
                {
                    self.source.consume(1);
                    self.find_list()?;
                    continue;
                }
                (Position::Start | Position::ListStart | Position::Lines, b'{') => return Ok(true),
                (Position::BehindElement, b'{') if has_comma => return Ok(true),
                (Position::Start, b'[') => {
                    // The file itself is the list.
                    (self.position, self.list) = (Position::ListStart, None);
                }
                (Position::ListStart | Position::BehindElement, b']') => {
                    self.position = Position::End;
                }
                (Position::BehindElement, b',') if !has_comma => has_comma = true,
                (Position::Lines, b',') => {}
                (Position::End, _) => return Err(self.unexpected("nothing behind the list", byte)),
                (Position::BehindElement, _) if !has_comma => {
                    return Err(self.unexpected("a comma or the end of the list", byte));
                }
                (Position::Start, _) => {
                    return Err(self.unexpected("a list of records or a record", byte));
                }
                _ => return Err(self.unexpected("a record", byte)),
            }
            self.source.consume(1);
        }
        match self.position {
            Position::ListStart | Position::BehindElement => Err(cut_off("the list of records")),
            _ => Ok(false),
        }
    }

    /// Goes through the fields of the document to the beginning of the list, or to the document's
    /// end.
    fn find_list(&mut self) -> Result<(), ReadError> {
        let Some(list) = self.list else { return Ok(()) };
        loop {
            match self.next_visible()? {
                Some(b'"') => {}
                Some(b',') => {
                    self.source.consume(1);
                    continue;
                }
                Some(b'}') if self.has_list => {
                    self.source.consume(1);
                    self.position = Position::End;
                    return Ok(());
                }
                Some(b'}') => {
                    let ListInDocument { name, expected, .. } = list;
                    let problem = format!("there is no list {name:?} in it; expected {expected}");
                    return Err(problem.into());
                }
                Some(byte) => return Err(self.unexpected("a field", byte)),
                None => return Err(cut_off("the document")),
            }
            self.take_value()?;
            let name: String = serde_json::from_slice(&self.record).unwrap_or_default();
            match self.next_visible()? {
                Some(b':') => self.source.consume(1),
                other => return Err(self.unexpected("a colon", other.unwrap_or_default())),
            }
            match self.next_visible()? {
                Some(b'[') if name == list.name => {
                    self.source.consume(1);
                    (self.position, self.has_list) = (Position::ListStart, true);
                    return Ok(());
                }
                Some(byte) if name == list.name => {
                    return Err(self.unexpected(list.expected, byte));
                }
                Some(byte @ (b',' | b'}' | b']')) => return Err(self.unexpected("a value", byte)),
                _ => self.take_value()?,
            }
            if name == list.beside {
                let text = String::from_utf8_lossy(&self.record);
                self.beside = serde_json::from_str(&without_lone_surrogates(&text)).ok();
            }
        }
    }

    fn unexpected(&self, expected: &'static str, found: u8) -> ReadError {
        let (line, found) = (self.line, char::from(found));
        format!("line {line}: expected {expected}, found {found:?}").into()
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

    /// Copies a value, such as an object from its opening to its closing brace.
    fn take_value(&mut self) -> Result<(), ReadError> {
        let began = self.line;
        self.record.clear();
        let mut scan = Scan::default();
        loop {
            let input = self.source.fill_buf()?;
            if input.is_empty() {
                return Err(cut_off(&format!("the record that begins on line {began}")));
            }
            let taken = scan.take(input, &mut self.record);
            self.line += input[..taken].iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.source.consume(taken);
            if self.record.len() > self.limit {
                let limit = self.limit;
                return Err(format!(
                    "the record that begins on line {began} has more than {limit} bytes; is a quote or a bracket \
                     left open? Large pictures can be files that it names"
                )
                .into());
            }
            if scan.is_over {
                return Ok(());
            }
        }
    }
}

fn cut_off(inside: &str) -> ReadError {
    format!("the file ends inside {inside}; was it cut off?").into()
}

/// The nesting depth and state while a value is copied.
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
    /// Copies up to the end of the value or of the input; returns the number of bytes copied.
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
                if !self.in_string && self.depth == 0 {
                    self.is_over = true;
                    return position + 1;
                }
                continue;
            }
            let is_behind = matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace();
            if self.depth == 0 && !record.is_empty() && is_behind {
                self.is_over = true;
                return position;
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
            if self.depth == 0 && matches!(byte, b'}' | b']') {
                self.is_over = true;
                return position + 1;
            }
        }
        input.len()
    }
}

#[cfg(test)]
mod tests;
