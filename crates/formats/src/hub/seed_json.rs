//! SEED-Bench's document: the list of questions, and the names of its dimensions.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{CellValue, HubTable};
use crate::parquet_write::{ColumnKind, ColumnValue};
use assay_core::benchmark::ImageHash;
use assay_core::visible::Harmless;

/// Writes a table in SEED-Bench's layout as its JSON. `names` are those of the picture files; without
/// them the names of the source stay.
pub fn write_json(
    table: &HubTable<'_>,
    names: &BTreeMap<ImageHash, String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut dimensions = Map::new();
    let mut before = "{\"questions\": [\n";
    for row in &table.rows {
        let question = table.questions[row.question];
        let mut item = Map::new();
        for column in &table.columns {
            let CellValue::Of(value) = &column.value else { continue };
            let value = match value(question, row) {
                ColumnValue::Text(text) if column.feature.kind == ColumnKind::Integer => {
                    text.parse::<i64>().map_or(text.into(), Value::from)
                }
                ColumnValue::Text(text) => text.into(),
                ColumnValue::List(texts) => one_or_list(texts),
                ColumnValue::Missing | ColumnValue::Picture(_) => continue,
            };
            item.insert(column.feature.name.clone(), value);
        }
        if !names.is_empty() {
            let files = question.pictures.iter().filter_map(|picture| names.get(&picture.hash));
            let files = files.map(|name| Some(name.clone().into_bytes()));
            item.insert("data_id".into(), one_or_list(files.collect()));
        }
        if let (Some(category), Some(number)) = (&question.category, item.get("question_type_id")) {
            dimensions.entry(category.as_str()).or_insert_with(|| number.clone());
        }
        out.write_all(before.as_bytes())?;
        serde_json::to_writer(Harmless::json(&mut *out), &Value::Object(item))?;
        before = ",\n";
    }
    out.write_all(if table.rows.is_empty() { b"{\"questions\": [" } else { b"\n" })?;
    out.write_all(b"], \"question_type\": ")?;
    serde_json::to_writer(Harmless::json(&mut *out), &json!(dimensions))?;
    out.write_all(b"}\n")
}

/// SEED-Bench writes the name of a single picture as a text.
fn one_or_list(texts: Vec<Option<Vec<u8>>>) -> Value {
    let text = |bytes: Vec<u8>| Value::from(String::from_utf8_lossy(&bytes).into_owned());
    let mut texts: Vec<Value> = texts.into_iter().flatten().map(text).collect();
    if texts.len() == 1 { texts.remove(0) } else { texts.into() }
}
