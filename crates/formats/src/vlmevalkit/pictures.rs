//! The pictures of rows: taken in while reading, shared between rows once all are known.
//!
//! Decoding and storing a picture's bytes is in [`crate::questions::picture_intake`].

use std::borrow::Cow;
use std::collections::HashSet;

use super::columns::Columns;
use super::index::Indices;
use super::row::{Cells, SourceRow};
use crate::bad_rows::{BadRows, Refusal, in_field};
use crate::error::{FormatError, RowProblem, shown};
use crate::image_cell::{ImageCell, is_missing_to_pandas, read_image_cell};
use crate::python_list;
use crate::questions::intake::Intake;
use assay_core::benchmark::{ImageHash, PictureRole, QuestionPicture};

const IMAGE: &str = "image";
const IMAGE_PATH: &str = "image_path";

/// Takes in the pictures of a row: those in its cell, else those that `image_path` names. A cell that
/// names another row is only returned, as the second value.
pub(super) fn take(
    cells: &Cells<'_>,
    intake: &mut Intake<'_>,
) -> Result<(Vec<QuestionPicture>, Option<String>), Refusal> {
    let text = text_of(cells, IMAGE).unwrap_or_default();
    let bad_list = |problem| RowProblem::BadList { found: shown(&text), problem };
    match read_image_cell(&text).map_err(|error| in_field(IMAGE, bad_list(error)))? {
        ImageCell::Empty => Ok((take_files(cells, intake)?, None)),
        ImageCell::Pointer(index) => Ok((Vec::new(), Some(index.to_owned()))),
        ImageCell::Pictures(pictures) => {
            check_count(pictures.len(), cells)?;
            let picture = |picture: &Cow<'_, str>| {
                if picture.starts_with("data:") {
                    intake.note("a picture had the prefix “data:”, which was left out");
                }
                intake.base64(IMAGE, picture).map(of_stem)
            };
            Ok((pictures.iter().map(picture).collect::<Result<_, _>>()?, None))
        }
    }
}

/// Takes in pictures that are not in a cell. If the row has paths too, they are only the names.
pub(super) fn take_given(
    cells: &Cells<'_>,
    given: &[&[u8]],
    intake: &mut Intake<'_>,
) -> Result<Vec<QuestionPicture>, Refusal> {
    check_count(given.len(), cells)?;
    given.iter().map(|bytes| intake.bytes(IMAGE, bytes).map(of_stem)).collect()
}

fn take_files(cells: &Cells<'_>, intake: &mut Intake<'_>) -> Result<Vec<QuestionPicture>, Refusal> {
    let Some(text) = text_of(cells, IMAGE_PATH) else { return Ok(Vec::new()) };
    let mut pictures = Vec::new();
    for path in path_list(&text)? {
        let kept = intake.picture_file(IMAGE_PATH, &path, &[path.clone().into_owned()])?;
        pictures.extend(kept.map(of_stem));
    }
    Ok(pictures)
}

fn of_stem(hash: ImageHash) -> QuestionPicture {
    QuestionPicture { hash, role: PictureRole::Stem }
}

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

/// The text of a cell. Bytes that are not UTF-8 become characters that base64 does not have, so that
/// decoding ends in an error that shows them.
fn text_of<'a>(cells: &Cells<'a>, name: &str) -> Option<Cow<'a, str>> {
    let column = cells.columns.position(name)?;
    Some(String::from_utf8_lossy(cells.record.cell(column)))
}

fn path_list(text: &str) -> Result<Vec<Cow<'_, str>>, Refusal> {
    let text = text.trim();
    if is_missing_to_pandas(text) {
        return Ok(Vec::new());
    }
    if !python_list::looks_like_a_list(text.as_bytes()) {
        return Ok(vec![Cow::Borrowed(text)]);
    }
    python_list::parse(text).map_err(|problem| {
        in_field(IMAGE_PATH, RowProblem::BadList { found: shown(text), problem })
    })
}

/// If a row has both columns, paths are only the names of the pictures: one for each.
fn check_count(pictures: usize, cells: &Cells<'_>) -> Result<(), Refusal> {
    let paths = text_of(cells, IMAGE_PATH).unwrap_or_default();
    match path_list(&paths)?.len() {
        paths if paths == 0 || paths == pictures => Ok(()),
        paths => Err(in_field(IMAGE_PATH, RowProblem::PicturesAndPathsDiffer { pictures, paths })),
    }
}
