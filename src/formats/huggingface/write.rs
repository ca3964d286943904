//! Writes questions as Parquet in the form of a Hugging Face data set, with everything that they have.
//!
//! Columns: `index`, `question`, `hint`, a column for each letter, `answer`, `category`, `l2-category`,
//! `split`, `source`, `comment` as texts, `passes` and `extra` as JSON in text, `picture_roles` as a list of
//! texts, `image` as a list of pictures. The features are named in the schema, so that `datasets` decodes
//! the pictures.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::benchmark::{ImageHash, Label, Question};
use crate::formats::json_lines::write::pass_list;
use crate::formats::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};

use super::records::ROLES;

/// Texts before the columns of the choices, and behind them.
const BEFORE: [&str; 3] = ["index", "question", "hint"];
const BEHIND: [&str; 8] =
    ["answer", "category", "l2-category", "split", "source", "comment", "passes", "extra"];

/// Writes the questions. `bytes` gives a picture's bytes.
pub fn write_parquet<E: From<io::Error>>(
    questions: &[&Question],
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    out: &mut dyn Write,
) -> Result<(), E> {
    let labels: BTreeSet<Label> = questions.iter().flat_map(|q| q.labels()).collect();
    let letters = labels.iter().map(ToString::to_string);
    let texts: Vec<String> = BEFORE
        .map(str::to_owned)
        .into_iter()
        .chain(letters)
        .chain(BEHIND.map(str::to_owned))
        .collect();
    let mut columns: Vec<(String, ColumnKind)> =
        texts.iter().map(|name| (name.clone(), ColumnKind::Text)).collect();
    columns.push((ROLES.to_owned(), ColumnKind::Texts));
    columns.push(("image".to_owned(), ColumnKind::Pictures));
    let entries = [("huggingface", features(&texts).to_string())];
    let mut writer = ParquetWriter::new(&columns, &entries, out)?;
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
        let mut pictures = Vec::with_capacity(question.pictures.len());
        for picture in &question.pictures {
            pictures.push(Some(bytes(picture.hash)?));
        }
        row.push(ColumnValue::Pictures(pictures));
        writer.row(row)?;
    }
    Ok(writer.finish()?)
}

fn text(text: &str) -> ColumnValue {
    ColumnValue::Text(text.to_owned())
}

fn optional(value: Option<&str>) -> ColumnValue {
    value.map_or(ColumnValue::Missing, text)
}

/// Hugging Face's description of the columns.
fn features(texts: &[String]) -> Value {
    let string = || json!({"dtype": "string", "_type": "Value"});
    let mut features: serde_json::Map<String, Value> =
        texts.iter().map(|name| (name.clone(), string())).collect();
    features.insert(ROLES.to_owned(), json!({"feature": string(), "_type": "List"}));
    features.insert("image".to_owned(), json!({"feature": {"_type": "Image"}, "_type": "List"}));
    json!({"info": {"features": features}})
}
