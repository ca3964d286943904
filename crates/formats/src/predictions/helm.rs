//! Runs of HELM: `scenario_state.json`, or `display_predictions.json` with `instances.json` beside it.
//!
//! The choices are those of `output_mapping`, else the references in their order, which HELM letters alike.
//! Where each choice was asked separately, the prediction is HELM's own (`predicted_index`), else the likeliest
//! one ([`separate`]). Instances that were perturbed are other questions and are left out. The scores in
//! `per_instance_stats.json` beside it are those of a scorer.

mod separate;

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde_json::Value;

use self::separate::{Likelihoods, likeliest, likelihood};
use super::TextTable;
use super::samples::{Sample, SampleTable, said};
use crate::error::ReadError;
use crate::json_fields::scalar;
use crate::json_records::{JsonRecords, ListInDocument};
use crate::picture_file::folder_of;
use crate::regular_file::open_regular;
use assay_core::benchmark::Label;

/// The columns of the text.
pub(super) const COLUMN: &str = "result.completions.0.text";

/// The longest record, in bytes: prompts may have examples and pictures.
const MAX_RECORD_BYTES: usize = 256 << 20;

/// The list of requests.
const STATES: ListInDocument = ListInDocument {
    name: "request_states",
    expected: "HELM's request_states",
    beside: "adapter_spec",
};

/// The scores of an instance that are those of its answer, the best first.
const SCORES: [&str; 5] = [
    "exact_match",
    "quasi_exact_match",
    "prefix_exact_match",
    "quasi_prefix_exact_match",
    "chain_of_thought_correctness",
];

