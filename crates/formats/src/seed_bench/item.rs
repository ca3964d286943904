//! One question of SEED-Bench: its fields, and which of its pictures are choices or frames.

use serde_json::Value;

use super::dimensions;
use crate::bad_rows::{Refusal, in_field};
use crate::json_fields::{Fields, key_text, unexpected};
use crate::questions::intake::Intake;
use crate::questions::layout::{Layout, take_extra};
use assay_core::benchmark::picture_marks::pictures_marked;
use assay_core::benchmark::{ImageHash, PictureRole, Question, QuestionPicture};

/// The names of the fields.
pub(crate) const LAYOUT: Layout = Layout {
    key: &["question_id"],
    stem: &["question"],
    hint: &[],
    category: &["category"],
    l2_category: &["subpart"],
    split: &[],
    source: &["data_source"],
    comment: &[],
    choice: "choice_",
};

/// The extra field with the dimension's number.
const DIMENSION: &str = "question_type_id";

/// Takes in the pictures that `data_id` names, in order.
type TakePictures<'p> =
    dyn Fn(&[String], &Question, &mut Intake<'_>) -> Result<Vec<Option<ImageHash>>, Refusal> + 'p;

/// Makes a question from its fields.
pub(crate) fn question(
    mut fields: Fields,
    take_pictures: &TakePictures<'_>,
    intake: &mut Intake<'_>,
) -> Result<Question, Refusal> {
    let fields = &mut fields;
    let mut question = LAYOUT.question(fields, intake)?;
    let is_version_2 = ["level", "version"].iter().any(|name| fields.contains_key(*name))
        || question.l2_category.is_some();
    let dimension = dimension_of(fields);
    let name = dimension.and_then(|number| dimensions::name(number, is_version_2));
    question.category = question.category.or_else(|| name.map(str::to_owned));
    let names = data_ids(fields)?;
    let data_type = fields.get("data_type").and_then(Value::as_str).unwrap_or_default();
    let data_type = data_type.to_lowercase();
    let has_picture_choices =
        data_type.ends_with("generation") || (is_version_2 && matches!(dimension, Some(25..=27)));
    question.extra = take_extra(fields);
    let taken = take_pictures(&names, &question, intake)?;
    let choices = if has_picture_choices { question.choices.len() } else { 0 };
    let Some(first_choice) = taken.len().checked_sub(choices) else {
        let problem = format!(
            "found {} pictures; expected a picture for each of the {choices} choices",
            taken.len()
        );
        return Err(in_field("data_id", problem));
    };
    let usual = if data_type == "video" { PictureRole::Frame } else { PictureRole::Stem };
    for (at, hash) in taken.iter().enumerate() {
        let role = match at.checked_sub(first_choice) {
            Some(choice) if has_picture_choices => {
                PictureRole::Choice(question.choices[choice].label)
            }
            _ => usual,
        };
        question.pictures.extend(hash.map(|hash| QuestionPicture { hash, role }));
    }
    if pictures_marked(&question.stem) > first_choice {
        intake.note("the question has more marks <img> than pictures");
    }
    Ok(question)
}

/// The number of the dimension, which pandas may have made a text or `17.0`.
pub(super) fn dimension_of(fields: &Fields) -> Option<u64> {
    key_text(fields.get(DIMENSION)?)?.trim().trim_end_matches(".0").parse().ok()
}

/// The names of the pictures or frames; they are kept in an extra field too.
fn data_ids(fields: &Fields) -> Result<Vec<String>, Refusal> {
    match fields.get("data_id") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            let text = |value: &Value| {
                key_text(value).ok_or_else(|| unexpected("data_id", value, "a list of file names"))
            };
            list.iter().map(text).collect()
        }
        Some(value) => {
            let text = key_text(value);
            Ok(vec![text.ok_or_else(|| unexpected("data_id", value, "a file name"))?])
        }
    }
}
