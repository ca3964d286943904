//! Pictures that rows share: those that point at another row get its pictures, once all rows are known.

use std::collections::HashSet;

use super::columns::Columns;
use super::index::Indices;
use super::pictures::{IMAGE, IMAGE_PATH};
use super::row::SourceRow;
use crate::bad_rows::{BadRows, in_field};
use crate::error::{FormatError, RowProblem, shown};
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
    let resolved: Vec<Result<Vec<QuestionPicture>, RowProblem>> = rows
        .iter()
        .enumerate()
        .map(|(position, row)| pictures_of(position, row, rows, indices, &skipped))
        .collect();
    let column = [IMAGE, IMAGE_PATH].into_iter().find(|name| columns.position(name).is_some());
    let mut kept = Vec::with_capacity(rows.len());
    for (mut row, pictures) in rows.drain(..).zip(resolved) {
        match pictures {
            Ok(pictures) => {
                row.question.pictures = pictures;
                kept.push(row);
            }
            Err(problem) => {
                let refusal = in_field(column.unwrap_or(IMAGE), problem);
                bad.refuse(row.position, Some(row.index().to_owned()), refusal)?;
            }
        }
    }
    *rows = kept;
    Ok(true)
}

fn pictures_of(
    position: usize,
    row: &SourceRow,
    rows: &[SourceRow],
    indices: &Indices,
    skipped: &HashSet<String>,
) -> Result<Vec<QuestionPicture>, RowProblem> {
    let Some(index) = &row.points_at else {
        if row.question.pictures.is_empty() && row.missing.is_empty() {
            return Err(RowProblem::NoPicture);
        }
        return Ok(row.question.pictures.clone());
    };
    let found = shown(index);
    match indices.position(index) {
        Some(target) if target == position => Err(RowProblem::PointsAtItself { found }),
        Some(target) if !rows[target].missing.is_empty() => {
            Ok(rows[target].question.pictures.clone())
        }
        Some(target)
            if rows[target].points_at.is_some() || rows[target].question.pictures.is_empty() =>
        {
            Err(RowProblem::PointsAtNoPicture { found, target: rows[target].position.row })
        }
        Some(target) => Ok(rows[target].question.pictures.clone()),
        None if skipped.contains(indices.name(index).as_ref()) => {
            Err(RowProblem::PointsAtSkippedRow { found })
        }
        None => Err(RowProblem::PointsNowhere { found }),
    }
}
