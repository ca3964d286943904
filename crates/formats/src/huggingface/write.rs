//! Writes questions, with all their data, as Parquet in the form of a Hugging Face data set.
//!
//! Columns: `index`, `question`, `hint`, a column for each letter, `answer`, `category`, `l2-category`,
//! `split`, `source`, `comment` as texts, `passes` and `extra` as JSON in text, `picture_roles` as a list of
//! texts, `image` as a list of pictures. The features are named in the schema, so that `datasets` decodes
//! the pictures.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::benchmark_settings::BenchmarkSettings;
use crate::json_lines::write::pass_list;
use crate::parquet_rows::ParquetFile;
use crate::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use crate::vlmevalkit::write::Column;
use crate::vlmevalkit::write::rows::FileRow;
use crate::written_rows::Cell;
use assay_core::benchmark::{ImageHash, Label, Question};

use super::records::ROLES;

/// Text columns before the columns of the choices, and after them.
const BEFORE: [&str; 3] = ["index", "question", "hint"];
const BEHIND: [&str; 8] =
    ["answer", "category", "l2-category", "split", "source", "comment", "passes", "extra"];

/// The prefix of the names of the benchmark's settings in the metadata next to the schema.
const SETTINGS: &str = "assay.";

/// Writes the questions, and the settings of their benchmark next to the schema. `bytes` gives a
/// picture's bytes.
pub fn write_parquet<E: From<io::Error>>(
    settings: &BenchmarkSettings,
    questions: &[&Question],
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    out: &mut dyn Write,
) -> Result<(), E> {
    let labels: BTreeSet<Label> = questions.iter().flat_map(|q| q.labels()).collect();
    let letters = labels.iter().map(ToString::to_string);
    let texts =
        BEFORE.map(str::to_owned).into_iter().chain(letters).chain(BEHIND.map(str::to_owned));
    let mut columns: Vec<(String, ColumnKind)> =
        texts.map(|name| (name, ColumnKind::Text)).collect();
    columns.push((ROLES.to_owned(), ColumnKind::Texts));
    columns.push(("image".to_owned(), ColumnKind::Pictures));
    let mut writer = writer(&columns, settings, out)?;
    for question in questions {
        let mut row = vec![text(question.key.as_str()), text(&question.stem)];
        row.push(optional(question.hint.as_deref()));
        for label in &labels {
            row.push(optional(question.choice(*label).map(|choice| choice.text.as_str())));
        }
        row.push(optional(question.answer.map(|label| label.to_string()).as_deref()));
        row.push(optional(question.category.as_deref()));
        row.push(optional(question.l2_category.as_deref()));
        row.push(optional(question.split.as_deref()));
        row.push(optional(question.source.as_deref()));
        row.push(optional(question.comment.as_deref()));
        row.push(text(&pass_list(question).to_string()));
        let extra = (!question.extra.is_empty()).then(|| Value::Object(question.extra.clone()));
        row.push(optional(extra.map(|extra| extra.to_string()).as_deref()));
        let roles = question.pictures.iter().map(|picture| picture.role.to_string());
        row.push(ColumnValue::Texts(roles.collect()));
        row.push(pictures(question, bytes)?);
        writer.row(row)?;
    }
    Ok(writer.finish()?)
}

/// Writes rows of VLMEvalKit's table, as MMBench is published: each row has its pictures.
pub fn write_rows<E: From<io::Error>>(
    settings: &BenchmarkSettings,
    questions: &[&Question],
    rows: &[FileRow],
    columns: &[Column],
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    out: &mut dyn Write,
) -> Result<(), E> {
    let kind = |column: &Column| match column {
        Column::Image => ColumnKind::Pictures,
        _ => ColumnKind::Text,
    };
    let kinds: Vec<(String, ColumnKind)> =
        columns.iter().map(|column| (column.name().into_owned(), kind(column))).collect();
    let mut writer = writer(&kinds, settings, out)?;
    for row in rows {
        let question = questions[row.question];
        let mut values = Vec::with_capacity(columns.len());
        for column in columns {
            values.push(match (column, column.cell(question, row)) {
                (Column::Image, _) => pictures(question, bytes)?,
                (_, Cell::Missing) => ColumnValue::Missing,
                (_, cell) => ColumnValue::Text(cell.written().into_owned()),
            });
        }
        writer.row(values)?;
    }
    Ok(writer.finish()?)
}

fn writer<'a>(
    columns: &[(String, ColumnKind)],
    settings: &BenchmarkSettings,
    out: &'a mut dyn Write,
) -> io::Result<ParquetWriter<&'a mut dyn Write>> {
    let mut entries = vec![("huggingface".to_owned(), features(columns).to_string())];
    let named = settings.named().map(|(name, text)| (format!("{SETTINGS}{name}"), text.to_owned()));
    entries.extend(named);
    ParquetWriter::new(columns, &entries, out)
}

fn pictures<E>(
    question: &Question,
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
) -> Result<ColumnValue, E> {
    let pictures = question.pictures.iter().map(|picture| bytes(picture.hash).map(Some));
    Ok(ColumnValue::Pictures(pictures.collect::<Result<_, E>>()?))
}

/// The benchmark's settings that a file has next to its schema.
pub(super) fn settings_of(file: &ParquetFile) -> BenchmarkSettings {
    BenchmarkSettings::from_named(|name| file.entry(&format!("{SETTINGS}{name}")))
}

fn text(text: &str) -> ColumnValue {
    ColumnValue::Text(text.to_owned())
}

fn optional(value: Option<&str>) -> ColumnValue {
    value.map_or(ColumnValue::Missing, text)
}

/// Hugging Face's description of the columns. A list is a `Sequence`: `datasets` knows the name
/// `List` only from version 4 on, and reads both.
fn features(columns: &[(String, ColumnKind)]) -> Value {
    let list = |feature: Value| json!({"feature": feature, "_type": "Sequence"});
    let string = || json!({"dtype": "string", "_type": "Value"});
    let feature = |kind: ColumnKind| match kind {
        ColumnKind::Pictures => list(json!({"_type": "Image"})),
        ColumnKind::Texts => list(string()),
        _ => string(),
    };
    let named = columns.iter().map(|(name, kind)| (name.clone(), feature(*kind)));
    json!({"info": {"features": named.collect::<serde_json::Map<_, _>>()}})
}
