//! Samples as evaluation harnesses log them: what was asked, what the model wrote, and what the harness's own
//! scorers made of it.
//!
//! Ids may be numbers that the harness gave, so what was asked must confirm them. Several epochs are samples
//! of the answer. What a scorer says becomes a column [`SCORED_BY`] with its name: the letter that it read,
//! or whether the answer is right.

use super::TextTable;
use crate::json_fields::scalar;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::benchmark::Label;
use assay_core::extract::vlmevalkit::FAILURE;

/// The columns for what was asked and for the epoch.
const INPUT: &str = "input";
const EPOCH: &str = "epoch";

/// The prefix of the columns with what a scorer said, before its name.
pub(super) const SCORED_BY: &str = "scored by ";
/// What such a column holds unless the scorer read a letter.
pub const RIGHT: &str = "right";
pub const WRONG: &str = "wrong";
/// What is before a grade between both.
pub const GRADED: &str = "graded ";

/// The longest reason of a failure that is kept, in characters.
const LONGEST_REASON: usize = 500;

/// One sample.
#[derive(Debug, Default)]
pub(super) struct Sample {
    pub id: String,
    /// From 1.
    pub epoch: u32,
    pub text: Option<String>,
    /// Why there is no text.
    pub failure: Option<String>,
    pub target: Option<String>,
    pub asked: Option<String>,
    /// The choices as they were shown.
    pub choices: Vec<Option<String>>,
    /// What scorers said: the name of each, and a letter, [`RIGHT`] or [`WRONG`].
    pub scores: Vec<(String, String)>,
}

/// The table of a log.
pub(super) struct SampleTable {
    pub table: TextTable,
    /// The columns after the fixed ones: choices and scorers, in the order in which they were seen.
    added: Vec<String>,
    failed: usize,
    epochs: u32,
}

impl SampleTable {
    /// A table whose column of texts has this name.
    pub fn new(text: &str) -> Self {
        let names = ["id", text, "target", INPUT, EPOCH].map(str::to_owned);
        SampleTable { table: TextTable::new(names), added: Vec::new(), failed: 0, epochs: 0 }
    }

    pub fn take(&mut self, sample: Sample) -> Result<(), String> {
        if self.table.rows() == MAX_ROWS {
            return Err(format!("more than {MAX_ROWS} samples; split the log"));
        }
        let Sample { id, epoch, text, failure, target, asked, choices, scores } = sample;
        let epoch = epoch.max(1);
        self.epochs = self.epochs.max(epoch);
        let text = match (text.filter(|text| !text.is_empty()), failure) {
            (None, Some(reason)) => {
                self.failed += 1;
                let reason: String = reason.chars().take(LONGEST_REASON).collect();
                Some(format!("{FAILURE}: {reason}"))
            }
            (text, _) => text,
        };
        if [&text, &asked].into_iter().flatten().any(|text| text.len() > MAX_TEXT_BYTES) {
            return Err(format!("the text has more than {} MB", MAX_TEXT_BYTES / 1_000_000));
        }
        let choices = Label::all().map(|label| label.to_string()).zip(choices);
        let scores =
            scores.into_iter().map(|(name, said)| (format!("{SCORED_BY}{name}"), Some(said)));
        let more: Vec<(String, Option<String>)> = choices.chain(scores).collect();
        for (name, _) in &more {
            if !self.added.contains(name) {
                self.table.add_column(name);
                self.added.push(name.clone());
            }
        }
        let cells = [Some(id), text, target, asked, Some(epoch.to_string())];
        let added = self.added.iter().map(|name| {
            more.iter().find(|(known, _)| known == name).and_then(|(_, cell)| cell.clone())
        });
        for cell in cells.into_iter().chain(added) {
            self.table.push_cell(cell.as_deref().filter(|cell| !cell.is_empty()));
        }
        Ok(())
    }

    pub fn finish(mut self) -> TextTable {
        self.table.asked = Some(INPUT);
        self.table.sampled = (self.epochs > 1).then_some(EPOCH);
        if self.failed > 0 {
            let sentence = format!("{} samples ended in an error: failed predictions", self.failed);
            self.table.warnings.push(sentence);
        }
        self.table
    }
}

/// What a scorer says, from the answer that it read and its verdict: `C` and `I`, a truth or a number.
pub(super) fn said(answer: Option<&str>, value: &serde_json::Value) -> Option<String> {
    let letter = answer.map(|answer| answer.trim().trim_matches(['(', ')', '.', ' ']));
    if let Some(letter) = letter.and_then(Label::from_text) {
        return Some(letter.to_string());
    }
    let is_right = match scalar(value)?.as_str() {
        "C" | "1" | "1.0" | "true" | "True" => true,
        "I" | "0" | "0.0" | "false" | "False" => false,
        // Partly right or not answered, unless it is a grade.
        _ => {
            let grade = value.as_f64().filter(|grade| (0.0..=1.0).contains(grade))?;
            return Some(format!("{GRADED}{grade}"));
        }
    };
    Some(if is_right { RIGHT } else { WRONG }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_scorer_says_a_letter_or_whether_it_is_right() {
        for (answer, value, expected) in [
            (Some("B"), json!("I"), Some("B")),
            (Some(" (C). "), json!("C"), Some("C")),
            (Some("a cat"), json!("C"), Some(RIGHT)),
            (None, json!(0.0), Some(WRONG)),
            (None, json!(true), Some(RIGHT)),
            (None, json!(0.5), Some("graded 0.5")),
            (None, json!(7), None),
            (None, json!("P"), None),
            (Some("a cat"), json!({"a": 1}), None),
        ] {
            assert_eq!(said(answer, &value).as_deref(), expected, "{answer:?} {value}");
        }
    }

    #[test]
    fn choices_and_scorers_that_come_later_are_columns_too() {
        let mut samples = SampleTable::new("text");
        let sample = |id: &str, choices: &[&str], scores: &[(&str, &str)]| Sample {
            id: id.into(),
            text: Some("B".into()),
            choices: choices.iter().map(|text| Some((*text).into())).collect(),
            scores: scores.iter().map(|(name, said)| ((*name).into(), (*said).into())).collect(),
            ..Sample::default()
        };
        samples.take(sample("1", &["x"], &[])).unwrap();
        samples.take(sample("2", &["x", "y"], &[("choice", "B")])).unwrap();
        let table = samples.finish();
        assert_eq!(table.columns()[5..], ["A", "B", "scored by choice"]);
        assert_eq!((table.cell(1, 6), table.cell(1, 7), table.cell(0, 7)), ("y", "B", ""));
    }
}
