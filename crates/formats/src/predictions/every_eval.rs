//! Instance-level records of Every Eval Ever (schemas 0.2 and 0.3): JSON lines, one for each sample.
//!
//! `sample_id` names the question if `input.raw` confirms it, `output.raw` has the model's texts, several of
//! which are samples of one answer, as are the epochs of Inspect AI in `metadata`. A conversation's text is
//! the last one of the model. Who extracted the final answer, and what, is a scorer. A sample has a record
//! for each of its measures: they are one row.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;

use serde_json::Value;

use super::TextTable;
use super::samples::{Sample, SampleTable, said};
use crate::error::ReadError;
use crate::json_fields::scalar;
use crate::json_records::JsonRecords;
use assay_core::benchmark::Label;

/// The column of the text.
pub(super) const COLUMN: &str = "output.raw.0";

const MAX_RECORD_BYTES: usize = 64 << 20;

/// Whether a document begins like such records, or like the summary of their results.
pub(super) fn is_one(text: &[u8]) -> bool {
    let has = |field: &[u8]| memchr::memmem::find(text, field).is_some();
    let kind = has(b"\"sample_id\"") || has(b"\"retrieved_timestamp\"");
    kind && has(b"\"evaluation_id\"") && has(b"\"schema_version\"")
}

/// The samples that were read, each with the measure of its first record.
#[derive(Default)]
struct Read {
    samples: Vec<(String, Sample)>,
    /// Where those with an id are.
    places: HashMap<String, Vec<usize>>,
    /// Records of a further measure whose text is another one, as that of another filter.
    left_out: usize,
}

pub(super) fn read(file: File) -> Result<TextTable, ReadError> {
    let reader = BufReader::with_capacity(1 << 18, file);
    let mut records = JsonRecords::new(reader, MAX_RECORD_BYTES);
    let mut read = Read::default();
    while let Some(record) = records.next_record()? {
        let place = |problem: String| format!("line {}: {problem}", record.line);
        let value: Value =
            serde_json::from_str(&record.text).map_err(|error| place(error.to_string()))?;
        read.take(&value).map_err(place)?;
    }
    let mut table = SampleTable::new(COLUMN);
    for (_, sample) in read.samples {
        table.take(sample)?;
    }
    let mut table = table.finish();
    if read.left_out > 0 {
        table.warnings.push(format!(
            "{} records of a further measure have another text than that of the first and are left out",
            read.left_out
        ));
    }
    Ok(table)
}

impl Read {
    fn take(&mut self, record: &Value) -> Result<(), String> {
        if !record["evaluation_results"].is_null() {
            return Err(
                "these are Every Eval Ever's results, without what the model wrote; take the file \
                        of their samples (.._samples.jsonl)"
                    .into(),
            );
        }
        let measure = ["evaluation_name", "evaluation_result_id"].map(|name| record[name].as_str());
        let measure = measure.map(Option::unwrap_or_default).join(" ");
        for sample in samples(record)? {
            let known = self.places.entry(sample.id.clone()).or_default();
            let same = known.iter().copied().find(|&at| {
                let (_, other) = &self.samples[at];
                other.epoch == sample.epoch && other.asked == sample.asked
            });
            match same.map(|at| &mut self.samples[at]) {
                Some((_, first)) if first.text == sample.text => {
                    let is_new = |(name, _): &(String, String)| {
                        first.scores.iter().all(|(it, _)| it != name)
                    };
                    let scores: Vec<_> = sample.scores.into_iter().filter(is_new).collect();
                    first.scores.extend(scores);
                }
                Some((first, _)) if *first != measure => self.left_out += 1,
                _ => {
                    known.push(self.samples.len());
                    self.samples.push((measure.clone(), sample));
                }
            }
        }
        Ok(())
    }
}

/// The samples of a record: one for each text of the model.
fn samples(record: &Value) -> Result<Vec<Sample>, String> {
    let id = scalar(&record["sample_id"]).ok_or("there is no sample_id")?;
    let (input, text) = (&record["input"], |value: &Value| value.as_str().map(str::to_owned));
    let mut choices = texts(&input["choices"]);
    // Letters instead of the choices' texts say nothing.
    if Label::all().zip(&choices).all(|(label, text)| text.trim() == label.to_string()) {
        choices.clear();
    }
    let letter_of = |text: &str| {
        let at = choices.iter().position(|choice| choice.trim() == text.trim())?;
        Label::from_index(at).map(|label| label.to_string())
    };
    let reference = texts(&input["reference"]).into_iter().next();
    let target = reference.as_deref().and_then(letter_of).or(reference);
    let mut replies: Vec<Option<String>> =
        texts(&record["output"]["raw"]).into_iter().map(Some).collect();
    if replies.is_empty() {
        let mut messages = record["messages"].as_array().into_iter().flatten();
        let of_model = |message: &&Value| {
            message["role"] == "assistant"
                && message["content"].as_str().is_some_and(|it| !it.is_empty())
        };
        replies.push(messages.rfind(of_model).and_then(|last| text(&last["content"])));
    }
    let attributions = record["answer_attribution"].as_array();
    let mut attributions = attributions.into_iter().flatten();
    let last = attributions.rfind(|one| one["is_terminal"] == true);
    let method = last.and_then(|one| one["extraction_method"].as_str());
    let method = method.filter(|method| !["", "none", "unknown"].contains(method));
    let scorer = method.or(record["evaluation_name"].as_str()).unwrap_or("evaluation");
    let extracted = last.and_then(|one| one["extracted_value"].as_str());
    let extracted = extracted.map(|value| letter_of(value).unwrap_or_else(|| value.to_owned()));
    let evaluation = &record["evaluation"];
    let right = ["is_correct", "score"].map(|name| &evaluation[name]);
    let score = right.into_iter().find_map(|value| said(extracted.as_deref(), value));
    let first = scalar(&record["metadata"]["epoch"]).and_then(|epoch| epoch.parse::<u32>().ok());
    let sample = |(epoch, reply)| Sample {
        id: id.clone(),
        epoch,
        text: reply,
        failure: text(&record["error"]),
        target: target.clone(),
        asked: text(&input["raw"]),
        choices: choices.iter().cloned().map(Some).collect(),
        scores: score.iter().map(|said| (scorer.to_owned(), said.clone())).collect(),
    };
    Ok((first.unwrap_or(1)..).zip(replies).map(sample).collect())
}

/// The texts of a list, or of a single value as early versions of the schema have it.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().filter_map(scalar).collect(),
        value => scalar(value).into_iter().collect(),
    }
}
