//! Questions in Parquet files as Hugging Face publishes them, and as `export questions --format parquet`
//! writes them. Several files are the shards of one data set.
//!
//! Three kinds of rows are recognised by their columns: MMBench's, which are VLMEvalKit's table with
//! CircularEval passes as rows ([`table`]); SEED-Bench's; and all others, whose columns are read like the
//! fields of JSON lines ([`records`]).

pub(super) mod records;
mod table;

pub(crate) use self::records::ROLES;

use std::path::PathBuf;

use parquet::data_type::ByteArray;
use parquet::record::Field;
use serde_json::Value;

use super::benchmark_settings::BenchmarkSettings;
use super::error::FormatError;
use super::image_cell::picture_in_base64;
use super::parquet_rows::ParquetFile;
use super::parquet_rows::schema::{Column, Shape, is_image};
use super::questions::intake::Intake;
use super::questions::{Input, QuestionFile, QuestionFormat, QuestionReader};
use assay_core::benchmark::PictureReference;

/// Reads Hugging Face's Parquet files.
pub(super) const READER: QuestionReader = QuestionReader {
    format: QuestionFormat::HuggingFace,
    recognizes: |start| start.begins_with(b"PAR1"),
    shards: Some("parquet"),
    read,
};

fn read(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let shards = Shards::open(input.files)?;
    let has = |is_meant: &dyn Fn(&str) -> bool| {
        shards.columns.iter().any(|column| is_meant(&column.name))
    };
    let is_seed_bench =
        has(&|name| name == "question_id") && has(&|name| matches!(name, "choice_a" | "choice_A"));
    // As in the table, whose names count in any case.
    let is_table = has(&|name| name.eq_ignore_ascii_case("index"))
        && has(&|name| matches!(name.as_bytes(), [b'A'..=b'Z']))
        && !has(&|name| name == "passes");
    match is_table && !is_seed_bench {
        true => table::read(shards, input),
        false => records::read(shards, is_seed_bench, input),
    }
}

/// Files with the same columns, read one after the other.
pub(super) struct Shards<'a> {
    files: &'a [PathBuf],
    columns: Vec<Column>,
    holds_pictures: fn(&Column) -> bool,
    /// The names that the numbers of each column stand for; none where these are numbers.
    classes: Vec<Vec<String>>,
    /// The columns that are not read, in words.
    pub not_read: Vec<String>,
    settings: BenchmarkSettings,
    at: usize,
    /// The rows of the open file that were read.
    rows: u64,
    open: Option<ParquetFile>,
    bytes_behind: u64,
}

/// A row: the values of the columns without pictures by the positions of the columns, and the pictures.
pub(super) struct ShardRow {
    pub values: Vec<(usize, Field)>,
    pub pictures: Vec<(usize, GivenPicture)>,
}

/// A picture of a row, and its location; `None` for one in a file of its own.
pub(super) type GivenPicture = (Picture, Option<PictureReference>);

/// Columns that hold one text or number.
const SCALARS: [&str; 12] = [
    "index",
    "question",
    "hint",
    "answer",
    "category",
    "l2-category",
    "split",
    "source",
    "comment",
    "question_id",
    "g_index",
    "id",
];
/// What a picture's column may hold.
const PICTURE: &str = "struct{bytes, path}, a list of it, binary, or text in base64";

impl<'a> Shards<'a> {
    /// Files whose columns have the shapes of a layout that is read without a map.
    fn open(files: &'a [PathBuf]) -> Result<Self, FormatError> {
        let first = ParquetFile::open(&files[0])?;
        let columns = columns_of_all(&first, files)?;
        let shapes = columns.iter().map(|column| {
            let is_one_value =
                matches!(column.shape, Shape::Text | Shape::Number | Shape::Bytes | Shape::Nothing);
            let is_other = matches!(column.shape, Shape::Number | Shape::List | Shape::Nested);
            (&column.name, column.describe(), is_one_value, !is_other)
        });
        let unreadable =
            first.unreadable.iter().map(|(name, found)| (name, found.clone(), false, false));
        for (column, found, is_one_value, can_be_pictures) in shapes.chain(unreadable) {
            let expected = if is_scalar(column) && !is_one_value {
                "text or a number"
            } else if is_image(column) && !can_be_pictures {
                PICTURE
            } else {
                continue;
            };
            let problem = format!("column {column}: found {found}; expected {expected}");
            return Err(FormatError::bad_file(&files[0], problem));
        }
        Ok(Self::with_columns(files, first, columns, holds_pictures))
    }

    /// Files with any columns. Those with pictures are known by their shapes.
    pub fn of_any_layout(files: &'a [PathBuf]) -> Result<Self, FormatError> {
        let first = ParquetFile::open(&files[0])?;
        let columns = columns_of_all(&first, files)?;
        let holds_pictures = |column: &Column| match column.shape {
            Shape::Picture | Shape::Pictures => true,
            shape => shape == Shape::Bytes && is_image(&column.name),
        };
        Ok(Self::with_columns(files, first, columns, holds_pictures))
    }

