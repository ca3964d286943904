//! Questions as JSON lines, or as a JSON list, with one object per question. docs/formats.md
//! describes it.
//!
//! What is written by [`write`] carries everything that a question has and reads back equal. JSON
//! lines of other tools are read as well: the key may have other names, choices may be a list,
//! pictures may be paths, data URLs or base64; rows of VLMEvalKit's table are read by [`table`].
//! Fields without a meaning here are kept as extra fields.

pub(super) mod pictures;
mod table;
pub mod write;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::MAX_JSON_BYTES;
use super::bad_rows::{Refusal, in_field};
use super::error::{FormatError, shown};
use super::json_fields::{Fields, key_text};
use super::json_records::JsonRecords;
use super::questions::intake::Intake;
use super::questions::layout::{Layout, take_extra};
use super::questions::{
    Input, QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start,
    records_of,
};
use super::short_answer::{self, SHORT_ANSWER};
use assay_core::benchmark::{
    Choice, ChoiceOrder, Label, Pass, PictureRole, Question, ShortAnswer, SourcePass,
};

/// The names of the fields.
pub(super) const LAYOUT: Layout = Layout {
    key: &["index", "question_id", "id", "key", "qid", "unique_idx"],
    stem: &["question", "stem"],
    hint: &["hint"],
    category: &["category"],
    l2_category: &["l2-category", "l2_category", "L2-category"],
    split: &["split"],
    source: &["source"],
    comment: &["comment"],
    choice: "",
};

/// Reads JSON lines and JSON lists of questions.
pub(super) const READER: QuestionReader = QuestionReader {
    format: QuestionFormat::Jsonl,
    recognizes: Start::is_json,
    shards: None,
    read,
};

fn read(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let file = &input.files[0];
    match table::columns(file) {
        Some(columns) => table::read(&columns, input),
        None => read_records(records_of(file, None)?, input),
    }
}

/// Reads questions from JSON lines; `name` is what messages call them.
///
/// # Errors
/// As reading a file.
pub fn read_lines_from(
    source: impl Read,
    name: &Path,
    options: &ReadOptions,
    sink: QuestionSink<'_>,
) -> Result<QuestionFile, FormatError> {
    let records = JsonRecords::new(BufReader::with_capacity(1 << 20, source), MAX_JSON_BYTES);
    read_records(records, Input { files: &[name.to_owned()], options, sink })
}

fn read_records<R: BufRead>(
    mut records: JsonRecords<R>,
    input: Input<'_, '_>,
) -> Result<QuestionFile, FormatError> {
    let mut intake = Intake::new(input)?;
    intake.take_records(&mut records, LAYOUT.key, question)?;
    intake.finish()
}

/// Makes a question of its fields.
pub(super) fn question(mut fields: Fields, intake: &mut Intake<'_>) -> Result<Question, Refusal> {
    let fields = &mut fields;
    let mut question = LAYOUT.question(fields, intake)?;
    question.short = short_answer(fields, &question.choices)?;
    if question.short.is_some() {
        // The accepted answers once more, for readers of VLMEvalKit's table.
        fields.shift_remove("answer");
    }
    question.pictures = pictures::take_pictures(fields, &question.choices, intake)?;
    if question.pictures.iter().any(|picture| matches!(picture.role, PictureRole::Choice(_))) {
        intake.has_own_choices = true;
    }
    if let Some(passes) = passes(fields, &question.choices)? {
        question.passes = passes;
        intake.has_own_choices = true;
    }
    question.extra = take_extra(fields);
    Ok(question)
}

/// What short answers are compared with, as our own lines have it.
fn short_answer(fields: &mut Fields, choices: &[Choice]) -> Result<Option<ShortAnswer>, Refusal> {
    match fields.shift_remove(SHORT_ANSWER) {
        None | Some(Value::Null) => Ok(None),
        Some(found) => short_answer::read(&found, choices).map(Some),
    }
}

/// The rows of the file that the question came from, as our own lines have them.
fn passes(fields: &mut Fields, choices: &[Choice]) -> Result<Option<Vec<SourcePass>>, Refusal> {
    let is_ours = |value: &Value| {
        value.as_array().is_some_and(|passes| {
            passes.iter().all(|pass| pass.get("order").is_some() && pass.get("pass").is_some())
        })
    };
    if !fields.get("passes").is_some_and(is_ours) {
        return Ok(None);
    }
    let Some(Value::Array(listed)) = fields.shift_remove("passes") else { return Ok(None) };
    let mut labels: Vec<Label> = choices.iter().map(|choice| choice.label).collect();
    labels.sort_unstable();
    let mut passes: Vec<SourcePass> = Vec::with_capacity(listed.len());
    for pass in listed {
        let number = pass.get("pass").and_then(|number| u32::deserialize(number).ok());
        let index = pass.get("index").and_then(key_text);
        let order = pass.get("order").and_then(Value::as_str);
        let order = order.and_then(|order| order.parse().ok()).filter(|order: &ChoiceOrder| {
            let mut shown = order.labels().to_vec();
            shown.sort_unstable();
            shown == labels
        });
        let is_new = |number: &u32| passes.iter().all(|known| known.pass != Pass(*number));
        let (Some(number), Some(index), Some(order)) = (number.filter(is_new), index, order) else {
            let expected = "a pass such as {\"pass\": 1, \"index\": \"1000007\", \"order\": \"BCDA\"} \
                            with each choice once, and each pass once";
            let found = shown(&pass.to_string());
            return Err(in_field("passes", format!("found {found}; expected {expected}")));
        };
        passes.push(SourcePass { pass: Pass(number), index, order });
    }
    Ok(Some(passes))
}
