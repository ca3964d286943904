//! MLLM-Bench's files: its questions.json, open questions about one picture each, without reference answers,
//! and the answers of models.
//!
//! Its levels (Bloom's, six) are the L-2 abilities, its capabilities (42) the categories. `question
//! type` stays an extra field; one row of the published file has a web address there.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::bad_rows::{Refusal, in_field};
use crate::error::FormatError;
use crate::json_fields::{Fields, take, take_text, unexpected};
use crate::json_records::ListInDocument;
use crate::questions::intake::Intake;
use crate::questions::layout::{Layout, take_extra};
use crate::questions::{Input, QuestionFile, QuestionFormat, QuestionReader, records_of};
use crate::written_rows::Cell;
use assay_core::benchmark::{PictureRole, Question, QuestionPicture};
use assay_core::visible::Harmless;

/// The names of the fields, those of `meta` included.
const LAYOUT: Layout = Layout {
    key: &["id", "unique_idx"],
    stem: &["question"],
    hint: &[],
    category: &["capability"],
    l2_category: &["level"],
    split: &[],
    source: &["url"],
    comment: &[],
    choice: "",
};

/// The list of questions.
const QUESTIONS: ListInDocument =
    ListInDocument { name: "questions", expected: "MLLM-Bench's list of questions", beside: "" };

/// The types of questions.
const TYPES: [&str; 3] = ["open-ended", "close-ended", "compound"];

/// Reads MLLM-Bench's questions.
pub(super) const READER: QuestionReader = QuestionReader {
    format: QuestionFormat::MllmBench,
    recognizes: |start| {
        ["image_path", "meta", "capability"].iter().all(|field| start.has_field(field))
    },
    shards: None,
    read,
};

fn read(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let mut records = records_of(&input.files[0], Some(QUESTIONS))?;
    let mut intake = Intake::new(input)?;
    intake.take_records(&mut records, LAYOUT.key, question)?;
    intake.finish()
}

fn question(mut fields: Fields, intake: &mut Intake<'_>) -> Result<Question, Refusal> {
    let mut meta = match take(&mut fields, &["meta"]) {
        Some((_, Value::Object(meta))) => meta,
        Some((name, other)) => return Err(unexpected(name, &other, "an object")),
        None => Fields::new(),
    };
    if meta.get("question type").and_then(Value::as_str).is_some_and(|kind| !TYPES.contains(&kind))
    {
        intake.note(
            "the question type is none of open-ended, close-ended and compound; it was kept as it is",
        );
    }
    meta.extend(fields);
    let mut fields = meta;
    let mut question = LAYOUT.question(&mut fields, intake)?;
    let path = take_text(&mut fields, &["image_path", "image"])?;
    let Some(path) = path else {
        return Err(in_field("image_path", "there is none; expected a picture's path"));
    };
    let picture = intake.picture_file("image_path", &path, &shorter_paths(&path))?;
    let stem_picture = |hash| QuestionPicture { hash, role: PictureRole::Stem };
    question.pictures.extend(picture.map(stem_picture));
    question.extra = take_extra(&mut fields);
    Ok(question)
}

/// The path as written, which is relative to the repository, and without its first folders.
fn shorter_paths(path: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if Path::new(path).is_absolute() || parts.contains(&"..") {
        return vec![path.to_owned()];
    }
    (0..parts.len()).map(|from| parts[from..].join("/")).collect()
}

/// Writes the answers of a model, one for each of these questions. The paths of pictures are no
/// longer known here and are not written.
pub fn write_answers<'a>(
    model: &str,
    answers: impl IntoIterator<Item = (&'a Question, &'a str)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut before = "[\n";
    for (question, answer) in answers {
        out.write_all(before.as_bytes())?;
        let record = json!({
            "unique_idx": Cell::index(question.key.as_str()),
            "question": question.stem,
            "meta": meta(question),
            "gen_model_id": model,
            "answer": answer,
        });
        serde_json::to_writer(Harmless::json(&mut *out), &record)?;
        before = ",\n";
    }
    out.write_all(if before == "[\n" { b"[]\n" } else { b"\n]\n" })
}

/// The part of a question that MLLM-Bench has in a nested object.
fn meta(question: &Question) -> Map<String, Value> {
    let fields = [
        ("level", question.l2_category.as_deref().map(Value::from)),
        ("capability", question.category.as_deref().map(Value::from)),
        ("url", question.source.as_deref().map(Value::from)),
        ("question type", question.extra.get("question type").cloned()),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_the_repository_is_looked_for_in_each_of_its_folders() {
        let paths = shorter_paths("./data/images/0.jpeg");
        assert_eq!(paths, ["data/images/0.jpeg", "images/0.jpeg", "0.jpeg"]);
        assert_eq!(shorter_paths("../secret.png"), ["../secret.png"]);
        assert_eq!(shorter_paths("/etc/passwd"), ["/etc/passwd"]);
    }
}
