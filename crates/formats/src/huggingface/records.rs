//! Rows whose columns are the fields of SEED-Bench's items or of JSON lines.

use parquet::record::Field;
use serde_json::Value;

use super::{GivenPicture, Picture, Shards};
use crate::bad_rows::{Refusal, in_field};
use crate::error::FormatError;
use crate::json_fields::{Fields, key_text};
use crate::json_lines;
use crate::parquet_rows::fields::value;
use crate::questions::intake::{Intake, is_web_address};
use crate::questions::{Input, QuestionFile};
use crate::seed_bench::item;
use crate::short_answer::SHORT_ANSWER;
use assay_core::benchmark::{ImageHash, PictureRole, Question, QuestionPicture};

/// The field in which an export names the roles of the pictures.
pub(crate) const ROLES: &str = "picture_roles";
/// The fields in which an export has JSON as text.
const JSON_FIELDS: [&str; 3] = ["passes", "extra", SHORT_ANSWER];

pub(super) fn read(
    mut shards: Shards<'_>,
    is_seed_bench: bool,
    input: Input<'_, '_>,
) -> Result<QuestionFile, FormatError> {
    let mut intake = Intake::new(input)?;
    shards.describe_in(&mut intake);
    while let Some(row) = shards.next_row(&mut intake.bad.file)? {
        intake.begin_row(0)?;
        let mut fields = Fields::new();
        for (at, field) in &row.values {
            insert(&mut fields, &shards.columns[*at].name, field);
        }
        let key =
            json_lines::LAYOUT.key.iter().find_map(|name| fields.get(*name)).and_then(key_text);
        let made = match is_seed_bench {
            true => item::question(
                fields,
                &|_, _, intake| {
                    row.pictures.iter().map(|(_, given)| take("image", given, intake)).collect()
                },
                &mut intake,
            ),
            false => question(fields, &row.pictures, &mut intake),
        };
        intake.end_row(key, made)?;
        (intake.sink.progress)(shards.bytes_read());
    }
    intake.finish()
}

fn insert(fields: &mut Fields, name: &str, field: &Field) {
    let Some(mut value) = value(field) else { return };
    if JSON_FIELDS.contains(&name)
        && let Some(parsed) = value.as_str().and_then(|text| serde_json::from_str(text).ok())
    {
        value = parsed;
    }
    fields.insert(name.to_owned(), value);
}

fn question(
    mut fields: Fields,
    given: &[(usize, GivenPicture)],
    intake: &mut Intake<'_>,
) -> Result<Question, Refusal> {
    let roles = fields.shift_remove(ROLES);
    let mut question = json_lines::question(fields, intake)?;
    let role = |at: usize| match roles.as_ref().and_then(|roles| roles.get(at)) {
        None => Ok(PictureRole::Stem),
        Some(role) => {
            let found = role.as_str().and_then(|text| text.parse().ok());
            found.ok_or_else(|| crate::json_fields::unexpected(ROLES, role, "a role"))
        }
    };
    for (at, (_, picture)) in given.iter().enumerate() {
        let role = role(at)?;
        let hash = take("image", picture, intake)?;
        question.pictures.extend(hash.map(|hash| QuestionPicture { hash, role }));
    }
    if let Some(Value::Array(roles)) = &roles
        && roles.len() != given.len()
    {
        let (found, expected) = (roles.len(), given.len());
        let problem =
            format!("found {found} roles; expected one for each of the {expected} pictures");
        return Err(in_field(ROLES, problem));
    }
    Ok(question)
}

/// Takes in a picture of a row's column.
pub(crate) fn take(
    column: &str,
    (picture, location): &GivenPicture,
    intake: &mut Intake<'_>,
) -> Result<Option<ImageHash>, Refusal> {
    intake.next_are_at(location.clone());
    match picture {
        Picture::Bytes(bytes) => intake.bytes(column, bytes.data()).map(Some),
        Picture::Text(url) if is_web_address(url) => {
            intake.picture_file(column, url, std::slice::from_ref(url))
        }
        Picture::Text(text) => intake.base64(column, text).map(Some),
        Picture::File(path) => intake.picture_file(column, path, std::slice::from_ref(path)),
    }
}
