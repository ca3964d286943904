//! Labels that an external judge read from predictions: one row per label, as CSV with the columns
//! `question`, `model`, `pass`, `label` (and `input`, `extractor`), or as JSON lines with the same
//! fields.
//!
//! A label is a letter as shown in that pass, `Z` or `none` (none of the choices), `refused`,
//! `several` or `off-topic` (not a single choice either), `nothing` or empty (the judge read
//! nothing). Without a pass the first one is meant.

use std::io::{BufRead, Read};

use serde_json::Value;

use super::error::ReadError;
use super::json_fields::{Fields, kind, scalar};
use super::json_records::JsonRecords;
use super::separated::read_header;
use assay_core::benchmark::{Input, Pass, PredictionName, QuestionKey};
use assay_core::extract::Answer;
use assay_core::keyword::Keyword;

/// A longer object is not a label.
const LONGEST_RECORD: usize = 1 << 20;
/// More labels than this are refused before they fill the memory.
const MOST_LABELS: usize = 5_000_000;

/// One label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeLabel {
    /// The line in the file, from 1.
    pub line: u64,
    /// The prediction that it labels.
    pub prediction: PredictionName,
    /// Who read it, if the file says so.
    pub extractor: Option<String>,
    /// What was read. `Z` is none of the choices here; whether a question has a choice Z is not known.
    pub answer: Answer,
}

/// Reads a file of labels; JSON lines if it begins with `{`.
pub fn read_labels(mut input: impl BufRead) -> Result<Vec<JudgeLabel>, ReadError> {
    let head = input.fill_buf()?;
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    if head.starts_with(b"{") { json_lines(input) } else { table(input) }
}

fn table(input: impl Read) -> Result<Vec<JudgeLabel>, ReadError> {
    let mut file = read_header(input)?;
    let header = file.header.clone();
    let find = |wanted: &str| header.iter().position(|name| name.eq_ignore_ascii_case(wanted));
    if let Some(wanted) =
        ["question", "model", "label"].into_iter().find(|name| find(name).is_none())
    {
        let found = header.join(", ");
        return Err(format!(
            "no column \"{wanted}\" in the header ({found}); expected question, model, pass, label"
        )
        .into());
    }
    let mut labels = Vec::new();
    file.for_each_row(|row| {
        take(&mut labels, row.line, |name| {
            Ok(find(name).map(|column| row.field(column).trim().to_owned()).unwrap_or_default())
        })
    })?;
    Ok(labels)
}

fn json_lines(input: impl BufRead) -> Result<Vec<JudgeLabel>, ReadError> {
    let mut labels = Vec::new();
    let mut records = JsonRecords::new(input, LONGEST_RECORD);
    while let Some(record) = records.next_record()? {
        let line = record.line;
        let fields: Fields = serde_json::from_str(&record.text).map_err(|error| {
            let expected = "{\"question\", \"model\", \"pass\", \"label\"}";
            format!("line {line}: expected {expected}: {error}")
        })?;
        take(&mut labels, line, |name| match fields.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(value) => match scalar(value) {
                Some(text) => Ok(text.trim().to_owned()),
                None => {
                    Err(format!("field {name}: expected a text or a number, found {}", kind(value)))
                }
            },
        })?;
    }
    Ok(labels)
}

/// Takes a row whose fields `text` gives, empty for one that is missing.
fn take(
    labels: &mut Vec<JudgeLabel>,
    line: u64,
    text: impl Fn(&str) -> Result<String, String>,
) -> Result<(), ReadError> {
    if labels.len() == MOST_LABELS {
        return Err("more than 5,000,000 labels are too many for one file".into());
    }
    labels.push(label(line, text).map_err(|problem| format!("line {line}: {problem}"))?);
    Ok(())
}

fn label(line: u64, text: impl Fn(&str) -> Result<String, String>) -> Result<JudgeLabel, String> {
    let key = QuestionKey::new(text("question")?).ok_or("no question")?;
    let model = Some(text("model")?).filter(|model| !model.is_empty()).ok_or("no model")?;
    let pass = match text("pass")?.as_str() {
        "" => Pass::FIRST,
        number => Pass(number.parse().map_err(|_| {
            format!("expected the number of a pass, 0 for the first, found {number:?}")
        })?),
    };
    let input = match text("input")?.as_str() {
        "" => Input::Image,
        name => Input::from_name(name).map_err(|error| error.to_string())?,
    };
    let answer = answer(&text("label")?)?;
    let extractor = Some(text("extractor")?).filter(|name| !name.is_empty());
    let prediction = PredictionName { key, model, pass, input };
    Ok(JudgeLabel { line, prediction, extractor, answer })
}

fn answer(label: &str) -> Result<Answer, String> {
    match label.to_lowercase().as_str() {
        "" | "nothing" => Ok(Answer::Nothing),
        "z" | "none" | "several" | "off-topic" => Ok(Answer::NoneOfThem),
        "refused" | "refusal" => Ok(Answer::Refused),
        letter => letter.parse().map(Answer::Label).map_err(|_| {
            format!(
                "expected a letter, none, refused, several, off-topic or nothing, found {label:?}"
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Label;

    fn read(text: &str) -> Result<Vec<JudgeLabel>, ReadError> {
        read_labels(text.as_bytes())
    }

    #[test]
    fn a_table_and_json_lines_say_the_same() {
        let table =
            read("question,model,pass,extractor,label\n7,org/m,1,gpt,B\n8,m,,,Z\n").unwrap();
        let lines = read(
            "{\"question\": 7, \"model\": \"org/m\", \"pass\": 1, \"extractor\": \"gpt\", \
             \"label\": \"b\"}\n{\"question\": \"8\", \"model\": \"m\", \"label\": \"none\"}\n",
        )
        .unwrap();
        let without_lines = |labels: Vec<JudgeLabel>| -> Vec<_> {
            labels.into_iter().map(|of| (of.prediction, of.extractor, of.answer)).collect()
        };
        let table = without_lines(table);
        assert_eq!(table[0].2, Answer::Label(Label::from_letter('B').unwrap()));
        assert_eq!(table[1].0.to_string(), "8/m/0");
        assert_eq!(table, without_lines(lines));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        for (text, expected) in [
            ("question,model\n7,m\n", "no column \"label\""),
            ("question,model,label\n7,m,B\n8,m,maybe\n", "line 3: expected a letter"),
            ("question,model,label,pass\n7,m,B,first\n", "line 2: expected the number"),
            ("question,model,label\n,m,B\n", "line 2: no question"),
            (
                "{\"question\": 7, \"model\": \"m\", \"label\": [1]}\n",
                "line 1: field label: expected a text",
            ),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
