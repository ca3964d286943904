//! Rows of VLMEvalKit's table as JSON lines: what pandas makes of such a table, and what
//! `export questions --circular` writes. Passes of CircularEval are rows, and a picture may be the index of
//! the row that has it, so the rules of the table hold, not those of lines with one question each.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use serde_json::Value;
use serde_json::value::RawValue;

use super::pictures::is_base64;
use crate::MAX_COLUMNS;
use crate::error::FormatError;
use crate::json_fields::{Fields, key_text, scalar};
use crate::python_list::{self, looks_like_a_list};
use crate::questions::intake::Intake;
use crate::questions::{Input, QuestionFile, not_json, records_of};
use crate::records::CellBuffer;
use crate::vlmevalkit::TableRows;
use crate::vlmevalkit::numbering::PassOffset;
use assay_core::benchmark::Label;

/// Fields that do not occur in rows of a table.
const OF_LINES: [&str; 5] = ["passes", "pictures", "images", "choices", "options"];
const IMAGE: &str = "image";
const IMAGE_PATH: &str = "image_path";

/// A record whose values are not parsed yet.
type Look<'a> = HashMap<Cow<'a, str>, &'a RawValue>;

/// The names of the columns, if the file has passes of CircularEval as rows; anything odd is left to the
/// reader of lines, which says what it is.
pub(super) fn columns(file: &Path) -> Option<Vec<String>> {
    let mut records = records_of(file, None).ok()?;
    let mut looking = Looking::default();
    while let Some(record) = records.next_record().ok()? {
        looking.take(&serde_json::from_str(&record.text).ok()?)?;
    }
    looking.has_passes().then_some(looking.columns)
}

/// What is known of the records so far.
#[derive(Default)]
struct Looking {
    columns: Vec<String>,
    /// The question of each number.
    questions: HashMap<u64, u64>,
    names_groups: bool,
}

impl Looking {
    /// `None` if the record is not a row of a table.
    fn take(&mut self, record: &Look<'_>) -> Option<()> {
        let is_choice = |name: &str| name.len() == 1 && name.parse::<Label>().is_ok();
        if OF_LINES.iter().any(|name| record.contains_key(*name))
            || !record.keys().any(|name| is_choice(name))
        {
            return None;
        }
        let index: Value = serde_json::from_str(record.get("index")?.get()).ok()?;
        let mut hasher = DefaultHasher::new();
        record.get("question")?.get().hash(&mut hasher);
        let choices = record.iter().filter(|(name, _)| is_choice(name));
        let mut choices: Vec<&str> = choices.map(|(_, text)| text.get()).collect();
        choices.sort_unstable();
        choices.hash(&mut hasher);
        if let Ok(number) = key_text(&index)?.parse() {
            self.questions.insert(number, hasher.finish());
        }
        self.names_groups |= record.get("g_index").is_some_and(|group| group.get() != "null");
        for name in record.keys().filter(|name| *name != IMAGE && *name != IMAGE_PATH) {
            if !self.columns.iter().any(|known| known == name) {
                self.columns.push(name.clone().into_owned());
            }
        }
        (self.columns.len() < MAX_COLUMNS).then_some(())
    }

    /// Whether a record says which question it is a pass of, or enough records have the number of a
    /// pass, its question's text and its choices that this is not an accident: in CircularEval at
    /// least every second.
    fn has_passes(&self) -> bool {
        let is_pass = |(number, question): (&u64, &u64)| {
            PassOffset::up_to(*number)
                .any(|offset| self.questions.get(&offset.split(*number).question) == Some(question))
        };
        let passes = self.questions.iter().filter(|row| is_pass(*row)).count();
        self.names_groups || (passes > 0 && passes * 4 >= self.questions.len())
    }
}

/// Reads the rows.
pub(super) fn read(columns: &[String], input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let file = &input.files[0];
    let mut records = records_of(file, None)?;
    let mut cells = CellBuffer::default();
    let names = columns.iter().map(String::as_str).chain([IMAGE, IMAGE_PATH]);
    names.for_each(|name| cells.push(name.as_bytes()));
    let mut rows = TableRows::new(&cells.record(), None, Intake::new(input)?)?;
    let mut bytes = 0;
    while let Some(record) = records.next_record().map_err(|error| not_json(error, file))? {
        bytes += record.text.len() as u64 + 1;
        let fields: Fields = serde_json::from_str(&record.text)
            .map_err(|error| not_json(error.to_string().into(), file))?;
        cells.clear();
        for name in columns {
            cells.push(text(fields.get(name)).as_bytes());
        }
        let image = list_or_text(fields.get(IMAGE));
        let paths = list_or_text(fields.get(IMAGE_PATH));
        // If there is no column of paths, they are in that of the pictures.
        let (image, paths) = match paths.is_empty() && names_files(&image) {
            true => (paths, image),
            false => (image, paths),
        };
        cells.push(image.as_bytes());
        cells.push(paths.as_bytes());
        rows.take(&cells.record(), &[], [])?;
        (rows.intake.sink.progress)(bytes);
    }
    rows.finish()
}

fn text(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        None | Some(Value::Null) => Cow::Borrowed(""),
        Some(Value::String(text)) => Cow::Borrowed(text),
        Some(value) => scalar(value).unwrap_or_else(|| value.to_string()).into(),
    }
}

/// A text, or a list of texts as Python writes it.
fn list_or_text(value: Option<&Value>) -> Cow<'_, str> {
    let texts = value.and_then(Value::as_array);
    let texts: Option<Vec<&str>> = texts.and_then(|list| list.iter().map(Value::as_str).collect());
    texts.map_or_else(|| text(value), |texts| python_list::literal(&texts).into())
}

/// Whether a cell names picture files: neither base64 nor the index of a row.
fn names_files(cell: &str) -> bool {
    let is_file = |name: &str| {
        !is_base64(name)
            && name.parse::<f64>().is_err()
            && (name.contains('/') || Path::new(name).extension().is_some())
    };
    match looks_like_a_list(cell.as_bytes()) {
        true => python_list::parse(cell).is_ok_and(|names| names.iter().all(|name| is_file(name))),
        false => is_file(cell),
    }
}