    fn with_columns(
        files: &'a [PathBuf],
        first: ParquetFile,
        columns: Vec<Column>,
        holds_pictures: fn(&Column) -> bool,
    ) -> Self {
        let unreadable: Vec<String> =
            first.unreadable.iter().map(|(name, found)| format!("{name} ({found})")).collect();
        let beside = columns.iter().flat_map(Column::beside_pictures).map(str::to_owned);
        let not_read = [
            ("columns with binary data that are not pictures are not read", unreadable),
            ("what is said beside the pictures is not read", beside.collect()),
        ];
        let not_read = not_read.iter().filter(|(_, names)| !names.is_empty());
        let not_read = not_read.map(|(what, names)| format!("{what}: {}", names.join(", ")));
        let not_read = not_read.collect();
        Shards {
            files,
            classes: classes(
                first.entry(DESCRIPTION).as_deref(),
                columns.iter().map(|column| column.name.as_str()),
            ),
            columns,
            holds_pictures,
            not_read,
            settings: BenchmarkSettings::from_entries(|name| first.entry(name)),
            at: 0,
            rows: 0,
            open: Some(first),
            bytes_behind: 0,
        }
    }

    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The name of a column by its position.
    pub fn name(&self, at: usize) -> &str {
        &self.columns[at].name
    }

    /// Passes on what belongs to the file rather than to its rows.
    fn describe_in(&mut self, intake: &mut Intake<'_>) {
        if !self.settings.is_empty() {
            intake.take_settings(std::mem::take(&mut self.settings));
        }
        self.not_read.drain(..).for_each(|sentence| intake.warnings.note(sentence));
    }

    /// The next row. `current` becomes the file that it is in.
    pub fn next_row(&mut self, current: &mut PathBuf) -> Result<Option<ShardRow>, FormatError> {
        loop {
            let Some(file) = self.files.get(self.at) else { return Ok(None) };
            let shard = match &mut self.open {
                Some(open) => open,
                None => {
                    let next = ParquetFile::open(file)?;
                    self.check_columns(&next)?;
                    file.clone_into(current);
                    self.open.insert(next)
                }
            };
            if let Some(row) = shard.next_row()? {
                self.rows += 1;
                return Ok(Some(self.divided(row)));
            }
            self.rows = 0;
            self.bytes_behind += shard.bytes_begun();
            self.open = None;
            self.at += 1;
        }
    }

    /// The parts of the last row.
    fn divided(&self, row: Vec<Field>) -> ShardRow {
        let mut parts = ShardRow { values: Vec::with_capacity(row.len()), pictures: Vec::new() };
        for (at, (field, column)) in row.into_iter().zip(&self.columns).enumerate() {
            if !(self.holds_pictures)(column) {
                parts.values.push((at, self.named(at, field)));
                continue;
            }
            let mut found = Vec::new();
            pictures(&field, &mut found);
            let mut number = 0;
            parts.pictures.extend(found.into_iter().map(|picture| {
                let is_in_row = !matches!(picture, Picture::File(_));
                let location = is_in_row.then(|| self.location(&column.name, number));
                number += u32::from(is_in_row);
                (at, (picture, location))
            }));
        }
        parts
    }

    /// The value of a column, its name where it is the number of a class; -1 is none.
    fn named(&self, at: usize, field: Field) -> Field {
        let classes = &self.classes[at];
        let number = match field {
            Field::Byte(number) => i64::from(number),
            Field::Short(number) => i64::from(number),
            Field::Int(number) => i64::from(number),
            Field::Long(number) => number,
            other => return other,
        };
        if classes.is_empty() {
            return field;
        }
        let name = usize::try_from(number).ok().and_then(|number| classes.get(number));
        name.map_or(Field::Null, |name| Field::Str(name.clone()))
    }

    /// The location of a picture in the last row, by its number among those of its column.
    fn location(&self, column: &str, number: u32) -> PictureReference {
        let file = &self.files[self.at];
        PictureReference::ParquetRow {
            file: std::path::absolute(file).unwrap_or_else(|_| file.clone()),
            row: self.rows - 1,
            column: column.to_owned(),
            number,
        }
    }

    pub fn bytes_read(&self) -> u64 {
        self.bytes_behind + self.open.as_ref().map_or(0, ParquetFile::bytes_begun)
    }

