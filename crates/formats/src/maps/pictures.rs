//! The pictures of a row, and the marks of pictures in a question's texts.

use std::collections::{BTreeSet, HashMap};

use super::rows::Row;
use super::{FieldMap, Part, Place, values};
use crate::bad_rows::Refusal;
use crate::huggingface::records::take as take_given;
use crate::json_fields::{Fields, key_text, scalar};
use crate::json_lines::pictures::take_value;
use crate::questions::intake::Intake;
use assay_core::benchmark::picture_marks::{pictures_marked, with_marks_numbered};
use assay_core::benchmark::{PictureRole, Question, QuestionPicture};

/// The longest name of another row whose pictures are shared.
const LONGEST_NAME: usize = 256;

/// Takes in the pictures of a row. `known` are those of earlier rows, which it may share by naming one.
pub(super) fn take(
    map: &FieldMap,
    known: &HashMap<String, Vec<QuestionPicture>>,
    (row, fields): (&Row, &Fields),
    intake: &mut Intake<'_>,
) -> Result<Vec<QuestionPicture>, Refusal> {
    let Some(place) = map.place(Part::Image) else { return Ok(Vec::new()) };
    let stem = |hash| QuestionPicture { hash, role: PictureRole::Stem };
    for (at, found) in place.places.iter().enumerate() {
        let given = row.pictures.iter().filter(|(name, _)| found.is_column(name));
        let mut given: Vec<_> = given.collect();
        if !given.is_empty() {
            given.sort_by_key(|(name, _)| (name.len(), name.as_str()));
            let hashes = given.into_iter().map(|(name, picture)| take_given(name, picture, intake));
            let hashes = hashes.collect::<Result<Vec<_>, _>>()?;
            return Ok(hashes.into_iter().flatten().map(stem).collect());
        }
        let several = found.columns(fields);
        if matches!(found, Place::Numbered(_)) && !several.is_empty() {
            let taken = several.iter().map(|(name, value)| take_value(name, value, &[], intake));
            return Ok(taken.collect::<Result<Vec<_>, _>>()?.concat());
        }
        let value = found.value(fields).filter(|(_, value)| !values::is_missing(value));
        let Some((column, value)) = value else { continue };
        let is_name = value.as_str().is_none_or(|text| text.len() <= LONGEST_NAME);
        let name = is_name.then(|| key_text(&value)).flatten();
        if let Some(shared) = name.and_then(|name| known.get(&name)) {
            return Ok(shared.clone());
        }
        // The paths of further places are where the file may be as well.
        let others = place.places[at + 1..].iter().filter_map(|place| place.value(fields));
        let others: Vec<String> = others.filter_map(|(_, value)| scalar(&value)).collect();
        return take_value(&column, &value, &others, intake);
    }
    Ok(Vec::new())
}

/// Gives marks with a number, such as `<image 3>`, the number of that picture among those that are there, and notes
/// where there are too few.
pub(super) fn check_marks(
    question: &mut Question,
    map: &FieldMap,
    row: (&Row, &Fields),
    intake: &mut Intake<'_>,
) {
    let texts = question.choices.iter_mut().map(|choice| &mut choice.text);
    let mut texts: Vec<&mut String> = texts.chain([&mut question.stem]).collect();
    if let Some(there) = numbers_with_gap(map, row) {
        let number = |marked| there.iter().position(|it| *it == marked).unwrap_or(there.len()) + 1;
        let mut is_changed = false;
        for text in &mut texts {
            let renumbered = with_marks_numbered(text, number);
            is_changed |= **text != renumbered;
            **text = renumbered;
        }
        if is_changed {
            intake.note(RENUMBERED);
        }
    }
    let texts: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
    if pictures_marked(&texts.join("\n")) > question.pictures.len() + intake.missing.len() {
        intake.note("the question has more marks of pictures, such as <image 1>, than pictures");
    }
}

const RENUMBERED: &str = "a picture between others is missing; marks of those behind it, such as <image 3>, are renumbered";

/// The numbers of the pictures in numbered columns, if some between them are missing.
fn numbers_with_gap(map: &FieldMap, (row, fields): (&Row, &Fields)) -> Option<Vec<usize>> {
    let [Place::Numbered(prefix)] = map.place(Part::Image)?.places.as_slice() else { return None };
    let filled = fields.iter().filter(|(_, value)| !values::is_missing(value));
    let names = filled.map(|(name, _)| name).chain(row.pictures.iter().map(|(name, _)| name));
    let numbers = names.filter_map(|name| name.strip_prefix(prefix)?.parse().ok());
    let numbers: BTreeSet<usize> = numbers.collect();
    let has_gap = numbers.first() > Some(&0) && numbers.last() > Some(&numbers.len());
    has_gap.then(|| numbers.into_iter().collect())
}
