//! The columns of a file with examples of their values, from its first rows: what layouts are recognised by.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::rows::{self, Row};
use super::values::{self, is_missing};
use crate::error::FormatError;
use crate::huggingface::Picture;
use crate::image_cell::{picture_in_base64, picture_kind};
use crate::json_fields::scalar;
use crate::questions::FilePart;
use assay_core::visible::visible_line;

/// The number of rows that are read, and of bytes after which no more are.
const ROWS: usize = 100;
const BYTES: u64 = 16 << 20;
/// Texts of more bytes are not kept.
const LONGEST: usize = 4_000;
/// The number of examples of a column, and of their characters.
const EXAMPLES: usize = 3;
const EXAMPLE_CHARS: usize = 40;

/// What a column with paths of pictures holds.
pub(super) const PICTURE_PATH: &str = "picture file";
const ENDINGS: [&str; 8] = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"];
/// The most fields of a struct that are columns of their own.
const MOST_INNER: usize = 50;

/// A column, or a field of a struct in one, by its path.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    /// What it holds, in words.
    pub kind: &'static str,
    /// In how many of the rows it has a value.
    pub filled: usize,
    /// Some of its values, each different.
    pub examples: Vec<String>,
    /// The values of all rows; null where they are missing or long.
    pub(super) values: Vec<Value>,
}

/// The columns of the first rows of a file.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    pub columns: Vec<Column>,
    /// The number of rows that were read.
    pub rows: usize,
}

impl Columns {
    /// Reads the first rows of the first of these files.
    pub fn read(files: &[PathBuf]) -> Result<Self, FormatError> {
        let mut found = Columns::default();
        let mut bytes = 0;
        rows::for_each(&files[..1], &|_: &Path| FilePart::default(), &mut |_, row| {
            bytes += size(&row);
            found.take(row);
            Ok(found.rows < ROWS && bytes < BYTES)
        })?;
        Ok(found)
    }

    fn take(&mut self, row: Row) {
        let Ok(fields) = row.fields else { return };
        let rows = self.rows;
        for (name, value) in fields {
            self.take_value(&name, value);
        }
        for (name, (picture, _)) in row.pictures {
            let (kind, example) = match &picture {
                Picture::Bytes(bytes) => {
                    let kind = picture_kind(bytes.data()).unwrap_or("picture");
                    ("picture", format!("{kind}, {} kB", bytes.len().div_ceil(1_000)))
                }
                Picture::Text(_) => ("picture", "base64".to_owned()),
                Picture::File(path) => ("picture in a file", path.clone()),
            };
            let column = self.column(&name);
            column.filled += usize::from(column.filled <= rows);
            column.kind = kind;
            column.add_example(&example);
        }
        self.rows += 1;
    }

    fn take_value(&mut self, name: &str, value: Value) {
        if let Value::Object(object) = &value
            && !is_picture(&value)
            && !name.contains('.')
        {
            for (inner, value) in object.iter().take(MOST_INNER) {
                self.take_value(&format!("{name}.{inner}"), value.clone());
            }
        }
        let rows = self.rows;
        let column = self.column(name);
        column.values.resize(rows, Value::Null);
        let kind = match &value {
            value if is_missing(value) => return,
            value if is_picture(value) => "picture in base64",
            Value::String(text) if is_path(text) => PICTURE_PATH,
            Value::String(_) => "text",
            Value::Number(_) => "number",
            Value::Bool(_) => "truth value",
            Value::Array(_) => "list",
            _ => "struct",
        };
        column.filled += 1;
        column.kind = match column.kind {
            "" => kind,
            known if known == kind => kind,
            _ => "mixed",
        };
        if kind == "picture in base64" {
            column.values.push(Value::Null);
            return;
        }
        column.add_example(&scalar(&value).unwrap_or_else(|| value.to_string()));
        let is_long = value.as_str().is_some_and(|text| text.len() > LONGEST);
        column.values.push(if is_long { Value::Null } else { value });
    }

