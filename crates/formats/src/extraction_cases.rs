//! JSON lines of texts with the choices they were shown: `{"id", "prediction", "choices": {"A": ..}}`.
//!
//! Rule sets are tried on this format. Other fields of a line are ignored.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::python::{NotAScalar, python_text, without_lone_surrogates};
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

/// Why a line is not a case.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// Not JSON, or not an object with the three fields.
    #[error("expected {{\"id\": .., \"prediction\": .., \"choices\": {{\"A\": ..}}}}: {0}")]
    Json(#[from] serde_json::Error),
    /// A label that is not one letter.
    #[error("expected one capital letter A to Z as a choice's label, found {0:?}")]
    Label(String),
    /// A prediction or a choice that is not a text.
    #[error("field {field}: {source}")]
    Scalar {
        /// `prediction`, or the label of the choice.
        field: String,
        source: NotAScalar,
    },
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
    pub fn from_line(line: &str) -> Result<Self, CaseError> {
        let line = without_lone_surrogates(line);
        let written: WrittenCase = serde_json::from_str(&line)?;
        let text = |field: &str, value: &RawValue| {
            python_text(value)
                .map_err(|source| CaseError::Scalar { field: field.to_owned(), source })
        };
        let mut choices = Vec::with_capacity(written.choices.0.len());
        for (letter, value) in written.choices.0 {
            let label = match letter.as_bytes() {
                [byte] => Label::from_letter(char::from(*byte)),
                _ => None,
            };
            let Some(label) = label else { return Err(CaseError::Label(letter.into())) };
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
