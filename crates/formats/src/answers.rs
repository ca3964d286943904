//! Answers to open questions: MLLM-Bench's, FastChat's, AlpacaEval's and Arena-Hard's files, and any JSON whose
//! objects have a key and an answer.
//!
//! A record that has no key or no answer is an error: a model without some of its answers is not compared rightly.

use std::path::Path;

use serde_json::Value;

use crate::error::FormatError;
use crate::json_fields::{Fields, key_text};
use crate::questions::{not_json, records_of};

/// The names of the field with the question's key. AlpacaEval's is the instruction.
const KEYS: [&str; 8] =
    ["question_id", "uid", "unique_idx", "session_id", "index", "id", "key", "instruction"];
/// The names of the field with the question.
const QUESTIONS: [&str; 3] = ["question", "instruction", "prompt"];
/// The names of the field with the answer.
const ANSWERS: [&str; 6] = ["answer", "output", "prediction", "response", "model_output", "text"];

/// One answer of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelAnswer {
    /// The file's own key of the question.
    pub key: String,
    pub question: Option<String>,
    /// The turn of a conversation from 1; 0 if the file has no turns.
    pub turn: u16,
    pub text: String,
}

/// Reads the answers of a file, in its order.
///
/// # Errors
/// If the file cannot be read, or a record has no key or no answer.
pub fn read_answers(file: &Path) -> Result<Vec<ModelAnswer>, FormatError> {
    let mut records = records_of(file, None)?;
    let mut answers = Vec::new();
    while let Some(record) = records.next_record().map_err(|error| not_json(error, file))? {
        let line = record.line;
        let bad = |problem: &str| FormatError::bad_file(file, format!("line {line}: {problem}"));
        let fields: Fields = serde_json::from_str(&record.text)
            .map_err(|error| bad(&format!("it cannot be read as JSON: {error}")))?;
        let key = first_text(&fields, &KEYS).ok_or_else(|| {
            bad(&format!("no key of a question; expected one of the fields {}", KEYS.join(", ")))
        })?;
        let question = first_text(&fields, &QUESTIONS);
        let turns = turns(&fields).ok_or_else(|| {
            bad(&format!(
                "no answer; expected one of the fields {}, FastChat's choices[0].turns or Arena-Hard's \
                 messages",
                ANSWERS.join(", ")
            ))
        })?;
        for (turn, text) in turns {
            let (key, question) = (key.clone(), question.clone().filter(|_| turn < 2));
            answers.push(ModelAnswer { key, question, turn, text });
        }
    }
    if answers.is_empty() {
        return Err(FormatError::bad_file(file, "it has no answers"));
    }
    Ok(answers)
}

fn first_text(fields: &Fields, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| fields.get(*name).and_then(key_text))
}

/// The answers of a record with their turns.
fn turns(fields: &Fields) -> Option<Vec<(u16, String)>> {
    if let Some(turns) = fields.get("choices").and_then(|choices| choices.get(0)?.get("turns")) {
        let texts = turns.as_array()?.iter().map(|turn| turn.as_str().map(str::to_owned));
        return (1..).zip(texts).map(|(turn, text)| Some((turn, text?))).collect();
    }
    if let Some(messages) = fields.get("messages").and_then(Value::as_array) {
        let content = messages.last()?.get("content")?;
        let text = content.get("answer").unwrap_or(content).as_str()?;
        return Some(vec![(0, text.to_owned())]);
    }
    Some(vec![(0, first_text(fields, &ANSWERS)?)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, u16, String)>, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, text).unwrap();
        let answers = read_answers(&file).map_err(|error| error.to_string())?;
        Ok(answers.into_iter().map(|answer| (answer.key, answer.turn, answer.text)).collect())
    }

    fn answer(key: &str, turn: u16, text: &str) -> (String, u16, String) {
        (key.to_owned(), turn, text.to_owned())
    }

    #[test]
    fn every_programs_answers_are_found() {
        let mllm_bench =
            r#"[{"unique_idx": 3, "question": "What?", "gen_model_id": "m", "answer": "A cat."}]"#;
        assert_eq!(read(mllm_bench).unwrap(), [answer("3", 0, "A cat.")]);
        let fastchat = r#"{"question_id": 81, "model_id": "m", "choices": [{"index": 0, "turns": ["one", "two"]}]}"#;
        assert_eq!(read(fastchat).unwrap(), [answer("81", 1, "one"), answer("81", 2, "two")]);
        let alpaca_eval = r#"[{"instruction": "Say hi", "output": "hi", "generator": "m"}]"#;
        assert_eq!(read(alpaca_eval).unwrap(), [answer("Say hi", 0, "hi")]);
        let arena_hard = r#"{"uid": "u", "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": {"answer": "yes"}}]}"#;
        assert_eq!(read(arena_hard).unwrap(), [answer("u", 0, "yes")]);
    }

    #[test]
    fn a_record_without_an_answer_is_refused_with_its_line_and_the_fields() {
        let problem = read("{\"id\": 1, \"answer\": \"x\"}\n{\"id\": 2}\n").unwrap_err();
        assert!(
            problem.contains("line 2: no answer; expected one of the fields answer"),
            "{problem}"
        );
    }
}
