//! JSON lines of texts with the choices they were shown: `{"id", "prediction", "choices": {"A": ..}}`.
//!
//! Rule sets are tried on this format. Other fields of a line are ignored.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::error::ReadError;
use super::python::{python_text, without_lone_surrogates};
use super::raw_fields::RawFields;
use assay_core::benchmark::Label;
use assay_core::extract::{Choices, Extraction};

/// One text to read.
#[derive(Debug)]
pub struct ExtractionCase {
    /// The case's name, as written in the file: any JSON value, given back unchanged.
    pub id: Box<RawValue>,
    /// What the model wrote.
    pub prediction: String,
    /// What it could choose from.
    pub choices: Choices,
}

/// The answer to a case, as one line of JSON.
#[derive(Debug, Serialize)]
pub struct ExtractedCase<'a> {
    id: &'a RawValue,
    label: Option<char>,
    step: &'static str,
}

impl ExtractionCase {
    /// Reads one line.
    ///
    /// # Errors
    /// If the line is not such an object, a label is not a capital letter, or a choice is a list.
    pub fn from_line(line: &str) -> Result<Self, ReadError> {
        let line = without_lone_surrogates(line);
        let written: WrittenCase = serde_json::from_str(&line).map_err(|error| {
            let expected = "{\"id\": .., \"prediction\": .., \"choices\": {\"A\": ..}}";
            format!("expected {expected}: {error}")
        })?;
        let text = |field: &str, value: &RawValue| {
            python_text(value).map_err(|problem| format!("field {field}: {problem}"))
        };
        let mut choices = Vec::with_capacity(written.choices.0.len());
        for (letter, value) in written.choices.0 {
            let label = Label::from_text(&letter).ok_or_else(|| {
                format!("expected one capital letter A to Z as a choice's label, found {letter:?}")
            })?;
            choices.push((label, text(&letter, value)?));
        }
        Ok(ExtractionCase {
            id: written.id.to_owned(),
            prediction: text("prediction", written.prediction)?,
            choices: Choices::new(choices),
        })
    }

    /// The line of output for this case.
    pub fn answered(&self, extraction: &Extraction) -> ExtractedCase<'_> {
        ExtractedCase { id: &self.id, label: extraction.answer.letter(), step: extraction.step }
    }
}

#[derive(Deserialize)]
struct WrittenCase<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow)]
    prediction: &'a RawValue,
    #[serde(borrow)]
    choices: RawFields<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::extract::{RuleSet, extract};

    fn answer(line: &str) -> String {
        let case = ExtractionCase::from_line(line).unwrap();
        let extraction = extract(RuleSet::VlmevalkitLate, &case.prediction, &case.choices);
        serde_json::to_string(&case.answered(&extraction)).unwrap()
    }

    #[test]
    fn an_id_comes_back_as_it_was_written() {
        let line = r#"{"id": 7.0, "prediction": "B", "choices": {"A": "x", "B": "y"}, "more": []}"#;
        assert_eq!(answer(line), r#"{"id":7.0,"label":"B","step":"letter"}"#);
    }

    #[test]
    fn numbers_among_the_choices_read_as_python_prints_them() {
        let line = r#"{"id": "n", "prediction": "is 2.0", "choices": {"A": 2.0, "B": 3}}"#;
        assert_eq!(answer(line), r#"{"id":"n","label":"A","step":"option-text"}"#);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_reported() {
        let wrong = |line| ExtractionCase::from_line(line).unwrap_err().to_string();
        assert!(wrong(r#"{"id": 1, "prediction": "B"}"#).contains("choices"));
        assert!(wrong(r#"{"id": 1, "prediction": "B", "choices": {"b": ""}}"#).contains("\"b\""));
        assert!(wrong(r#"{"id": 1, "prediction": [], "choices": {}}"#).contains("a list"));
    }
}
