//! Writes questions as JSON lines that carry everything: choices, answer, abilities, pictures with their
//! roles, the rows of CircularEval and extra fields. Reading them gives equal questions.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::SHORT_ANSWER;
use crate::benchmark_settings::BenchmarkSettings;
use crate::image_cell::{UNKNOWN_KIND, data_url, picture_kind};
use crate::nan_choices::NAN;
use crate::vlmevalkit::write::rows::first_rows;
use crate::vlmevalkit::write::text_columns;
use crate::written_rows::Cell;
use assay_core::benchmark::{ImageHash, PictureRole, Question};
use assay_core::visible::Harmless;

/// Why questions could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteLinesError {
    /// The system refused to write them.
    #[error("the lines cannot be written")]
    Io(#[from] io::Error),
    /// They cannot be expressed in JSON.
    #[error("the line cannot be written")]
    Json(#[from] serde_json::Error),
}

/// Writes the line for the settings of a benchmark, which comes before its questions. Writes no
/// line if there are no settings.
pub fn write_settings(
    settings: &BenchmarkSettings,
    out: &mut dyn Write,
) -> Result<(), WriteLinesError> {
    if settings.is_empty() { Ok(()) } else { write_line(&settings.to_record(), out) }
}

/// Writes a line for each question. `bytes` gives a picture's bytes; those of one question are in memory at
/// a time.
pub fn write_lines<'a, E: From<WriteLinesError>>(
    questions: impl IntoIterator<Item = &'a Question>,
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    out: &mut dyn Write,
) -> Result<(), E> {
    for question in questions {
        let line = line(question, bytes)?;
        write_line(&line, out)?;
    }
    Ok(())
}

fn write_line(line: &Value, out: &mut dyn Write) -> Result<(), WriteLinesError> {
    serde_json::to_writer(Harmless::json(&mut *out), line)?;
    Ok(out.write_all(b"\n")?)
}

fn line<E>(
    question: &Question,
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
) -> Result<Value, E> {
    let mut fields = Map::new();
    for row in &first_rows(&[question]) {
        for column in text_columns(question.labels()) {
            let text = match column.cell(question, row) {
                Cell::Missing => continue,
                Cell::Number(number) => number.into(),
                cell => Value::from(cell.written()),
            };
            fields.insert(column.name().into_owned(), text);
        }
    }
    // A reader counts `nan` as a choice if passes are listed.
    let has_nan = question.choices.iter().any(|choice| choice.text == NAN);
    if has_nan || question.passes != [question.own_row()] {
        fields.insert("passes".into(), json!(question.passes));
    }
    if let Some(short) = &question.short {
        fields.insert(SHORT_ANSWER.into(), json!(short));
    }
    if !question.extra.is_empty() {
        fields.insert("extra".into(), Value::Object(question.extra.clone()));
    }
    // Last, so that a person who looks at the beginning of a line sees the texts.
    match question.pictures.as_slice() {
        [] => {}
        [only] if only.role == PictureRole::Stem => {
            fields.insert("image".into(), base64(&bytes(only.hash)?));
        }
        pictures => {
            let written = pictures.iter().map(|picture| {
                let image = base64(&bytes(picture.hash)?);
                Ok(json!({"role": picture.role.to_string(), "image": image}))
            });
            fields.insert("pictures".into(), written.collect::<Result<Value, E>>()?);
        }
    }
    Ok(Value::Object(fields))
}

/// As a data URL: even a picture of a few bytes cannot be taken for a path.
fn base64(bytes: &[u8]) -> Value {
    let kind = picture_kind(bytes).map(|kind| format!("image/{}", kind.to_lowercase()));
    data_url(kind.as_deref().unwrap_or(UNKNOWN_KIND), bytes).into()
}
