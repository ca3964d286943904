//! Questions as JSON lines, or as a JSON list, with one object per question. docs/formats.md
//! describes it.
//!
//! What is written by [`write`] carries everything that a question has and reads back equal. JSON
//! lines of other tools are read as well: the key may have other names, choices may be a list,
//! pictures may be paths, data URLs or base64; rows of VLMEvalKit's table are read by [`table`].
//! Fields without a meaning here are kept as extra fields.

mod pictures;
mod table;
pub mod write;

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::bad_rows::{Refusal, in_field};
use super::benchmark_settings::BenchmarkSettings;
use super::error::{FileProblem, FormatError, RowProblem, shown};
use super::json_fields::{Fields, key_text, scalar, take, take_text, unexpected};
use super::json_records::{JsonRecord, JsonRecordError, JsonRecords};
use super::python::without_lone_surrogates;
use super::questions::intake::{Intake, lettered, new_question};
use super::questions::{
    QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start, read_answer,
};
use super::{MAX_ROW_BYTES, MAX_TEXT_BYTES};
use assay_core::benchmark::{Choice, ChoiceOrder, Label, Pass, PictureRole, Question, SourcePass};

/// Names of the key, in order of preference.
pub(super) const KEYS: [&str; 6] = ["index", "question_id", "id", "key", "qid", "unique_idx"];

/// Reads JSON lines and JSON lists of questions.
pub struct JsonLines;

impl QuestionReader for JsonLines {
    fn format(&self) -> QuestionFormat {
        QuestionFormat::Jsonl
    }

    fn recognizes(&self, start: &Start) -> bool {
        start.is_json()
    }

    fn read(
        &self,
        files: &[PathBuf],
        options: &ReadOptions,
        sink: QuestionSink<'_>,
    ) -> Result<QuestionFile, FormatError> {
        let file = &files[0];
        if let Some(columns) = table::columns(file) {
            return table::read(file, &columns, options, sink);
        }
        let (opened, intake) = Intake::open(file, options, sink)?;
        read_records(opened, file, intake)
    }
}

/// Reads questions from JSON lines that are not in a file; `name` is what messages call them.
///
/// # Errors
/// As reading a file.
pub fn read_lines_from(
    source: impl Read,
    name: &Path,
    options: &ReadOptions,
    sink: QuestionSink<'_>,
) -> Result<QuestionFile, FormatError> {
    read_records(source, name, Intake::new(name, options, sink)?)
}

fn read_records(
    source: impl Read,
    file: &Path,
    mut intake: Intake<'_>,
) -> Result<QuestionFile, FormatError> {
    let mut records = JsonRecords::new(BufReader::with_capacity(1 << 20, source), MAX_ROW_BYTES);
    let mut bytes = 0;
    loop {
        match records.next_record() {
            Ok(Some(record)) => {
                bytes += record.text.len() as u64 + 1;
                take_record(record, &mut intake)?;
                intake.progress(bytes);
            }
            Ok(None) => return intake.finish(),
            Err(error) => return Err(unreadable(file, error)),
        }
    }
}

/// Why the records of a file cannot be read.
pub(super) fn unreadable(file: &Path, error: JsonRecordError) -> FormatError {
    match error {
        JsonRecordError::Io(source) => FormatError::Unreadable { file: file.to_owned(), source },
        error => {
            let problem = FileProblem::Json { reason: error.to_string() };
            FormatError::BadFile { file: file.to_owned(), problem }
        }
    }
}

fn take_record(record: JsonRecord<'_>, intake: &mut Intake<'_>) -> Result<(), FormatError> {
    if let Some(settings) = settings(&record) {
        match settings {
            Ok(settings) => intake.take_settings(settings),
            Err(refusal) => {
                intake.begin_row(record.line)?;
                intake.end_row(None, Err(refusal))?;
            }
        }
        return Ok(());
    }
    intake.begin_row(record.line)?;
    let mut fields: Fields = match serde_json::from_str(&without_lone_surrogates(record.text)) {
        Ok(fields) => fields,
        Err(error) => {
            let refusal = RowProblem::NotJson { reason: error.to_string() }.into();
            return intake.end_row(None, Err(refusal));
        }
    };
    let key = take(&mut fields, &KEYS);
    let known = key.as_ref().and_then(|(_, value)| key_text(value));
    let made = question(key, fields, intake);
    intake.end_row(known, made)
}

/// What a record says about the benchmark as a whole; `None` if it is a question.
fn settings(record: &JsonRecord<'_>) -> Option<Result<BenchmarkSettings, Refusal>> {
    let begins_so = |text: &str| {
        text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with("\"benchmark\""))
    };
    if !begins_so(record.text) {
        return None;
    }
    let fields: Fields = serde_json::from_str(&without_lone_surrogates(record.text)).ok()?;
    let is_one = BenchmarkSettings::is_record(fields.keys());
    is_one.then(|| BenchmarkSettings::from_record(&fields))
}

