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
use crate::json_lines::SHORT_ANSWER;
use crate::parquet_rows::ParquetFile;
use crate::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use crate::vlmevalkit::write::rows::{FileRow, first_rows};
use crate::vlmevalkit::write::{Column, text_columns};
use assay_core::benchmark::{ImageHash, Label, Question};

use super::records::ROLES;

/// The prefix of the names of the benchmark's settings in the metadata next to the schema.
const SETTINGS: &str = "assay.";

/// Writes the questions, and the settings of their benchmark next to the schema. `bytes` gives a
/// picture's bytes.
pub fn write_parquet<E: From<io::Error>>(
    settings: &BenchmarkSettings,
    questions: &[&Question],
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    out: &mut (dyn Write + Send),
) -> Result<(), E> {
    let labels: BTreeSet<Label> = questions.iter().flat_map(|q| q.labels()).collect();
    let texts = text_columns(labels.into_iter());
    let names = texts.iter().map(|column| column.name().into_owned());
    let names = names.chain(["passes", "extra"].map(str::to_owned));
    let has_short = questions.iter().any(|question| question.short.is_some());
    let names = names.chain(has_short.then(|| SHORT_ANSWER.to_owned()));
    let mut columns: Vec<(String, ColumnKind)> =
        names.map(|name| (name, ColumnKind::Text)).collect();
    columns.push((ROLES.to_owned(), ColumnKind::Texts));
    columns.push(("image".to_owned(), ColumnKind::Pictures));
    let mut writer = writer(&columns, settings, out)?;
    for row in &first_rows(questions) {
        let question = questions[row.question];
        let mut values: Vec<ColumnValue> =
            texts.iter().map(|column| column.cell(question, row).to_column_value()).collect();
        values.push(ColumnValue::Text(json!(question.passes).to_string()));
        values.push(match question.extra.is_empty() {
            true => ColumnValue::Missing,
            false => ColumnValue::Text(Value::Object(question.extra.clone()).to_string()),
        });
        if has_short {
            let short = question.short.as_ref();
            values.push(match short {
                Some(short) => ColumnValue::Text(json!(short).to_string()),
                None => ColumnValue::Missing,
            });
        }
        let roles = question.pictures.iter().map(|picture| picture.role.to_string().into_bytes());
        values.push(ColumnValue::List(roles.map(Some).collect()));
        values.push(pictures(question, bytes)?);
        writer.row(values)?;
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
    out: &mut (dyn Write + Send),
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
        let value = |column: &Column| match column {
            Column::Image => pictures(question, bytes),
            column => Ok(column.cell(question, row).to_column_value()),
        };
        writer.row(columns.iter().map(value).collect::<Result<_, E>>()?)?;
    }
    Ok(writer.finish()?)
}

fn writer<'a>(
    columns: &[(String, ColumnKind)],
    settings: &BenchmarkSettings,
    out: &'a mut (dyn Write + Send),
) -> io::Result<ParquetWriter<&'a mut (dyn Write + Send)>> {
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
    Ok(ColumnValue::List(pictures.collect::<Result<_, E>>()?))
}

/// The benchmark's settings that a file has next to its schema.
pub(super) fn settings_of(file: &ParquetFile) -> BenchmarkSettings {
    BenchmarkSettings::from_named(|name| file.entry(&format!("{SETTINGS}{name}")))
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
