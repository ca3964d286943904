//! Rows whose columns are the fields of SEED-Bench's items or of JSON lines.

use parquet::record::Field;
use serde_json::Value;

use super::cells::{Picture, pictures};
use super::{Shards, holds_pictures};
use crate::bad_rows::{Refusal, in_field};
use crate::error::FormatError;
use crate::json_fields::{Fields, key_text};
use crate::json_lines;
use crate::parquet_rows::fields::value;
use crate::questions::intake::Intake;
use crate::questions::{QuestionFile, QuestionSink, ReadOptions};
use crate::seed_bench::item::{self, Pictures};
use assay_core::benchmark::{ImageHash, PictureReference, PictureRole, Question, QuestionPicture};

/// The field in which an export names the roles of the pictures.
pub(super) const ROLES: &str = "picture_roles";
/// The fields in which an export has JSON as text.
const JSON_FIELDS: [&str; 2] = ["passes", "extra"];

pub(super) fn read(
    mut shards: Shards<'_>,
    is_seed_bench: bool,
    options: &ReadOptions,
    sink: QuestionSink<'_>,
) -> Result<QuestionFile, FormatError> {
    let is_picture: Vec<bool> = shards.columns.iter().map(holds_pictures).collect();
    let names: Vec<String> = shards.columns.iter().map(|column| column.name.clone()).collect();
    let mut intake = Intake::new(&shards.files[0], options, sink)?;
    shards.describe_in(&mut intake);
    while let Some(row) = shards.next_row(|file| intake.begin_file(file))? {
        intake.begin_row(0)?;
        let mut fields = Fields::new();
        let mut given = Given(Vec::new());
        for (at, field) in row.iter().enumerate() {
            match is_picture[at] {
                true => {
                    let mut found = Vec::new();
                    pictures(field, &mut found);
                    let locations = shards.locations(&names[at], &found);
                    given.0.extend(found.into_iter().zip(locations));
                }
                false => insert(&mut fields, &names[at], field),
            }
        }
        let key =
            json_lines::LAYOUT.key.iter().find_map(|name| fields.get(*name)).and_then(key_text);
        let made = match is_seed_bench {
            true => item::question(fields, &mut given, &mut intake),
            false => question(fields, &given, &mut intake),
        };
        intake.end_row(key, made)?;
        intake.progress(shards.bytes_read());
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
    given: &Given,
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
    for (at, (picture, location)) in given.0.iter().enumerate() {
        let role = role(at)?;
        let hash = take_picture(picture, location.as_ref(), intake)?;
        question.pictures.extend(hash.map(|hash| QuestionPicture { hash, role }));
    }
    if let Some(Value::Array(roles)) = &roles
        && roles.len() != given.0.len()
    {
        let (found, expected) = (roles.len(), given.0.len());
        let problem =
            format!("found {found} roles; expected one for each of the {expected} pictures");
        return Err(in_field(ROLES, problem));
    }
    Ok(question)
}

/// The pictures of a row, and their locations.
struct Given(Vec<(Picture, Option<PictureReference>)>);

impl Pictures for Given {
    fn take(
        &mut self,
        _: &[String],
        _: &Question,
        intake: &mut Intake<'_>,
    ) -> Result<Vec<Option<ImageHash>>, Refusal> {
        let take = |(picture, location): &(Picture, Option<PictureReference>)| {
            take_picture(picture, location.as_ref(), intake)
        };
        self.0.iter().map(take).collect()
    }
}

fn take_picture(
    picture: &Picture,
    location: Option<&PictureReference>,
    intake: &mut Intake<'_>,
) -> Result<Option<ImageHash>, Refusal> {
    intake.next_are_at(location.cloned());
    match picture {
        Picture::Bytes(bytes) => intake.bytes("image", bytes.data()).map(Some),
        Picture::Text(text) => intake.base64("image", text).map(Some),
        Picture::File(path) => intake.picture_file("image", path, std::slice::from_ref(path)),
    }
}