/// Makes a question of its fields.
pub(super) fn question(
    key: Option<(&str, Value)>,
    mut fields: Fields,
    intake: &mut Intake<'_>,
) -> Result<Question, Refusal> {
    let fields = &mut fields;
    let Some((key_name, key)) = key else {
        return Err(in_field("index", RowProblem::NoField { expected: "the question's name" }));
    };
    let key = key_text(&key).ok_or_else(|| unexpected(key_name, &key, "a text or a number"))?;
    let stem = take_text(fields, &["question", "stem"])?.unwrap_or_default();
    let choices = choices(fields)?;
    let mut question = new_question(key_name, &key, stem, choices)?;
    question.hint = bounded(fields, &["hint"])?;
    question.category = bounded(fields, &["category"])?;
    question.l2_category = bounded(fields, &["l2-category", "l2_category", "L2-category"])?;
    question.split = bounded(fields, &["split"])?;
    question.source = bounded(fields, &["source"])?;
    question.comment = bounded(fields, &["comment"])?;
    question.answer = answer(fields, &question.choices, intake)?;
    question.pictures = pictures::take_pictures(fields, &question.choices, intake)?;
    if question.pictures.iter().any(|picture| matches!(picture.role, PictureRole::Choice(_))) {
        intake.take_choices_as_they_are();
    }
    if let Some(passes) = passes(fields, &question.choices)? {
        question.passes = passes;
        intake.take_choices_as_they_are();
    }
    match fields.shift_remove("extra") {
        Some(Value::Object(extra)) => question.extra = extra,
        Some(other) => drop(question.extra.insert("extra".into(), other)),
        None => {}
    }
    for (name, value) in std::mem::take(fields) {
        if !value.is_null() {
            question.extra.insert(name, value);
        }
    }
    Ok(question)
}

fn bounded(fields: &mut Fields, names: &[&str]) -> Result<Option<String>, Refusal> {
    let text = take_text(fields, names)?;
    match text {
        Some(text) if text.len() > MAX_TEXT_BYTES => {
            Err(in_field(names[0], RowProblem::TextTooLong))
        }
        text => Ok(text),
    }
}

/// The letters A to Z as fields, else a list or an object with the name `choices` or `options`. A
/// choice that is null is left out.
fn choices(fields: &mut Fields) -> Result<Vec<Choice>, Refusal> {
    let mut choices = Vec::new();
    for label in Label::all() {
        let name = label.to_string();
        if let Some(text) = take_text(fields, &[&name])? {
            choices.push(Choice { label, text });
        }
    }
    if !choices.is_empty() {
        return Ok(choices);
    }
    match take(fields, &["choices", "options"]) {
        None => Ok(Vec::new()),
        Some((name, Value::Array(texts))) => {
            let text = |value: &Value| {
                scalar(value).ok_or_else(|| unexpected(name, value, "a list of texts"))
            };
            lettered(name, texts.iter().map(text).collect::<Result<_, _>>()?)
        }
        Some((name, Value::Object(texts))) => {
            let mut choices = Vec::new();
            for (letter, value) in texts.iter().filter(|(_, value)| !value.is_null()) {
                let label: Label = letter.parse().map_err(|_| {
                    let found = shown(letter);
                    let expected = "the letters of the choices, A to Z".into();
                    in_field(name, RowProblem::Unexpected { found, expected })
                })?;
                let text = scalar(value).ok_or_else(|| unexpected(name, value, "a text"))?;
                if choices.iter().any(|choice: &Choice| choice.label == label) {
                    let expected = "each letter once".into();
                    let found = shown(letter);
                    return Err(in_field(name, RowProblem::Unexpected { found, expected }));
                }
                choices.push(Choice { label, text });
            }
            choices.sort_unstable_by_key(|choice| choice.label);
            Ok(choices)
        }
        Some((name, other)) => Err(unexpected(name, &other, "a list or an object of choices")),
    }
}

/// The letter of the right choice, or its text. An answer in words to a question without choices
/// stays as an extra field.
fn answer(
    fields: &mut Fields,
    choices: &[Choice],
    intake: &mut Intake<'_>,
) -> Result<Option<Label>, Refusal> {
    if choices.is_empty() {
        return Ok(None);
    }
    let Some(found) = take_text(fields, &["answer"])? else { return Ok(None) };
    let mut same = choices.iter().filter(|choice| choice.text == found);
    if found.trim().chars().count() > 1
        && let (Some(choice), None) = (same.next(), same.next())
    {
        intake.note("the answer was the text of a choice; read as its letter");
        return Ok(Some(choice.label));
    }
    let row = intake.row();
    read_answer(&found, choices, row, &mut intake.warnings)
        .map_err(|problem| in_field("answer", problem))
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
        let number = pass.get("pass").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        let index = pass.get("index").and_then(key_text);
        let order = pass.get("order").and_then(Value::as_str).map(str::to_owned);
        let order = order.and_then(|order| ChoiceOrder::try_from(order).ok()).filter(|order| {
            let mut shown = order.labels().to_vec();
            shown.sort_unstable();
            shown == labels
        });
        let is_new = |number: &u32| passes.iter().all(|known| known.pass != Pass(*number));
        let (Some(number), Some(index), Some(order)) = (number.filter(is_new), index, order) else {
            let expected = "a pass such as {\"pass\": 1, \"index\": \"1000007\", \"order\": \"BCDA\"} \
                            with each choice once, and each pass once";
            let found = shown(&pass.to_string());
            let problem = RowProblem::Unexpected { found, expected: expected.into() };
            return Err(in_field("passes", problem));
        };
        passes.push(SourcePass { pass: Pass(number), index, order });
    }
    Ok(Some(passes))
}
