//! Logs of Inspect AI: `.eval`, an archive with a file for each sample, packed with deflate or zstd, and
//! `.json`, one document.
//!
//! A sample's `id` is the index, the model's `completion` the text, its choices as they were shown
//! A, B, ... Several epochs are samples of the answer. A sample that ended in an error is a failed
//! prediction. Samples without ids are counted from 1, so what was asked (`input`) must confirm an
//! id.

use std::fs::File;
use std::io::{BufReader, Read, Seek};

use serde::Deserialize;
use serde_json::Value;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{PredictionError, Source, TextTable};
use crate::error::shown;
use crate::json_list;
use crate::python::python_float;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::benchmark::Label;

/// The column of the model's text, named by its path.
pub(super) const COLUMN: &str = "output.completion";

/// The columns for what was asked and for the epoch.
const INPUT: &str = "input";
const EPOCH: &str = "epoch";

/// The longest file of a sample, in bytes: pictures may be in it.
const MAX_SAMPLE_BYTES: u64 = 512 << 20;

/// Whether an archive is a log: it has a header and samples.
pub(super) fn is_archive(file: &File) -> bool {
    let Ok(archive) = ZipArchive::new(file) else { return false };
    let is_sample = |name: &str| name.starts_with("samples/") || name.starts_with("_journal/");
    archive.file_names().filter_map(Result::ok).any(|name| is_sample(&name))
}

/// Whether the beginning of a document is that of a log.
pub(super) fn is_log(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let has = |field: &[u8]| memchr::memmem::find(text, field).is_some();
    text.starts_with(b"{") && has(b"\"eval\"") && has(b"\"version\"") && has(b"\"task\"")
}