    fn column(&mut self, name: &str) -> &mut Column {
        let at = self.columns.iter().position(|column| column.name == name);
        let at = at.unwrap_or_else(|| {
            let (name, kind) = (name.to_owned(), "");
            self.columns.push(Column {
                name,
                kind,
                filled: 0,
                examples: Vec::new(),
                values: Vec::new(),
            });
            self.columns.len() - 1
        });
        &mut self.columns[at]
    }

    /// The column with this name.
    pub fn get(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Whether there is a column with this name, or one with the structs that a path leads into. Where all
    /// are missing, they may be such structs.
    pub(super) fn has(&self, path: &str) -> bool {
        let Some((first, rest)) = path.split_once('.').filter(|_| self.get(path).is_none()) else {
            return self.get(path).is_some();
        };
        let Some(column) = self.get(first) else { return false };
        let mut given = column.values.iter().filter(|value| !value.is_null()).peekable();
        given.peek().is_none() || given.any(|value| values::at_path(value, rest).is_some())
    }

    /// The values of a column, or of a field of its structs.
    pub(super) fn values(&self, path: &str) -> Vec<&Value> {
        if let Some(column) = self.get(path) {
            return column.values.iter().collect();
        }
        let Some((first, rest)) = path.split_once('.') else { return Vec::new() };
        let pointer = format!("/{}", rest.replace('.', "/"));
        let structs = self.get(first).map_or(&[][..], |column| &column.values);
        structs.iter().filter_map(|value| value.pointer(&pointer)).collect()
    }

    /// The names in words, for messages.
    pub fn names(&self) -> String {
        let names = self.columns.iter().map(|column| column.name.as_str());
        let is_inside = |name: &str| name.split_once('.').is_some_and(|(first, _)| self.has(first));
        let names: Vec<&str> =
            names.filter(|name| !name.starts_with('@') && !is_inside(name)).collect();
        visible_line(&names.join(", ")).into_owned()
    }
}

impl Column {
    /// Whether each row has a value, and another one.
    pub(super) fn is_unique(&self) -> bool {
        let mut seen = HashSet::new();
        self.values.iter().all(|value| scalar(value).is_some_and(|text| seen.insert(text)))
    }

    fn add_example(&mut self, text: &str) {
        let mut example: String = text.chars().take(EXAMPLE_CHARS).collect();
        if example.len() < text.len() {
            example.push('…');
        }
        let example = visible_line(&example).into_owned();
        if self.examples.len() < EXAMPLES && !self.examples.contains(&example) {
            self.examples.push(example);
        }
    }
}

/// Whether a text is the path of a picture.
fn is_path(text: &str) -> bool {
    let is_one = |ending: &&str| {
        let at = text.len().saturating_sub(ending.len());
        text.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(ending))
    };
    text.len() < 300 && ENDINGS.iter().any(is_one)
}

/// Whether a value has pictures: base64, an object with it, or a list of such.
pub(super) fn is_picture(value: &Value) -> bool {
    // Its beginning says what it is.
    let is_base64 = |text: &str| {
        let begin = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).take(64);
        text.len() > 64 && picture_in_base64(&begin.collect::<Vec<u8>>()).is_some()
    };
    match value {
        Value::String(text) => text.starts_with("data:") || is_base64(text),
        Value::Object(object) => object.get("bytes").is_some_and(is_picture),
        Value::Array(list) => list.first().is_some_and(is_picture),
        _ => false,
    }
}

/// What a row takes in memory, about.
fn size(row: &Row) -> u64 {
    let pictures = row.pictures.iter().filter_map(|(_, (picture, _))| picture.as_bytes());
    let texts = row.fields.iter().flat_map(|fields| fields.values()).filter_map(Value::as_str);
    let bytes = pictures.map(<[u8]>::len).sum::<usize>() + texts.map(str::len).sum::<usize>();
    bytes as u64
}
