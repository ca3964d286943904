//! The pictures of a row, taken in while it is read. What rows share is in `shared_pictures`.
//!
//! Decoding and storing a picture's bytes is in [`crate::questions::intake`].

use std::borrow::Cow;

use super::columns::Cells;
use crate::bad_rows::{Refusal, in_field};
use crate::image_cell::{ImageCell, is_missing_to_pandas, read_image_cell};
use crate::python_list::{self, bad_list};
use crate::questions::intake::{Intake, is_web_address};
use assay_core::benchmark::{ImageHash, PictureRole, QuestionPicture};

pub(super) const IMAGE: &str = "image";
pub(super) const IMAGE_PATH: &str = "image_path";

/// Takes in the pictures of a row: those in its cell, else those that `image_path` names. A cell that
/// names another row is only returned, as the second value.
pub(super) fn take(
    cells: &Cells<'_>,
    intake: &mut Intake<'_>,
) -> Result<(Vec<QuestionPicture>, Option<String>), Refusal> {
    let text = text_of(cells, IMAGE).unwrap_or_default();
    if is_web_address(text.trim_start_matches(['[', '\'', '"', ' '])) {
        return Ok((take_paths(IMAGE, &text, intake)?, None));
    }
    let bad_list = |problem: String| in_field(IMAGE, bad_list(&text, &problem));
    match read_image_cell(&text).map_err(bad_list)? {
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
    match text_of(cells, IMAGE_PATH) {
        Some(text) => take_paths(IMAGE_PATH, &text, intake),
        None => Ok(Vec::new()),
    }
}

/// Takes in the files, or the pictures on the web, that a cell names.
fn take_paths(
    column: &str,
    text: &str,
    intake: &mut Intake<'_>,
) -> Result<Vec<QuestionPicture>, Refusal> {
    let picture = |path: Cow<'_, str>| {
        intake
            .picture_file(column, &path, &[path.clone().into_owned()])
            .map(|kept| kept.map(of_stem))
    };
    path_list(text)?.into_iter().map(picture).filter_map(Result::transpose).collect()
}

fn of_stem(hash: ImageHash) -> QuestionPicture {
    QuestionPicture { hash, role: PictureRole::Stem }
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
    python_list::parse(text).map_err(|problem| in_field(IMAGE_PATH, bad_list(text, &problem)))
}

/// If a row has both columns, paths are only the names of the pictures: one for each.
fn check_count(pictures: usize, cells: &Cells<'_>) -> Result<(), Refusal> {
    let paths = text_of(cells, IMAGE_PATH).unwrap_or_default();
    match path_list(&paths)?.len() {
        paths if paths == 0 || paths == pictures => Ok(()),
        paths => {
            let problem = format!(
                "image holds {pictures} pictures, image_path names {paths}; they go together by position"
            );
            Err(in_field(IMAGE_PATH, problem))
        }
    }
}
