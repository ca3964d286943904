//! The pictures of rows: taken in while reading, shared between rows once all are known.
//!
//! Decoding and storing a picture's bytes is in [`crate::questions::picture_intake`].

use std::borrow::Cow;
use std::collections::HashSet;

use super::GivenPicture;
use super::columns::Columns;
use super::index::Indices;
use super::row::SourceRow;
use crate::bad_rows::{BadRows, Fault, Refused};
use crate::error::{FormatError, RowProblem, shown};
use crate::image_cell::{ImageCell, is_missing_to_pandas, read_image_cell};
use crate::python_list;
use crate::questions::picture_intake::PictureIntake;
use crate::records::Record;
use crate::warning::Warnings;
use assay_core::benchmark::ImageHash;

/// Takes in the pictures of a row: those in its cell, else those that `image_path` names. A cell that
/// names another row is only noted.
pub(super) fn take(
    intake: &mut PictureIntake<'_>,
    record: &Record<'_>,
    columns: &Columns,
    row: &mut SourceRow,
    warnings: &mut Warnings,
) -> Result<(), Refused> {
    let paths = columns.image_path.map(|column| (column, text_of(record, column)));
    let paths = paths.as_ref().map(|(column, text)| (*column, text.as_ref()));
    let Some(column) = columns.image else { return take_files(intake, paths, row, warnings) };
    let text = text_of(record, column);
    let bad_list = |problem| RowProblem::BadList { found: shown(&text), problem };
    match read_image_cell(&text).map_err(|error| Fault::in_column(column, bad_list(error)))? {
        ImageCell::Empty => take_files(intake, paths, row, warnings),
        ImageCell::Pointer(index) => {
            row.points_at = Some(index.to_owned());
            Ok(())
        }
        ImageCell::Pictures(pictures) => {
            check_count(pictures.len(), paths)?;
            for picture in &pictures {
                if picture.starts_with("data:") {
                    let sentence = "a picture had the prefix “data:”, which was left out";
                    warnings.note_row(sentence, row.row);
                }
                let kept = intake.base64(picture, row.row, warnings);
                row.pictures.push(kept.map_err(|refused| refused.in_column(column))?);
            }
            Ok(())
        }
    }
}

/// Takes in pictures that are not in a cell. If the row has paths too, they are only the names.
pub(super) fn take_given(
    intake: &mut PictureIntake<'_>,
    record: &Record<'_>,
    columns: &Columns,
    given: &[GivenPicture<'_>],
    row: &mut SourceRow,
    warnings: &mut Warnings,
) -> Result<(), Refused> {
    let paths = columns.image_path.map(|column| (column, text_of(record, column)));
    check_count(given.len(), paths.as_ref().map(|(column, text)| (*column, text.as_ref())))?;
    for picture in given {
        let kept = intake.bytes(picture.bytes, row.row, warnings);
        row.pictures.push(kept.map_err(|refused| refused.in_column(columns.image.unwrap_or(0)))?);
    }
    Ok(())
}

fn take_files(
    intake: &mut PictureIntake<'_>,
    paths: Option<(usize, &str)>,
    row: &mut SourceRow,
    warnings: &mut Warnings,
) -> Result<(), Refused> {
    let Some((column, text)) = paths else { return Ok(()) };
    for path in path_list(column, text)? {
        let kept = intake.file(&path, &[path.clone().into_owned()], row.row, warnings);
        match kept.map_err(|refused| refused.in_column(column))? {
            Some(hash) => row.pictures.push(hash),
            None => row.missing.push(path.into_owned()),
        }
    }
    Ok(())
}

/// Gives rows that point at another row the pictures of that row: one hop, forward or back. Returns
/// whether the file has any pictures; if it has, a row without one is bad.
pub(super) fn resolve(
    rows: &mut Vec<SourceRow>,
    columns: &Columns,
    indices: &Indices,
    bad: &mut BadRows,
) -> Result<bool, FormatError> {
    let has_pictures = rows
        .iter()
        .any(|row| !row.pictures.is_empty() || row.points_at.is_some() || !row.missing.is_empty());
    if !has_pictures {
        return Ok(false);
    }
    let skipped: HashSet<String> =
        bad.skipped_indices().map(|(index, _)| indices.name(index).into_owned()).collect();
    let resolved: Vec<Result<Vec<ImageHash>, RowProblem>> = rows
        .iter()
        .enumerate()
        .map(|(position, row)| pictures_of(position, row, rows, indices, &skipped))
        .collect();
    let column = columns.image.or(columns.image_path);
    let mut kept = Vec::with_capacity(rows.len());
    for (mut row, pictures) in rows.drain(..).zip(resolved) {
        match pictures {
            Ok(pictures) => {
                row.pictures = pictures;
                kept.push(row);
            }
            Err(problem) => {
                let fault = Fault { column, problem };
                bad.refuse(row.row, row.line, Some(row.index), fault.named(|at| columns.name(at)))?;
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
) -> Result<Vec<ImageHash>, RowProblem> {
    let Some(index) = &row.points_at else {
        if row.pictures.is_empty() && row.missing.is_empty() {
            return Err(RowProblem::NoPicture);
        }
        return Ok(row.pictures.clone());
    };
    let found = shown(index);
    match indices.position(index) {
        Some(target) if target == position => Err(RowProblem::PointsAtItself { found }),
        Some(target) if !rows[target].missing.is_empty() => Ok(rows[target].pictures.clone()),
        Some(target) if rows[target].points_at.is_some() || rows[target].pictures.is_empty() => {
            Err(RowProblem::PointsAtNoPicture { found, target: rows[target].row })
        }
        Some(target) => Ok(rows[target].pictures.clone()),
        None if skipped.contains(indices.name(index).as_ref()) => {
            Err(RowProblem::PointsAtSkippedRow { found })
        }
        None => Err(RowProblem::PointsNowhere { found }),
    }
}

/// The text of a cell. Bytes that are not UTF-8 become characters that base64 does not have, so that
/// decoding ends in an error that shows them.
fn text_of<'a>(record: &Record<'a>, column: usize) -> Cow<'a, str> {
    String::from_utf8_lossy(record.cell(column))
}

fn path_list(column: usize, text: &str) -> Result<Vec<Cow<'_, str>>, Fault> {
    let text = text.trim();
    if is_missing_to_pandas(text) {
        return Ok(Vec::new());
    }
    if !python_list::looks_like_a_list(text.as_bytes()) {
        return Ok(vec![Cow::Borrowed(text)]);
    }
    python_list::parse(text).map_err(|problem| {
        Fault::in_column(column, RowProblem::BadList { found: shown(text), problem })
    })
}

/// If a row has both columns, paths are only the names of the pictures: one for each.
fn check_count(pictures: usize, paths: Option<(usize, &str)>) -> Result<(), Fault> {
    let Some((column, text)) = paths else { return Ok(()) };
    let paths = path_list(column, text)?.len();
    if paths == 0 || paths == pictures {
        return Ok(());
    }
    Err(Fault::in_column(column, RowProblem::PicturesAndPathsDiffer { pictures, paths }))
}
