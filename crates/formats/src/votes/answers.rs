//! Files of answers to open questions, as the programs that judge them write them.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::VoteQuestion;
use super::intake::Intake;
use super::paths::{Paths, text_at, value_at};
use super::source::for_each_record;
use crate::bad_rows::{Refusal, in_field};
use crate::error::{BadRow, FormatError};

/// What models answered.
#[derive(Debug)]
pub struct AnswersFile {
    /// In the order of the file.
    pub rows: Vec<AnswerRow>,
    /// The rows that were left out because they are broken, in the order of the file.
    pub skipped: Vec<BadRow>,
    /// Warnings, as sentences.
    pub warnings: Vec<String>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRow {
    /// The row of the file, from 1.
    pub row: usize,
    pub question: Arc<VoteQuestion>,
    /// The turn of a conversation, from 1; 0 if the file has none.
    pub turn: u16,
    /// The model, if the file names it.
    pub model: Option<Arc<str>>,
    /// The answer, which may be empty.
    pub answer: String,
}

/// Where each layout has the answer, the key of the question, its text, and the model. A record with an answer and a
/// key is of the layout.
const LAYOUTS: [[Paths; 4]; 5] = [
    // FastChat: an answer for each turn.
    ["/choices/0/turns", "/question_id", "", "/model_id"],
    // A file of MLLM-Bench's `raw_output`: a chat completion; the question is in the file's name.
    ["/choices/0/message/content", "", "", ""],
    // Arena-Hard.
    [
        "/messages/-1/content/answer|/messages/-1/content",
        "/uid|/question_id",
        "/messages/0/content",
        "/model",
    ],
    // AlpacaEval.
    ["/output", "/instruction", "/instruction", "/generator"],
    // MLLM-Bench, and records and tables of one's own.
    [
        "/answer|/prediction|/response|/output|/text",
        "/unique_idx|/key|/index|/id|/question_id|/question",
        "/question",
        "/gen_model_id|/model",
    ],
];

/// Reads a file of answers.
///
/// # Errors
/// If the file cannot be read, or has no good row.
pub fn read_answers(file: &Path) -> Result<AnswersFile, FormatError> {
    let mut intake = Intake::new(file);
    let mut rows = Vec::new();
    for_each_record(&mut intake, true, &mut |record, intake| {
        rows.extend(answers_of(record, intake)?);
        Ok(())
    })?;
    let (skipped, warnings) = intake.finish(rows.len())?;
    Ok(AnswersFile { rows, skipped, warnings })
}

fn answers_of(record: &Value, intake: &mut Intake) -> Result<Vec<AnswerRow>, Refusal> {
    let found = LAYOUTS.iter().find_map(|&[answer, key, text, model]| {
        let key = match key {
            "" => key_in_name(intake.file()),
            key => text_at(record, key).map(Cow::into_owned),
        };
        Some((value_at(record, answer)?, key?, text, model))
    });
    let (answer, key, text, model) = found.ok_or_else(|| {
        let expected = "question_id and choices (FastChat), uid and messages (Arena-Hard), instruction and \
            output (AlpacaEval), or a question and its answer";
        Refusal::from(format!("expected the fields {expected}"))
    })?;
    let [text, category, level] = [text, "/meta/capability|/category", "/meta/level|/level"]
        .map(|paths| text_at(record, paths).map(Cow::into_owned));
    let question = intake.question(VoteQuestion { key, text, category, level })?;
    let model = intake.shared(text_at(record, model));
    let row = |(turn, answer): (u16, &Value)| {
        let not_a_text = || in_field("answer", "expected the text of an answer");
        Ok(AnswerRow {
            row: intake.number_of_row(),
            question: Arc::clone(&question),
            turn,
            model: model.clone(),
            answer: answer.as_str().ok_or_else(not_a_text)?.to_owned(),
        })
    };
    match answer {
        Value::Array(turns) => (1..).zip(turns).map(row).collect(),
        answer => Ok(vec![row((0, answer))?]),
    }
}

/// The question of a file called `KEY_ORDER-DATE TIME.json`.
fn key_in_name(file: &Path) -> Option<String> {
    let name = file.file_stem()?.to_str()?;
    let key = name.split_once('-').map_or(name, |(key, _)| key);
    let key = ["_1", "_2"].iter().find_map(|order| key.strip_suffix(order)).unwrap_or(key);
    Some(key.to_owned())
}
