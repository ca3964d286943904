//! Logs of Inspect AI: `.eval`, an archive with a file for each sample, packed with deflate or zstd, and
//! `.json`, one document.
//!
//! A sample's `id` is the index, the model's `completion` the text, its choices as they were shown
//! A, B, ... Several epochs are samples of the answer. A sample that ended in an error is a failed
//! prediction. Samples without ids are counted from 1, so what was asked (`input`) must confirm an
//! id.

use std::fs::File;
use std::io::{BufReader, Read};

use serde::Deserialize;
use serde_json::Value;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::TextTable;
use crate::error::{ReadError, shown};
use crate::json_fields::scalar;
use crate::json_records::{JsonRecords, ListInDocument};
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::benchmark::Label;
use assay_core::extract::vlmevalkit::FAILURE;

/// The column of the model's text, named by its path.
pub(super) const COLUMN: &str = "output.completion";

/// The columns for what was asked and for the epoch.
const INPUT: &str = "input";
const EPOCH: &str = "epoch";

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
    let mut log = Log::new();
    let header = member(&mut archive, "header.json").ok();
    let header: Option<Value> = header.and_then(|header| serde_json::from_reader(header).ok());
    log.describe(header.as_ref().and_then(|header| header.get("eval")));
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
        let sample: Sample = serde_json::from_reader(sample).map_err(|error| bad(&error))?;
        log.take(sample).map_err(|problem| bad(&problem))?;
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
    let mut log = Log::new();
    let reader = BufReader::with_capacity(1 << 18, file);
    let mut records = JsonRecords::within(Some(SAMPLES), reader, MAX_SAMPLE_BYTES as usize);
    while let Some(record) = records.next_record()? {
        let sample = serde_json::from_str(&record.text);
        let taken = sample.map_err(|error| error.to_string());
        if let Err(problem) = taken.and_then(|sample| log.take(sample)) {
            return Err(format!("sample {}: {problem}", log.table.rows() + 1).into());
        }
    }
    log.describe(records.into_beside().as_ref());
    Ok(log.finish())
}

/// A sample; the messages that led to it are skipped.
#[derive(Deserialize)]
struct Sample {
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
}

/// The table of a log.
struct Log {
    table: TextTable,
    failed: usize,
    labels: usize,
    epochs: u32,
}

impl Log {
    fn new() -> Self {
        let names = ["id", COLUMN, "target", INPUT, EPOCH].map(str::to_owned);
        Log { table: TextTable::new(names), failed: 0, labels: 0, epochs: 0 }
    }

    fn describe(&mut self, eval: Option<&Value>) {
        let text = |name: &str| eval?.get(name).and_then(Value::as_str).map(shown);
        if let (Some(model), Some(task)) = (text("model"), text("task")) {
            self.table.warnings.push(format!("a log of Inspect AI: model {model}, task {task}"));
        }
    }

    fn take(&mut self, sample: Sample) -> Result<(), String> {
        if self.table.rows() == MAX_ROWS {
            return Err(format!("more than {MAX_ROWS} samples; split the log"));
        }
        let index = scalar(&sample.id).ok_or("the sample has no id")?;
        let epoch = sample.epoch.unwrap_or(1).max(1);
        self.epochs = self.epochs.max(epoch);
        let asked = asked(&sample.input);
        let reason = [sample.error.get("message"), sample.output.get("error")];
        let reason = reason.into_iter().flatten().find_map(Value::as_str);
        let text = match (answer(&sample.output), reason) {
            (None, Some(reason)) => {
                self.failed += 1;
                let reason: String = reason.chars().take(500).collect();
                Some(format!("{FAILURE}: {reason}"))
            }
            (text, _) => text,
        };
        if [&text, &asked].into_iter().flatten().any(|text| text.len() > MAX_TEXT_BYTES) {
            return Err(format!("the text has more than {} MB", MAX_TEXT_BYTES / 1_000_000));
        }
        let target = match sample.target.as_array().map(Vec::as_slice) {
            Some([only]) => scalar(only),
            Some(_) => None,
            None => scalar(&sample.target),
        };
        let choices = sample.choices.unwrap_or_default();
        for label in Label::all().take(choices.len()).skip(self.labels) {
            self.table.add_column(&label.to_string());
            self.labels += 1;
        }
        let choices = (0..self.labels).map(|at| choices.get(at).and_then(scalar));
        let cells = [Some(index), text, target, asked, Some(epoch.to_string())];
        for cell in cells.into_iter().chain(choices) {
            self.table.push_cell(cell.as_deref().filter(|cell| !cell.is_empty()));
        }
        Ok(())
    }

    fn finish(mut self) -> TextTable {
        self.table.asked = Some(INPUT);
        self.table.sampled = (self.epochs > 1).then_some(EPOCH);
        if self.failed > 0 {
            let sentence = format!("{} samples ended in an error: failed predictions", self.failed);
            self.table.warnings.push(sentence);
        }
        self.table
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
