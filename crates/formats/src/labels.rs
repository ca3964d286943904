//! Labels that an external judge read from predictions: one row per label, as CSV with the columns
//! `question`, `model`, `pass`, `label` (and `input`, `extractor`), or as JSON lines with the same
//! fields.
//!
//! A label is a letter as shown in that pass, `Z` or `none` (none of the choices), `refused`,
//! `several` or `off-topic` (not a single choice either), `nothing` or empty (the judge read
//! nothing). Without a pass the first one is meant.

use std::io::{BufRead, Read};

use serde::Deserialize;
use thiserror::Error;

use super::python::without_lone_surrogates;
use super::separated::{SeparatedError, read_header};
use assay_core::benchmark::{Input, Pass, PredictionName, QuestionKey};
use assay_core::extract::Answer;
use assay_core::keyword::Keyword;

/// A longer line of JSON is not a label.
const LONGEST_LINE: u64 = 1 << 20;
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

/// Why a file holds no labels.
#[derive(Debug, Error)]
pub enum LabelsError {
    /// The file is not even a table.
    #[error(transparent)]
    Separated(#[from] SeparatedError),
    /// The file cannot be read.
    #[error("the file cannot be read")]
    Unreadable(#[from] std::io::Error),
    /// A column is missing.
    #[error("no column \"{wanted}\" in the header ({}); expected question, model, pass, label", found.join(", "))]
    NoColumn { wanted: &'static str, found: Vec<String> },
    /// A line of JSON that is not a label.
    #[error("line {line}: expected {{\"question\", \"model\", \"pass\", \"label\"}}: {source}")]
    Json { line: u64, source: serde_json::Error },
    /// A field with a wrong value.
    #[error("line {line}: {problem}")]
    Field { line: u64, problem: String },
    /// See the limit above.
    #[error("more than 5,000,000 labels are too many for one file")]
    TooMany,
}

/// The fields of a row as they are written.
#[derive(Default, Deserialize)]
#[serde(default)]
struct WrittenRow {
    question: Scalar,
    model: Scalar,
    pass: Scalar,
    input: Scalar,
    label: Scalar,
    extractor: Scalar,
}

/// A text or a number; anything else is refused by the type.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Scalar {
    #[default]
    Missing,
    Text(String),
    Number(serde_json::Number),
}

impl Scalar {
    fn into_text(self) -> String {
        match self {
            Scalar::Missing => String::new(),
            Scalar::Text(text) => text.trim().to_owned(),
            Scalar::Number(number) => number.to_string(),
        }
    }
}

/// Reads a file of labels; JSON lines if it begins with `{`.
pub fn read_labels(mut input: impl BufRead) -> Result<Vec<JudgeLabel>, LabelsError> {
    let head = input.fill_buf()?;
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    if head.starts_with(b"{") { json_lines(input) } else { table(input) }
}

fn table(input: impl Read) -> Result<Vec<JudgeLabel>, LabelsError> {
    let mut file = read_header(input)?;
    let find =
        |wanted: &str| file.header.iter().position(|name| name.trim().eq_ignore_ascii_case(wanted));
    let required = |wanted: &'static str| {
        find(wanted).ok_or_else(|| LabelsError::NoColumn { wanted, found: file.header.clone() })
    };
    let (question, model, label) = (required("question")?, required("model")?, required("label")?);
    let (pass, input, extractor) = (find("pass"), find("input"), find("extractor"));
    let mut labels = Vec::new();
    file.for_each_row(|row| {
        let text = |column: usize| Scalar::Text(row.field(column).to_owned());
        let optional = |column: Option<usize>| column.map_or(Scalar::Missing, text);
        let written = WrittenRow {
            question: text(question),
            model: text(model),
            pass: optional(pass),
            input: optional(input),
            label: text(label),
            extractor: optional(extractor),
        };
        take(&mut labels, row.line, written)
    })?;
    Ok(labels)
}

fn json_lines(mut input: impl BufRead) -> Result<Vec<JudgeLabel>, LabelsError> {
    let mut labels = Vec::new();
    let mut bytes = Vec::new();
    for line in 1_u64.. {
        bytes.clear();
        let read = Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST_LINE {
            let problem = format!("longer than {LONGEST_LINE} bytes");
            return Err(LabelsError::Field { line, problem });
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{FEFF}').trim();
        if !text.is_empty() {
            let text = without_lone_surrogates(text);
            let written =
                serde_json::from_str(&text).map_err(|source| LabelsError::Json { line, source })?;
            take(&mut labels, line, written)?;
        }
    }
    Ok(labels)
}

fn take(labels: &mut Vec<JudgeLabel>, line: u64, written: WrittenRow) -> Result<(), LabelsError> {
    if labels.len() == MOST_LABELS {
        return Err(LabelsError::TooMany);
    }
    let faulty = |problem: String| LabelsError::Field { line, problem };
    let key = QuestionKey::new(written.question.into_text())
        .ok_or_else(|| faulty("no question".into()))?;
    let model = written.model.into_text();
    if model.is_empty() {
        return Err(faulty("no model".into()));
    }
    let pass = match written.pass.into_text().as_str() {
        "" => Pass::FIRST,
        number => Pass(number.parse().map_err(|_| {
            faulty(format!("expected the number of a pass, 0 for the first, found {number:?}"))
        })?),
    };
    let input = match written.input.into_text().as_str() {
        "" => Input::Image,
        name => Input::from_name(name).map_err(|error| faulty(error.to_string()))?,
    };
    let answer = answer(&written.label.into_text()).map_err(faulty)?;
    let extractor = Some(written.extractor.into_text()).filter(|name| !name.is_empty());
    let prediction = PredictionName { key, model, pass, input };
    labels.push(JudgeLabel { line, prediction, extractor, answer });
    Ok(())
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

    fn read(text: &str) -> Result<Vec<JudgeLabel>, LabelsError> {
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
            ("{\"question\": 7, \"model\": \"m\", \"label\": [1]}\n", "line 1: expected"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
