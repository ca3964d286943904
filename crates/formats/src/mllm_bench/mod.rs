//! MLLM-Bench's files: [`answers`] writes answers of models; this module reads its questions.json:
//! open questions about one picture each, without reference answers.
//!
//! Its levels (Bloom's, six) are the L-2 abilities, its capabilities (42) the categories. `question
//! type` stays an extra field; one row of the published file has a web address there.

pub mod answers;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bad_rows::{Refusal, in_field};
use crate::error::{FormatError, RowProblem};
use crate::json_fields::{Fields, key_text, take, take_text, unexpected};
use crate::questions::intake::{Intake, new_question};
use crate::questions::{
    QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start,
};
use assay_core::benchmark::{PictureRole, Question, QuestionPicture};

/// The types of questions.
const TYPES: [&str; 3] = ["open-ended", "close-ended", "compound"];

/// Reads MLLM-Bench's questions.
pub struct MllmBench;

impl QuestionReader for MllmBench {
    fn format(&self) -> QuestionFormat {
        QuestionFormat::MllmBench
    }

    fn recognizes(&self, start: &Start) -> bool {
        ["image_path", "meta", "capability"].iter().all(|field| start.has_field(field))
    }

    fn read(
        &self,
        files: &[PathBuf],
        options: &ReadOptions,
        sink: QuestionSink<'_>,
    ) -> Result<QuestionFile, FormatError> {
        let (opened, mut intake) = Intake::open(&files[0], options, sink)?;
        intake.take_list(opened, "MLLM-Bench's list of questions", "id", question)?;
        intake.finish()
    }
}

fn question(mut fields: Fields, intake: &mut Intake<'_>) -> Result<Question, Refusal> {
    let Some((name, id)) = take(&mut fields, &["id", "unique_idx"]) else {
        return Err(in_field("id", RowProblem::NoField { expected: "the question's number" }));
    };
    let key = key_text(&id).ok_or_else(|| unexpected(name, &id, "a number"))?;
    let stem = take_text(&mut fields, &["question"])?.unwrap_or_default();
    let mut question = new_question(name, &key, stem, Vec::new())?;
    let mut meta = match take(&mut fields, &["meta"]) {
        Some((_, Value::Object(meta))) => meta,
        Some((name, other)) => return Err(unexpected(name, &other, "an object")),
        None => Fields::new(),
    };
    question.l2_category = take_text(&mut meta, &["level"])?;
    question.category = take_text(&mut meta, &["capability"])?;
    question.source = take_text(&mut meta, &["url"])?;
    if meta.get("question type").and_then(Value::as_str).is_some_and(|kind| !TYPES.contains(&kind))
    {
        intake.note(
            "the question type is none of open-ended, close-ended and compound; it was kept as it is",
        );
    }
    let path = take_text(&mut fields, &["image_path", "image"])?;
    let Some(path) = path else {
        return Err(in_field("image_path", RowProblem::NoField { expected: "a picture's path" }));
    };
    let picture = intake.picture_file("image_path", &path, &shorter_paths(&path))?;
    let stem_picture = |hash| QuestionPicture { hash, role: PictureRole::Stem };
    question.pictures.extend(picture.map(stem_picture));
    let rest = meta.into_iter().chain(fields).filter(|(_, value)| !value.is_null());
    question.extra.extend(rest);
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