/// Reads an `.eval` archive.
pub(super) fn read_archive(file: &File, source: Source<'_>) -> Result<TextTable, PredictionError> {
    let mut archive = ZipArchive::new(file).map_err(|error| source.bad(error.to_string()))?;
    let mut log = Log::default();
    let header = member(&mut archive, "header.json").ok();
    let header = header.and_then(|header| serde_json::from_reader(header).ok());
    if let Some(Header { eval: Some(eval) }) = header {
        log.name(&eval);
    }
    let mut names: Vec<String> = archive
        .file_names()
        .filter_map(Result::ok)
        .filter(|name| name.starts_with("samples/") && name.ends_with(".json"))
        .map(std::borrow::Cow::into_owned)
        .collect();
    names.sort_unstable();
    if names.is_empty() {
        return Err(source.bad("the log has no finished sample; was the evaluation stopped?"));
    }
    for name in names {
        let bad =
            |reason: &dyn std::fmt::Display| source.bad(format!("{}: {reason}", shown(&name)));
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
pub(super) fn read_log(mut file: File, source: Source<'_>) -> Result<TextTable, PredictionError> {
    file.rewind().map_err(|error| source.unreadable(error))?;
    let mut log = Log::default();
    let mut problem = None;
    let read =
        json_list::for_each(source.path, file, "samples", "Inspect AI's samples", &mut |value| {
            let number = log.seen + 1;
            let taken = serde_json::from_value::<Sample>(value).map_err(|error| error.to_string());
            if let Err(found) = taken.and_then(|sample| log.take(sample)) {
                problem.get_or_insert(format!("sample {number}: {found}"));
            }
            Ok(())
        });
    let others = read.map_err(|error| {
        let message = error.to_string();
        let prefix = format!("{}: ", source.path.display());
        source.bad(message.strip_prefix(&prefix).unwrap_or(&message))
    })?;
    if let Some(problem) = problem {
        return Err(source.bad(problem));
    }
    if let Some(eval) = others.get("eval") {
        log.name(eval);
    }
    Ok(log.finish())
}

#[derive(Deserialize)]
struct Header {
    eval: Option<Value>,
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
    output: Option<Output>,
    #[serde(default)]
    error: Option<Failure>,
}

#[derive(Deserialize)]
struct Output {
    #[serde(default)]
    completion: Option<String>,
    #[serde(default)]
    choices: Vec<OutputChoice>,
    #[serde(default)]
    error: Option<String>,
}

#[derive(Deserialize)]
struct OutputChoice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Value,
}

#[derive(Deserialize)]
struct Failure {
    #[serde(default)]
    message: String,
}

/// The table of a log.
#[derive(Default)]
struct Log {
    table: TextTable,
    seen: usize,
    failed: usize,
    rows: Vec<Row>,
    labels: usize,
    epochs: u32,
    described: Option<String>,
}

struct Row {
    index: String,
    epoch: u32,
    asked: Option<String>,
    text: Option<String>,
    choices: Vec<String>,
    target: Option<String>,
}

impl Log {
    fn name(&mut self, eval: &Value) {
        let text = |name: &str| eval.get(name).and_then(Value::as_str).map(shown);
        if let (Some(model), Some(task)) = (text("model"), text("task")) {
            self.described = Some(format!("a log of Inspect AI: model {model}, task {task}"));
        }
    }

    fn take(&mut self, sample: Sample) -> Result<(), String> {
        self.seen += 1;
        if self.seen > MAX_ROWS {
            return Err(format!("more than {MAX_ROWS} samples; split the log"));
        }
        let index = scalar(&sample.id).ok_or("the sample has no id")?;
        let epoch = sample.epoch.unwrap_or(1).max(1);
        self.epochs = self.epochs.max(epoch);
        let asked = asked(&sample.input);
        let reason = sample.error.map(|error| error.message);
        let reason = reason.or_else(|| sample.output.as_ref().and_then(|out| out.error.clone()));
        let text = sample.output.and_then(Output::into_text).filter(|text| !text.is_empty());
        let text = match (text, reason) {
            (None, Some(reason)) => {
                self.failed += 1;
                let reason: String = reason.chars().take(500).collect();
                Some(format!("Failed to obtain answer via API: {reason}"))
            }
            (text, _) => text,
        };
        if [&text, &asked].into_iter().flatten().any(|text| text.len() > MAX_TEXT_BYTES) {
            return Err(format!("the text has more than {} MB", MAX_TEXT_BYTES / 1_000_000));
        }
        let choices = sample.choices.unwrap_or_default();
        let choices = choices.iter().map(|choice| scalar(choice).unwrap_or_default()).collect();
        let target = match &sample.target {
            Value::Array(list) => match list.as_slice() {
                [only] => scalar(only),
                _ => None,
            },
            other => scalar(other),
        };
        let row = Row { index, epoch, asked, text, choices, target };
        self.labels = self.labels.max(row.choices.len());
        self.rows.push(row);
        Ok(())
    }

    fn finish(mut self) -> TextTable {
        let labels: Vec<Label> = Label::all().take(self.labels).collect();
        let mut names = ["id", COLUMN, "target", INPUT, EPOCH].map(str::to_owned).to_vec();
        names.extend(labels.iter().map(ToString::to_string));
        let mut table = TextTable::new(names);
        std::mem::swap(&mut table, &mut self.table);
        let table = &mut self.table;
        for row in &self.rows {
            let epoch = row.epoch.to_string();
            let (text, target) = (row.text.as_ref(), row.target.as_ref());
            let cells = [Some(&row.index), text, target, row.asked.as_ref(), Some(&epoch)];
            let choices = (0..labels.len()).map(|at| row.choices.get(at));
            for cell in cells.into_iter().chain(choices) {
                match cell.filter(|cell| !cell.is_empty()) {
                    Some(text) => table.push(text),
                    None => table.push_missing(),
                }
            }
        }
        table.warnings.extend(self.described);
        table.asked = Some(INPUT);
        table.sampled = (self.epochs > 1).then_some(EPOCH);
        if self.failed > 0 {
            let sentence = format!("{} samples ended in an error: failed predictions", self.failed);
            table.warnings.push(sentence);
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

impl Output {
    /// The completion; else the text of the first choice's message.
    fn into_text(self) -> Option<String> {
        let completion = self.completion.filter(|text| !text.is_empty());
        let first = self.choices.into_iter().next();
        completion.or_else(|| text_of_content(&first?.message.content))
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_f64() => number.as_f64().map(python_float),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(if *truth { "True" } else { "False" }.to_owned()),
        _ => None,
    }
}
