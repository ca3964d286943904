//! MMBench's rows: VLMEvalKit's table in Parquet. Each row becomes the cells that a table of text
//! would have, so that indices, passes and pictures follow the same rules; only pictures that are
//! bytes are passed on unchanged.

use parquet::record::Field;

use super::cells::Picture;
use super::{Shards, holds_pictures};
use crate::cell_buffer::CellBuffer;
use crate::error::FormatError;
use crate::json_fields;
use crate::nan_choices::NAN;
use crate::parquet_rows::fields::{scalar, value};
use crate::parquet_rows::schema::Column;
use crate::picture_file::folder_of;
use crate::python_list;
use crate::questions::{Input, QuestionFile};
use crate::vlmevalkit::TableRows;

/// Columns in which pandas prints a missing cell as `nan`, and lmms-eval takes it for missing.
const MAY_BE_NAN: [&str; 4] = ["hint", "comment", "source", "split"];

pub(super) fn read(
    mut shards: Shards<'_>,
    input: Input<'_, '_>,
) -> Result<QuestionFile, FormatError> {
    let mut cells = Cells::default();
    // Texts first, then the pictures of all columns, then the paths of those in files.
    for column in shards.columns.iter().filter(|column| !holds_pictures(column)) {
        cells.row.push(column.name.as_bytes());
    }
    cells.row.push(b"image");
    let is_paths = |column: &Column| column.name.eq_ignore_ascii_case("image_path");
    let has_paths = shards.columns.iter().any(is_paths);
    if !has_paths {
        cells.row.push(b"image_path");
    }
    let folder = folder_of(&input.files[0]);
    let mut rows = TableRows::new(Some(folder), &cells.row.record(), input)?;
    shards.describe_in(&mut rows.intake);
    while let Some(row) = shards.next_row(|file| rows.intake.begin_file(file))? {
        cells.row.clear();
        for (at, field) in &row.values {
            cells.push_value(&shards.columns[*at].name, field);
        }
        let (found, locations): (Vec<Picture>, Vec<_>) = row.pictures.into_iter().unzip();
        let bytes: Option<Vec<&[u8]>> = found.iter().map(Picture::as_bytes).collect();
        match bytes {
            Some(_) => cells.row.push(b""),
            None => cells.push_pictures(&found),
        }
        if !has_paths {
            cells.push_paths(&found);
        }
        let has_lists = found.iter().any(is_list_in_text);
        let locations = locations.into_iter().flatten().filter(|_| !has_lists);
        rows.take(&cells.row.record(), &bytes.unwrap_or_default(), locations)?;
        rows.intake.progress(shards.bytes_read());
    }
    rows.finish()
}

/// A text with several pictures, which is not a single value.
fn is_list_in_text(picture: &Picture) -> bool {
    matches!(picture, Picture::Text(text) if python_list::looks_like_a_list(text.trim().as_bytes()))
}

/// The cells of one row.
#[derive(Default)]
struct Cells {
    row: CellBuffer,
    base64: String,
}

impl Cells {
    fn push_value(&mut self, name: &str, field: &Field) {
        let text = match (scalar(field), value(field)) {
            (Some(scalar), _) => json_fields::scalar(&scalar).unwrap_or_default(),
            (None, Some(list)) => list.to_string(),
            (None, None) => String::new(),
        };
        let is_missing = text == NAN && MAY_BE_NAN.contains(&name.to_lowercase().as_str());
        self.row.push(if is_missing { b"" } else { text.as_bytes() });
    }

    /// A Python list, as VLMEvalKit's tables have it: a single short one would be taken for an index.
    fn push_pictures(&mut self, pictures: &[Picture]) {
        let base64 = &mut self.base64;
        self.row.push_with(|cell| {
            let begin = cell.len();
            // The index of another row, base64, or a list of base64.
            if let [Picture::Text(text)] = pictures {
                cell.extend_from_slice(text.as_bytes());
                return;
            }
            for picture in pictures {
                let text = match picture {
                    Picture::Bytes(bytes) => {
                        base64.clear();
                        base64_simd::STANDARD.encode_append(bytes.data(), base64);
                        &*base64
                    }
                    Picture::Text(text) => text,
                    Picture::File(_) => continue,
                };
                let before: &[u8] = if cell.len() == begin { b"['" } else { b"', '" };
                cell.extend_from_slice(before);
                cell.extend_from_slice(text.as_bytes());
            }
            if cell[begin..].starts_with(b"['") {
                cell.extend_from_slice(b"']");
            }
        });
    }

    fn push_paths(&mut self, pictures: &[Picture]) {
        let paths: Vec<&str> = pictures
            .iter()
            .filter_map(|picture| match picture {
                Picture::File(path) => Some(path.as_str()),
                Picture::Bytes(_) | Picture::Text(_) => None,
            })
            .collect();
        match paths.as_slice() {
            [] => self.row.push(b""),
            [only] => self.row.push(only.as_bytes()),
            several => self.row.push(python_list::literal(several).as_bytes()),
        }
    }
}
