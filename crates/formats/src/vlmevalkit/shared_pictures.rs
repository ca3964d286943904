//! Pictures that rows share: those that point at another row get its pictures, once all rows are known.

use std::collections::HashSet;

use super::columns::Columns;
use super::index::Indices;
use super::pictures::{IMAGE, IMAGE_PATH};
use super::row::{SourceRow, keep_good};
use crate::bad_rows::{BadRows, Refusal, in_field};
use crate::error::{FormatError, shown};
use assay_core::benchmark::QuestionPicture;

/// Gives rows that point at another row the pictures of that row: one hop, forward or back. Returns
/// whether the file has any pictures; if it has, a row without one is bad.
pub(super) fn resolve(
    rows: &mut Vec<SourceRow>,
    columns: &Columns,
    indices: &Indices,
    bad: &mut BadRows,
) -> Result<bool, FormatError> {
    let has_pictures = rows.iter().any(|row| {
        !row.question.pictures.is_empty() || row.points_at.is_some() || !row.missing.is_empty()
    });
    if !has_pictures {
        return Ok(false);
    }
    let skipped: HashSet<String> =
        bad.skipped_indices().map(|(index, _)| indices.name(index).into_owned()).collect();
    let column = [IMAGE, IMAGE_PATH].into_iter().find(|name| columns.position(name).is_some());
    let resolved: Vec<Result<Vec<QuestionPicture>, Refusal>> = (0..rows.len())
        .map(|position| {
            pictures_of(position, rows, indices, &skipped)
                .map_err(|problem| in_field(column.unwrap_or(IMAGE), problem))
        })
        .collect();
    let mut resolved = resolved.into_iter();
    keep_good(rows, bad, |row| {
        row.question.pictures = resolved.next().unwrap_or_else(|| Ok(Vec::new()))?;
        Ok(())
    })?;
    Ok(true)
}

fn pictures_of(
    position: usize,
    rows: &[SourceRow],
    indices: &Indices,
    skipped: &HashSet<String>,
) -> Result<Vec<QuestionPicture>, String> {
    let row = &rows[position];
    let Some(index) = &row.points_at else {
        if row.question.pictures.is_empty() && row.missing.is_empty() {
            let problem = "the row has no picture, but other rows have one (VLMEvalKit drops such \
                           rows); fill the cell, or take the row out";
            return Err(problem.to_owned());
        }
        return Ok(row.question.pictures.clone());
    };
    let found = shown(index);
    let Some(target) = indices.position(index) else {
        return Err(match skipped.contains(indices.name(index).as_ref()) {
            true => format!("found {found}, but that row was skipped"),
            false => format!(
                "found {found}, which is neither a picture in base64 nor the index of another row; \
                 paths of picture files belong in a column image_path"
            ),
        });
    };
    if target == position {
        let expected = "a picture or the index of another row";
        return Err(format!("found {found}, the row's own index; expected {expected}"));
    }
    let target = &rows[target];
    let has_pictures = target.points_at.is_none() && !target.question.pictures.is_empty();
    if target.missing.is_empty() && !has_pictures {
        return Err(format!(
            "found {found}, but that row (row {}) has no picture of its own; point at the row that has it",
            target.position.row
        ));
    }
    Ok(target.question.pictures.clone())
}
