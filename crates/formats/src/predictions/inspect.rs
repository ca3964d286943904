//! Logs of Inspect AI: `.eval`, an archive with a file for each sample, packed with deflate or zstd, and
//! `.json`, one document.
//!
//! A sample's `id` is the index, the model's `completion` the text, its choices as they were shown
//! A, B, ... A sample that ended in an error is a failed prediction. Samples without ids are counted
//! from 1. What its scorers say goes with it.

use std::fs::File;
use std::io::{BufReader, Read};

use serde::Deserialize;
use serde_json::{Map, Value};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::TextTable;
use super::samples::{Sample, SampleTable, said};
use crate::error::{ReadError, shown};
use crate::json_fields::scalar;
use crate::json_records::{JsonRecords, ListInDocument};

/// The column of the model's text, named by its path.
pub(super) const COLUMN: &str = "output.completion";

/// The longest file of a sample, in bytes: pictures may be in it.
const MAX_SAMPLE_BYTES: u64 = 512 << 20;

/// The list of samples in a log that is one document.
const SAMPLES: ListInDocument =
    ListInDocument { name: "samples", expected: "Inspect AI's samples", beside: "eval" };

/// Whether an archive is a log: it has a header and samples.
pub(super) fn is_archive(file: &File) -> bool {
    let Ok(archive) = ZipArchive::new(file) else { return false };
    let is_sample = |name: &str| name.starts_with("samples/") || name.starts_with("_journal/");
    archive.file_names().filter_map(Result::ok).any(|name| is_sample(&name))
}

/// Whether the beginning of a document is that of a log.
pub(super) fn is_log(text: &[u8]) -> bool {
    let has = |field: &[u8]| memchr::memmem::find(text, field).is_some();
    text.starts_with(b"{") && has(b"\"eval\"") && has(b"\"version\"") && has(b"\"task\"")
}

/// Reads an `.eval` archive.
pub(super) fn read_archive(file: &File) -> Result<TextTable, ReadError> {
    let mut archive = ZipArchive::new(file).map_err(|error| error.to_string())?;
    let mut log = SampleTable::new(COLUMN);
    let header = member(&mut archive, "header.json").ok();
    let header: Option<Value> = header.and_then(|header| serde_json::from_reader(header).ok());
    describe(&mut log, header.as_ref().and_then(|header| header.get("eval")));
    let mut names: Vec<String> = archive
        .file_names()
        .filter_map(Result::ok)
        .filter(|name| name.starts_with("samples/") && name.ends_with(".json"))
        .map(std::borrow::Cow::into_owned)
        .collect();
    names.sort_unstable();
    if names.is_empty() {
        return Err("the log has no finished sample; was the evaluation stopped?".into());
    }
    for name in names {
        let bad = |reason: &dyn std::fmt::Display| format!("{}: {reason}", shown(&name));
        let sample = member(&mut archive, &name).map_err(|error| bad(&error))?;
        let sample: Logged = serde_json::from_reader(sample).map_err(|error| bad(&error))?;
        sample.taken().and_then(|sample| log.take(sample)).map_err(|problem| bad(&problem))?;
    }
    Ok(log.finish())
}

/// Opens a member of an archive, also one that is packed with zstd, which the archive reader leaves
/// to its C library. At most [`MAX_SAMPLE_BYTES`] are read from it.
fn member<'a>(
    archive: &'a mut ZipArchive<&File>,
    name: &str,
) -> Result<Box<dyn Read + 'a>, String> {
    let describe = |error: ZipError| error.to_string();
    let at = archive.index_for_name(name).ok_or("it is not in the archive")?;
    let packed = archive.by_index_raw(at).map_err(describe)?;
    if packed.size() > MAX_SAMPLE_BYTES {
        return Err(format!("has more than {} MB", MAX_SAMPLE_BYTES >> 20));
    }
    let is_zstd = packed.compression() == CompressionMethod::ZSTD;
    drop(packed);
    if !is_zstd {
        let member = archive.by_index(at).map_err(describe)?;
        return Ok(Box::new(BufReader::new(member.take(MAX_SAMPLE_BYTES))));
    }
    let packed = BufReader::new(archive.by_index_raw(at).map_err(describe)?);
    let member = ruzstd::decoding::StreamingDecoder::new(packed);
    let member = member.map_err(|error| format!("its zstd is damaged: {error}"))?;
    Ok(Box::new(BufReader::new(member.take(MAX_SAMPLE_BYTES))))
}