    fn check_columns(&self, next: &ParquetFile) -> Result<(), FormatError> {
        let in_words = |column: &Column| format!("{} ({})", column.name, column.describe());
        let both = self.columns.iter().zip(&next.columns);
        let differing = both.into_iter().find(|(one, other)| !one.fits(other));
        let difference = match differing {
            Some((one, other)) => format!("{} there, {} here", in_words(one), in_words(other)),
            None if self.columns.len() == next.columns.len() => return Ok(()),
            None => format!("{} there, {} here", self.columns.len(), next.columns.len()),
        };
        let first = self.files[0].display();
        let problem = format!(
            "its columns are not those of {first}: {difference}; import them one after the other"
        );
        Err(FormatError::bad_file(&self.files[self.at], problem))
    }
}

/// Columns whose classes stay numbers, because layouts count choices by them.
const COUNTED: [&str; 2] = ["answer", "label"];

/// The entry of a file's metadata with Hugging Face's description of the columns.
pub(super) const DESCRIPTION: &str = "huggingface";

/// The names of the classes that each column holds as numbers, by Hugging Face's description of the columns.
pub(super) fn classes<'c>(
    description: Option<&str>,
    columns: impl Iterator<Item = &'c str>,
) -> Vec<Vec<String>> {
    let described: Value =
        description.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let names = |column: &str| {
        let feature = &described["info"]["features"][column];
        let has_names = feature["_type"] == "ClassLabel" && !COUNTED.contains(&column);
        let names = feature["names"].as_array().filter(|_| has_names).into_iter().flatten();
        names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
    };
    columns.map(names).collect()
}

/// The columns of the first file. One that is null throughout takes its type from a later file:
/// tables whose rows were divided have such columns.
fn columns_of_all(first: &ParquetFile, files: &[PathBuf]) -> Result<Vec<Column>, FormatError> {
    let mut columns = first.columns.clone();
    for file in &files[1..] {
        if columns.iter().all(|column| column.shape != Shape::Nothing) {
            break;
        }
        let next = ParquetFile::open(file)?;
        for column in columns.iter_mut().filter(|column| column.shape == Shape::Nothing) {
            let found = next.columns.iter().find(|found| found.name == column.name);
            if let Some(found) = found {
                column.clone_from(found);
            }
        }
    }
    Ok(columns)
}

fn is_scalar(name: &str) -> bool {
    let is_choice = matches!(name.as_bytes(), [b'A'..=b'Z']) || name.starts_with("choice_");
    is_choice || SCALARS.contains(&name.to_lowercase().as_str())
}

/// Whether a column holds the pictures of questions.
fn holds_pictures(column: &Column) -> bool {
    matches!(column.shape, Shape::Picture | Shape::Pictures) || is_image(&column.name)
}

/// A picture as Hugging Face keeps it: its bytes, or a path relative to the Parquet file.
#[derive(Clone, Debug)]
pub(super) enum Picture {
    /// The bytes of its file.
    Bytes(ByteArray),
    /// Base64, if the pictures are in a text column.
    Text(String),
    /// The path of its file.
    File(String),
}

/// The pictures of a column, in order.
fn pictures(field: &Field, into: &mut Vec<Picture>) {
    match field {
        Field::Group(row) => {
            let (mut bytes, mut path) = (None, None);
            for (name, value) in row.get_column_iter() {
                match (name.as_str(), value) {
                    ("bytes", Field::Bytes(found)) => bytes = Some(of_bytes(found)),
                    ("bytes", Field::Str(text)) => bytes = Some(Picture::Text(text.clone())),
                    ("path", Field::Str(text)) => path = Some(Picture::File(text.clone())),
                    ("path", Field::Bytes(text)) => {
                        path =
                            Some(Picture::File(String::from_utf8_lossy(text.data()).into_owned()));
                    }
                    _ => {}
                }
            }
            into.extend([bytes, path].into_iter().flatten().find(|picture| !picture.is_empty()));
        }
        Field::ListInternal(list) => list.elements().iter().for_each(|one| pictures(one, into)),
        Field::Bytes(bytes) if !bytes.is_empty() => into.push(of_bytes(bytes)),
        Field::Str(text) if !text.trim().is_empty() => into.push(Picture::Text(text.clone())),
        _ => {}
    }
}

impl Picture {
    /// The bytes, if it is kept as such.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Picture::Bytes(bytes) => Some(bytes.data()),
            Picture::Text(_) | Picture::File(_) => None,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Picture::Bytes(bytes) => bytes.is_empty(),
            Picture::Text(text) => text.trim().is_empty(),
            Picture::File(path) => path.is_empty(),
        }
    }
}

/// A picture, or the base64 of one: some writers do not mark a column as text.
fn of_bytes(bytes: &ByteArray) -> Picture {
    let text = std::str::from_utf8(bytes.data()).ok();
    match text.filter(|_| picture_in_base64(bytes.data()).is_some()) {
        Some(text) => Picture::Text(text.to_owned()),
        None => Picture::Bytes(bytes.clone()),
    }
}
