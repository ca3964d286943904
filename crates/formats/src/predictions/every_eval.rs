//! Instance-level records of Every Eval Ever (schema 0.2): JSON lines, one for each sample.
//!
//! `sample_id` names the question if `input.raw` confirms it, `output.raw` has the model's texts, several of
//! which are samples of one answer. A conversation's text is the last one of the model. Who extracted the
//! final answer, and what, is a scorer.

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

/// Whether a document begins like such records.
pub(super) fn is_one(text: &[u8]) -> bool {
    let has = |field: &[u8]| memchr::memmem::find(text, field).is_some();
    [b"\"evaluation_id\"".as_slice(), b"\"sample_id\"", b"\"schema_version\""].into_iter().all(has)
}

pub(super) fn read(file: File) -> Result<TextTable, ReadError> {
    let reader = BufReader::with_capacity(1 << 18, file);
    let mut records = JsonRecords::new(reader, MAX_RECORD_BYTES);
    let mut samples = SampleTable::new(COLUMN);
    while let Some(record) = records.next_record()? {
        let place = |problem: String| format!("line {}: {problem}", record.line);
        let value: Value =
            serde_json::from_str(&record.text).map_err(|error| place(error.to_string()))?;
        take(&value, &mut samples).map_err(place)?;
    }
    Ok(samples.finish())
}

fn take(record: &Value, samples: &mut SampleTable) -> Result<(), String> {
    let id = scalar(&record["sample_id"]).ok_or("there is no sample_id")?;
    let input = &record["input"];
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let choices: Vec<Option<String>> = list(&input["choices"]).iter().map(text).collect();
    let reference = list(&input["reference"]).first().and_then(text);
    let right = reference.as_ref().and_then(|reference| {
        let at = choices.iter().position(|choice| choice.as_ref() == Some(reference))?;
        Label::from_index(at).map(|label| label.to_string())
    });
    let target = right.or(reference);
    let mut replies: Vec<Option<String>> =
        list(&record["output"]["raw"]).iter().map(text).collect();
    if replies.is_empty() {
        let messages = list(&record["messages"]);
        let of_model =
            |message: &&Value| message["role"] == "assistant" && message["content"].is_string();
        replies.push(messages.iter().rfind(of_model).and_then(|message| text(&message["content"])));
    }
    let attributions = list(&record["answer_attribution"]);
    let final_one = attributions.iter().rfind(|one| one["is_terminal"] == true);
    let scorer =
        final_one.and_then(|one| one["extraction_method"].as_str()).unwrap_or("evaluation");
    let read = final_one.and_then(|one| one["extracted_value"].as_str());
    let score = said(read, &record["evaluation"]["is_correct"]);
    for (epoch, reply) in (1..).zip(replies) {
        samples.take(Sample {
            id: id.clone(),
            epoch,
            text: reply,
            failure: text(&record["error"]),
            target: target.clone(),
            asked: text(&input["raw"]),
            choices: choices.clone(),
            scores: score.iter().map(|said| (scorer.to_owned(), said.clone())).collect(),
        })?;
    }
    Ok(())
}
