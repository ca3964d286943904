//! MMBench's rows: VLMEvalKit's table in Parquet. Each row becomes the cells that a table of text
//! would have, so that indices, passes and pictures follow the same rules; only pictures that are
//! bytes are passed on unchanged.

use std::borrow::Cow;

use parquet::record::Field;

use super::{Picture, Shards, holds_pictures};
use crate::error::FormatError;
use crate::json_fields;
use crate::nan_choices::NAN;
use crate::parquet_rows::fields::{scalar, value};
use crate::parquet_rows::schema::Column;
use crate::python_list;
use crate::questions::intake::Intake;
use crate::questions::{Input, QuestionFile};
use crate::records::CellBuffer;
use crate::vlmevalkit::TableRows;

/// Columns in which pandas prints a missing cell as `nan`, and lmms-eval takes it for missing.
const MAY_BE_NAN: [&str; 4] = ["hint", "comment", "source", "split"];

pub(super) fn read(
    mut shards: Shards<'_>,
    input: Input<'_, '_>,
) -> Result<QuestionFile, FormatError> {
    let mut cells = CellBuffer::default();
    // Texts first, then the pictures of all columns, then the paths of those in files.
    for column in shards.columns.iter().filter(|column| !holds_pictures(column)) {
        cells.push(column.name.as_bytes());
    }
    cells.push(b"image");
    let is_paths = |column: &Column| column.name.eq_ignore_ascii_case("image_path");
    let has_paths = shards.columns.iter().any(is_paths);
    if !has_paths {
        cells.push(b"image_path");
    }
    let mut rows = TableRows::new(&cells.record(), None, Intake::new(input)?)?;
    shards.describe_in(&mut rows.intake);
    while let Some(row) = shards.next_row(&mut rows.intake.bad.file)? {
        cells.clear();
        for (at, field) in &row.values {
            cells.push(value_text(&shards.columns[*at].name, field).as_bytes());
        }
        let given = row.pictures.into_iter().map(|(_, given)| given);
        let (found, locations): (Vec<Picture>, Vec<_>) = given.unzip();
        let bytes: Option<Vec<&[u8]>> = found.iter().map(Picture::as_bytes).collect();
        match bytes {
            Some(_) => cells.push(b""),
            None => cells.push(pictures_text(&found).as_bytes()),
        }
        if !has_paths {
            cells.push(paths_text(&found).as_bytes());
        }
        let has_lists = found.iter().any(is_list_in_text);
        let locations = locations.into_iter().flatten().filter(|_| !has_lists);
        rows.take(&cells.record(), &bytes.unwrap_or_default(), locations)?;
        (rows.intake.sink.progress)(shards.bytes_read());
    }
    rows.finish()
}

/// A text with several pictures, which is not a single value.
fn is_list_in_text(picture: &Picture) -> bool {
    matches!(picture, Picture::Text(text) if python_list::looks_like_a_list(text.trim().as_bytes()))
}

/// A value as a table has it.
fn value_text(name: &str, field: &Field) -> String {
    let text = match (scalar(field), value(field)) {
        (Some(scalar), _) => json_fields::scalar(&scalar).unwrap_or_default(),
        (None, list) => list.map(|list| list.to_string()).unwrap_or_default(),
    };
    let is_missing = text == NAN && MAY_BE_NAN.contains(&name.to_lowercase().as_str());
    if is_missing { String::new() } else { text }
}

/// The index of another row, base64, or a Python list of base64, as VLMEvalKit's tables have it: a single
/// short picture would be taken for an index.
fn pictures_text(pictures: &[Picture]) -> Cow<'_, str> {
    if let [Picture::Text(text)] = pictures {
        return text.into();
    }
    let text = |picture: &Picture| match picture {
        Picture::Bytes(bytes) => Some(base64_simd::STANDARD.encode_to_string(bytes.data())),
        Picture::Text(text) => Some(text.clone()),
        Picture::File(_) => None,
    };
    let texts: Vec<String> = pictures.iter().filter_map(text).collect();
    if texts.is_empty() { "".into() } else { python_list::literal(&texts).into() }
}

fn paths_text(pictures: &[Picture]) -> String {
    let path = |picture: &Picture| match picture {
        Picture::File(path) => Some(path.clone()),
        Picture::Bytes(_) | Picture::Text(_) => None,
    };
    let mut paths: Vec<String> = pictures.iter().filter_map(path).collect();
    match paths.len() {
        0 | 1 => paths.pop().unwrap_or_default(),
        _ => python_list::literal(&paths),
    }
}