/// Reads a log as one JSON document.
pub(super) fn read_log(file: File) -> Result<TextTable, ReadError> {
    let mut log = SampleTable::new(COLUMN);
    let reader = BufReader::with_capacity(1 << 18, file);
    let mut records = JsonRecords::within(Some(SAMPLES), reader, MAX_SAMPLE_BYTES as usize);
    while let Some(record) = records.next_record()? {
        let sample = serde_json::from_str(&record.text).map_err(|error| error.to_string());
        let sample = sample.and_then(|sample: Logged| sample.taken());
        if let Err(problem) = sample.and_then(|sample| log.take(sample)) {
            return Err(format!("sample {}: {problem}", log.table.rows() + 1).into());
        }
    }
    describe(&mut log, records.into_beside().as_ref());
    Ok(log.finish())
}

/// A sample as it is logged; the messages that led to it are skipped.
#[derive(Deserialize)]
struct Logged {
    id: Value,
    #[serde(default)]
    epoch: Option<u32>,
    #[serde(default)]
    input: Value,
    #[serde(default)]
    choices: Option<Vec<Value>>,
    #[serde(default)]
    target: Value,
    #[serde(default)]
    output: Value,
    #[serde(default)]
    error: Value,
    /// By the names of the scorers.
    #[serde(default)]
    scores: Option<Map<String, Value>>,
}

impl Logged {
    fn taken(self) -> Result<Sample, String> {
        let reason = [self.error.get("message"), self.output.get("error")];
        let reason = reason.into_iter().flatten().find_map(Value::as_str);
        let target = match self.target.as_array().map(Vec::as_slice) {
            Some([only]) => scalar(only),
            Some(_) => None,
            None => scalar(&self.target),
        };
        let scores = self.scores.iter().flatten().filter_map(|(name, score)| {
            let answer = score.get("answer").and_then(Value::as_str);
            Some((name.clone(), said(answer, score.get("value")?)?))
        });
        Ok(Sample {
            id: scalar(&self.id).ok_or("the sample has no id")?,
            epoch: self.epoch.unwrap_or(1),
            text: answer(&self.output),
            failure: reason.map(str::to_owned),
            target,
            asked: asked(&self.input),
            choices: self.choices.iter().flatten().map(scalar).collect(),
            scores: scores.collect(),
        })
    }
}

fn describe(log: &mut SampleTable, eval: Option<&Value>) {
    let text = |name: &str| eval?.get(name).and_then(Value::as_str).map(shown);
    if let (Some(model), Some(task)) = (text("model"), text("task")) {
        log.table.warnings.push(format!("a log of Inspect AI: model {model}, task {task}"));
    }
}

/// The text of what was asked: a text, or messages of which those of the user count; their parts
/// may be pictures.
fn asked(input: &Value) -> Option<String> {
    let texts: Vec<String> = match input {
        Value::String(text) => vec![text.clone()],
        Value::Array(messages) => {
            let of_user = |message: &&Value| message.get("role").is_none_or(|role| role == "user");
            let contents = messages.iter().filter(of_user).filter_map(|one| one.get("content"));
            contents.filter_map(text_of_content).collect()
        }
        _ => Vec::new(),
    };
    // Long texts may be kept elsewhere in the log, with a reference here.
    let is_text = !texts.iter().any(|text| text.starts_with("attachment://"));
    (is_text && !texts.is_empty()).then(|| texts.join("\n"))
}

/// The text of a message's content, which may have parts.
fn text_of_content(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let text = |part: &Value| part.get("text").and_then(Value::as_str).map(str::to_owned);
            let texts: Vec<String> = parts.iter().filter_map(text).collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        }
        _ => None,
    }
}

/// The completion; else the text of the first choice's message. `None` if it is empty.
fn answer(output: &Value) -> Option<String> {
    let completion = output.get("completion").and_then(Value::as_str).map(str::to_owned);
    let first = || text_of_content(output.pointer("/choices/0/message/content")?);
    completion.filter(|text| !text.is_empty()).or_else(first).filter(|text| !text.is_empty())
}