/// Whether a document begins like one of HELM's, and which.
pub(super) fn recognize(text: &[u8]) -> Option<Document> {
    let kinds: [(u8, &[&str], Document); 4] = [
        (b'{', &["\"adapter_spec\""], Document::States),
        (b'[', &["\"instance_id\"", "\"predicted_text\""], Document::Predictions),
        (b'[', &["\"instance_id\"", "\"stats\""], Document::WithoutTexts),
        (b'[', &["\"input\"", "\"references\"", "\"output\""], Document::WithoutTexts),
    ];
    let has = |field: &&str| memchr::memmem::find(text, field.as_bytes()).is_some();
    let found = kinds
        .into_iter()
        .find(|(first, fields, _)| text.first() == Some(first) && fields.iter().all(has));
    found.map(|(.., document)| document)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Document {
    States,
    Predictions,
    /// Instances, or their scores.
    WithoutTexts,
}

pub(super) fn read(file: File, path: &Path, document: Document) -> Result<TextTable, ReadError> {
    match document {
        Document::WithoutTexts => {
            Err("these are HELM's instances or their scores, without what the model wrote; take \
                 scenario_state.json or display_predictions.json, with this file beside it"
                .into())
        }
        Document::States => read_states(file, path),
        Document::Predictions => read_predictions(file, path),
    }
}

/// An instance by its id, and the trial.
type Place = (String, u64);

fn read_states(file: File, path: &Path) -> Result<TextTable, ReadError> {
    let scores = scores_beside(path)?;
    let mut samples = SampleTable::new(COLUMN);
    let mut separate: Vec<(Place, Value, Likelihoods)> = Vec::new();
    let mut perturbed = 0;
    each(file, Some(STATES), |state| {
        let Some(instance) = state.get("instance") else { return Err("it has no instance".into()) };
        if !instance["perturbation"].is_null() {
            perturbed += 1;
            return Ok(());
        }
        let place = place(&instance["id"], &state)?;
        let completion = &state["result"]["completions"][0];
        if let Some(reference) = state["reference_index"].as_u64() {
            let at = separate.iter().rposition(|(known, ..)| *known == place);
            let at = at.unwrap_or_else(|| {
                separate.push((place, instance.clone(), Likelihoods::new()));
                separate.len() - 1
            });
            let reference = reference as usize;
            let text = instance["references"][reference]["output"]["text"].as_str();
            if let Some(likelihood) = likelihood(completion, text.unwrap_or_default()) {
                let is_calibration = state["request_mode"] == "calibration";
                separate[at].2.insert((reference, is_calibration), likelihood);
            }
            return Ok(());
        }
        let failure = state["result"]["error"].as_str().map(str::to_owned);
        let mut sample = of_instance(instance, &state["output_mapping"], &place, &scores);
        sample.text = completion["text"].as_str().map(str::to_owned);
        sample.failure = failure;
        samples.take(sample)
    })?;
    for (place, instance, likelihoods) in separate {
        let mut sample = of_instance(&instance, &Value::Null, &place, &scores);
        let own = scores.get(&place).and_then(|scores| scores["predicted_index"].as_f64());
        let own = own.and_then(|index| Label::from_index(index as usize));
        sample.text = own.or_else(|| likeliest(&likelihoods)).map(|label| label.to_string());
        samples.take(sample)?;
    }
    if perturbed > 0 {
        let sentence = format!("{perturbed} requests of perturbed instances are left out");
        samples.table.warnings.push(sentence);
    }
    Ok(samples.finish())
}

fn read_predictions(file: File, path: &Path) -> Result<TextTable, ReadError> {
    let beside = path.with_file_name("instances.json");
    let instances = open_regular(&beside).map_err(|_| {
        let folder = folder_of(path).display();
        ReadError::from(format!(
            "HELM keeps the questions in instances.json, which is not in {folder}"
        ))
    })?;
    let mut known: HashMap<String, Value> = HashMap::new();
    each(instances, None, |instance| {
        if instance["perturbation"].is_null()
            && let Some(id) = scalar(&instance["id"])
        {
            known.insert(id, instance);
        }
        Ok(())
    })?;
    let mut scores = scores_beside(path)?;
    let mut samples = SampleTable::new(COLUMN);
    each(file, None, |prediction| {
        let place = place(&prediction["instance_id"], &prediction)?;
        let Some(instance) = known.get(&place.0).filter(|_| prediction["perturbation"].is_null())
        else {
            return Ok(());
        };
        scores.entry(place.clone()).or_insert_with(|| prediction["stats"].clone());
        let mut sample = of_instance(instance, &Value::Null, &place, &scores);
        // Where each choice was asked separately, the text is that of the prompt.
        let chosen = prediction["reference_index"].as_u64();
        let chosen = chosen.and_then(|at| Label::from_index(at as usize));
        let text = || prediction["predicted_text"].as_str().map(str::to_owned);
        sample.text = chosen.map(|label| label.to_string()).or_else(text);
        samples.take(sample)
    })?;
    Ok(samples.finish())
}

/// The scores by instance, from the file beside this one, if it is there.
fn scores_beside(path: &Path) -> Result<HashMap<Place, Value>, ReadError> {
    let mut scores = HashMap::new();
    let Ok(file) = open_regular(&path.with_file_name("per_instance_stats.json")) else {
        return Ok(scores);
    };
    each(file, None, |entry| {
        if !entry["perturbation"].is_null() {
            return Ok(());
        }
        let place = place(&entry["instance_id"], &entry)?;
        let mut named = serde_json::Map::new();
        for stat in entry["stats"].as_array().into_iter().flatten() {
            let mean = stat["sum"].as_f64().zip(stat["count"].as_f64());
            let mean = mean.filter(|(_, count)| *count > 0.0).map(|(sum, count)| sum / count);
            if let (Some(name), Some(mean)) = (stat["name"]["name"].as_str(), mean) {
                named.insert(name.to_owned(), mean.into());
            }
        }
        scores.insert(place, Value::Object(named));
        Ok(())
    })?;
    Ok(scores)
}

/// A sample without the model's text.
fn of_instance(
    instance: &Value,
    mapping: &Value,
    place: &Place,
    scores: &HashMap<Place, Value>,
) -> Sample {
    let references = instance["references"].as_array();
    let references: Vec<&Value> = references.into_iter().flatten().collect();
    let text = |reference: &&Value| reference["output"]["text"].as_str().map(str::to_owned);
    let is_correct = |reference: &&Value| {
        reference["tags"].as_array().is_some_and(|tags| tags.iter().any(|tag| tag == "correct"))
    };
    let mut choices: Vec<Option<String>> = match mapping.as_object() {
        Some(mapping) => {
            let shown = Label::all().map_while(|label| mapping.get(&label.to_string()));
            shown.map(|text| text.as_str().map(str::to_owned)).collect()
        }
        // Where all are right they are the accepted answers to an open question.
        None if references.len() < 2 || references.iter().all(is_correct) => Vec::new(),
        None => references.iter().map(text).collect(),
    };
    let at = references.iter().position(is_correct);
    let correct = at.and_then(|at| text(&references[at])).filter(|text| !text.is_empty());
    let shown_at = choices.iter().position(|choice| choice.is_some() && *choice == correct);
    let letter = shown_at.or(at.filter(|_| choices.len() > 1)).and_then(Label::from_index);
    // Choices that are pictures have no text; those beside them are then no order of all.
    if choices.iter().any(|choice| choice.as_deref().is_none_or(str::is_empty)) {
        choices.clear();
    }
    let score = scores.get(place).and_then(|scores| {
        SCORES
            .iter()
            .find_map(|name| Some((format!("helm {name}"), said(None, scores.get(name)?)?)))
    });
    Sample {
        id: place.0.clone(),
        epoch: place.1 as u32 + 1,
        target: letter.map(|letter| letter.to_string()).or(correct),
        asked: asked(&instance["input"]),
        choices,
        scores: score.into_iter().collect(),
        ..Sample::default()
    }
}

/// The text of an instance's input; with pictures it has parts.
fn asked(input: &Value) -> Option<String> {
    let parts = input["multimedia_content"]["media_objects"].as_array();
    let parts = parts.into_iter().flatten().filter_map(|part| part["text"].as_str());
    let texts = input["text"].as_str().into_iter().chain(parts);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn place(id: &Value, entry: &Value) -> Result<Place, String> {
    let id = scalar(id).ok_or("the instance has no id")?;
    Ok((id, entry["train_trial_index"].as_u64().unwrap_or(0)))
}

/// Reads the records of a file one after the other.
fn each(
    file: File,
    list: Option<ListInDocument>,
    mut take: impl FnMut(Value) -> Result<(), String>,
) -> Result<(), ReadError> {
    let reader = BufReader::with_capacity(1 << 18, file);
    let mut records = JsonRecords::within(list, reader, MAX_RECORD_BYTES);
    let mut row = 0;
    while let Some(record) = records.next_record()? {
        row += 1;
        let value = serde_json::from_str(&record.text).map_err(|error| error.to_string());
        value.and_then(&mut take).map_err(|problem| format!("record {row}: {problem}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_that_are_all_right_are_no_choices() {
        let one = |text: &str, tags: &[&str]| json!({"output": {"text": text}, "tags": tags});
        let sample = |references: &[Value]| {
            let instance = json!({"input": {"text": "?"}, "references": references});
            of_instance(&instance, &Value::Null, &("id0".to_owned(), 0), &HashMap::new())
        };
        let open = sample(&[one("6 feet", &["correct"]), one("six feet", &["correct"])]);
        assert_eq!((open.choices.len(), open.target.as_deref()), (0, Some("6 feet")));
        let closed = sample(&[one("6 feet", &[]), one("six feet", &["correct"])]);
        assert_eq!((closed.choices.len(), closed.target.as_deref()), (2, Some("B")));
    }
}
