//! The pictures of rows: taken in while reading, shared between rows when all are known.
//!
//! A picture's bytes are decoded into one buffer that is used again for every row; only the hash
//! that [`KeepPicture`] returns is kept.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use super::bad_rows::{BadRows, Fault};
use super::columns::Columns;
use super::index::Indices;
use super::row::SourceRow;
use crate::benchmark::ImageHash;
use crate::formats::error::{FormatError, RowProblem, shown};
use crate::formats::image_cell::{
    ImageCell, decode_picture, is_missing_to_pandas, picture_kind, read_image_cell,
};
use crate::formats::picture_file::PictureFolder;
use crate::formats::records::Record;
use crate::formats::warning::Warnings;
use crate::formats::{picture_header, python_list};

/// Keeps a picture's bytes and returns their hash.
pub type KeepPicture<'a> =
    dyn FnMut(&[u8]) -> Result<ImageHash, Box<dyn std::error::Error + Send + Sync>> + 'a;

/// Why a row's pictures were not taken in.
pub(super) enum Refused {
    /// The row is bad.
    Row(Fault),
    /// The file cannot be read further.
    File(FormatError),
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Refused::Row(fault)
    }
}

/// Decodes the pictures of rows and passes them to [`KeepPicture`].
pub(super) struct PictureIntake<'a> {
    file: &'a Path,
    folder: Option<PictureFolder>,
    keep: &'a mut KeepPicture<'a>,
    bytes: Vec<u8>,
}

impl<'a> PictureIntake<'a> {
    pub fn new(
        file: &'a Path,
        folder: Option<PictureFolder>,
        keep: &'a mut KeepPicture<'_>,
    ) -> Self {
        PictureIntake { file, folder, keep, bytes: Vec::new() }
    }

    /// Takes in the pictures of a row: those in its cell, else those that `image_path` names. A cell
    /// that names another row is only noted.
    pub fn take(
        &mut self,
        record: &Record<'_>,
        columns: &Columns,
        row: &mut SourceRow,
        warnings: &mut Warnings,
    ) -> Result<(), Refused> {
        let paths = columns.image_path.map(|column| (column, text_of(record, column)));
        let paths = paths.as_ref().map(|(column, text)| (*column, text.as_ref()));
        let Some(column) = columns.image else { return self.take_files(paths, row, warnings) };
        let text = text_of(record, column);
        let bad_list = |problem| RowProblem::BadList { found: shown(&text), problem };
        match read_image_cell(&text).map_err(|error| Fault::in_column(column, bad_list(error)))? {
            ImageCell::Empty => self.take_files(paths, row, warnings),
            ImageCell::Pointer(index) => {
                row.points_at = Some(index.to_owned());
                Ok(())
            }
            ImageCell::Pictures(pictures) => {
                check_count(pictures.len(), paths)?;
                for picture in &pictures {
                    self.take_base64(picture, column, row, warnings)?;
                }
                Ok(())
            }
        }
    }

    fn take_base64(
        &mut self,
        text: &str,
        column: usize,
        row: &mut SourceRow,
        warnings: &mut Warnings,
    ) -> Result<(), Refused> {
        let picture = decode_picture(text, &mut self.bytes).map_err(|problem| {
            Fault::in_column(column, RowProblem::BadBase64 { found: shown(text), problem })
        })?;
        if picture.had_data_prefix {
            let sentence = "a picture had the prefix “data:”, which was left out";
            warnings.note_row(sentence, row.row);
        }
        self.keep(row, warnings)
    }

    fn take_files(
        &mut self,
        paths: Option<(usize, &str)>,
        row: &mut SourceRow,
        warnings: &mut Warnings,
    ) -> Result<(), Refused> {
        let Some((column, text)) = paths else { return Ok(()) };
        for path in path_list(column, text)? {
            let found = shown(&path);
            let Some(folder) = &self.folder else {
                let problem = RowProblem::NoPictureFolder { found };
                return Err(Fault::in_column(column, problem).into());
            };
            folder.read(&path, &mut self.bytes).map_err(|problem| {
                Fault::in_column(column, RowProblem::BadPictureFile { found, problem })
            })?;
            self.keep(row, warnings)?;
        }
        Ok(())
    }

    fn keep(&mut self, row: &mut SourceRow, warnings: &mut Warnings) -> Result<(), Refused> {
        if picture_kind(&self.bytes).is_none() {
            let sentence =
                "a picture is none of JPEG, PNG, GIF, WebP and BMP; it was kept as it is";
            warnings.note_row(sentence, row.row);
        } else if let Some(flaw) = picture_header::flaw(&self.bytes) {
            warnings.note_row(flaw, row.row);
        }
        let kept = (self.keep)(&self.bytes);
        let hash = kept.map_err(|source| {
            Refused::File(FormatError::PictureNotKept { file: self.file.to_owned(), source })
        })?;
        row.pictures.push(hash);
        Ok(())
    }
}

/// Gives rows that point at another row the pictures of that row: one hop, forward or back. Returns
/// whether the file has pictures at all; if it has, a row without one is bad.
pub(super) fn resolve(
    rows: &mut Vec<SourceRow>,
    columns: &Columns,
    indices: &Indices,
    bad: &mut BadRows,
) -> Result<bool, FormatError> {
    let has_pictures = rows.iter().any(|row| !row.pictures.is_empty() || row.points_at.is_some());
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
                bad.refuse(row.row, row.line, Some(row.index), fault.named(columns))?;
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
        let own = Some(row.pictures.clone()).filter(|pictures| !pictures.is_empty());
        return own.ok_or(RowProblem::NoPicture);
    };
    let found = shown(index);
    match indices.position(index) {
        Some(target) if target == position => Err(RowProblem::PointsAtItself { found }),
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

/// Where a row has both columns, paths are only the names of the pictures: one for each.
fn check_count(pictures: usize, paths: Option<(usize, &str)>) -> Result<(), Fault> {
    let Some((column, text)) = paths else { return Ok(()) };
    let paths = path_list(column, text)?.len();
    if paths == 0 || paths == pictures {
        return Ok(());
    }
    Err(Fault::in_column(column, RowProblem::PicturesAndPathsDiffer { pictures, paths }))
}
