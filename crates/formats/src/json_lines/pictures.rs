//! The pictures of a question in JSON: paths, data URLs, base64, or objects that say their role.

use serde_json::Value;

use crate::bad_rows::{Refusal, in_field};
use crate::image_cell::picture_in_base64;
use crate::json_fields::{Fields, take, unexpected};
use crate::python_list::{self, bad_list};
use crate::questions::intake::{Intake, is_web_address};
use assay_core::benchmark::{Choice, PictureRole, QuestionPicture};

/// Fields that hold pictures, in the order in which they are read.
const FIELDS: [&str; 5] = ["image", "images", "pictures", "picture", "image_path"];
/// A text that is longer than this is not a path.
const LONGEST_PATH: usize = 1_024;

/// Takes in the pictures of a question. If it has pictures and paths, the paths are only their
/// names.
pub(super) fn take_pictures(
    fields: &mut Fields,
    choices: &[Choice],
    intake: &mut Intake<'_>,
) -> Result<Vec<QuestionPicture>, Refusal> {
    let mut reading = Reading { pictures: Vec::new(), choices, others: &[], intake };
    while let Some((name, value)) = take(fields, &FIELDS[..4]) {
        reading.take_value(name, &value, PictureRole::Stem)?;
    }
    if let Some((name, value)) = take(fields, &FIELDS[4..])
        && reading.pictures.is_empty()
    {
        reading.take_value(name, &value, PictureRole::Stem)?;
    }
    Ok(reading.pictures)
}

/// Takes in the pictures of one field. `others` are further paths at which the file of a path may be.
pub(crate) fn take_value(
    field: &str,
    value: &Value,
    others: &[String],
    intake: &mut Intake<'_>,
) -> Result<Vec<QuestionPicture>, Refusal> {
    let mut reading = Reading { pictures: Vec::new(), choices: &[], others, intake };
    reading.take_value(field, value, PictureRole::Stem)?;
    Ok(reading.pictures)
}

struct Reading<'a, 'i> {
    pictures: Vec<QuestionPicture>,
    choices: &'a [Choice],
    others: &'a [String],
    intake: &'a mut Intake<'i>,
}

impl Reading<'_, '_> {
    fn take_value(&mut self, field: &str, value: &Value, role: PictureRole) -> Result<(), Refusal> {
        match value {
            Value::Null => Ok(()),
            Value::String(text) => self.take_text(field, text, role),
            Value::Array(list) => {
                list.iter().try_for_each(|value| self.take_value(field, value, role))
            }
            Value::Object(picture) => {
                let role = match picture.get("role") {
                    None | Some(Value::Null) => role,
                    Some(value) => self.role(field, value)?,
                };
                let content =
                    ["image", "bytes", "data", "base64", "url", "image_url", "path", "file"];
                let value = content
                    .iter()
                    .find_map(|name| picture.get(*name).filter(|value| !value.is_null()));
                match value {
                    Some(value) if !value.is_array() => self.take_value(field, value, role),
                    _ => Err(unexpected(field, value.unwrap_or(&Value::Null), EXPECTED)),
                }
            }
            other => Err(unexpected(field, other, EXPECTED)),
        }
    }

    fn take_text(&mut self, field: &str, text: &str, role: PictureRole) -> Result<(), Refusal> {
        if python_list::looks_like_a_list(text.trim().as_bytes()) {
            let pictures = python_list::parse(text.trim())
                .map_err(|problem| in_field(field, bad_list(text, &problem)))?;
            return pictures.iter().try_for_each(|text| self.take_text(field, text, role));
        }
        let hash = if is_base64(text) && !is_web_address(text) {
            Some(self.intake.base64(field, text)?)
        } else {
            let candidates: Vec<String> =
                std::iter::once(text.to_owned()).chain(self.others.iter().cloned()).collect();
            self.intake.picture_file(field, text, &candidates)?
        };
        self.pictures.extend(hash.map(|hash| QuestionPicture { hash, role }));
        Ok(())
    }

    fn role(&self, field: &str, value: &Value) -> Result<PictureRole, Refusal> {
        let role = value.as_str().and_then(|text| text.parse::<PictureRole>().ok());
        let role = role.filter(|role| match role {
            PictureRole::Choice(label) => self.choices.iter().any(|c| c.label == *label),
            PictureRole::Stem | PictureRole::Frame => true,
        });
        let expected = "the role stem, frame, or choice and its letter, as \"choice A\"";
        role.ok_or_else(|| unexpected(field, value, expected))
    }
}

const EXPECTED: &str =
    "a path, a data URL, base64, or an object with one of them in the field image";

/// Whether a text is a picture rather than a path: a data URL, a text too long for a path, or one
/// that decodes to a picture.
pub(super) fn is_base64(text: &str) -> bool {
    text.starts_with("data:")
        || text.len() > LONGEST_PATH
        || picture_in_base64(text.as_bytes()).is_some()
}
