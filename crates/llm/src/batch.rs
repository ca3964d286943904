//! Batch files in OpenAI's format, which Azure, `vllm run-batch` and Ray Data take too: requests
//! are written as lines, answers are read from lines in any order.
//!
//! A file holds at most 50,000 lines and 200 MB; a picture of 30 kB takes 40 kB as base64, so files
//! are split by bytes too. Failed requests come in an error file of the same form.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use serde_json::Value;

use super::error_text::ErrorText;
use super::failure::FailureKind;
use super::interpret::Interpreter;
use super::outcome::Outcome;
use super::request::Body;

/// The limits of a batch file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchLimits {
    /// The most lines.
    pub lines: u64,
    /// The most bytes.
    pub bytes: u64,
}

impl Default for BatchLimits {
    fn default() -> Self {
        BatchLimits { lines: 50_000, bytes: 200_000_000 }
    }
}

/// A batch file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchFile {
    pub file: PathBuf,
    /// Its lines.
    pub requests: u64,
    /// Its length.
    pub bytes: u64,
}

/// Why a request cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The request alone is larger than a file may be.
    #[error("the request {id:?} has {bytes} bytes, more than a batch file may hold")]
    TooLarge {
        id: String,
        /// Its length as a line, in bytes.
        bytes: u64,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes requests into as many files as are needed. They are removed when it is dropped before
/// [`finish`](BatchWriter::finish).
pub struct BatchWriter {
    limits: BatchLimits,
    path: &'static str,
    prefix: PathBuf,
    out: Option<BufWriter<File>>,
    files: Vec<BatchFile>,
}

impl BatchWriter {
    /// A writer without files. `path` is that of the address ([`Address::batch_path`]), `prefix` the
    /// beginning of the paths of the files, which are numbered from 0.
    ///
    /// [`Address::batch_path`]: super::Address::batch_path
    pub fn new(limits: BatchLimits, path: &'static str, prefix: PathBuf) -> Self {
        BatchWriter { limits, path, prefix, out: None, files: Vec::new() }
    }

    /// Writes a request under an id, which no other request has: at most 64 bytes.
    ///
    /// # Errors
    /// If the request is too large, or the file cannot be written.
    pub fn push(&mut self, id: &str, body: &Body) -> Result<(), BatchError> {
        let head = format!(
            "{{\"custom_id\":{},\"method\":\"POST\",\"url\":\"{}\",\"body\":",
            Value::from(id),
            self.path
        );
        let bytes = (head.len() + body.bytes.len() + 2) as u64;
        if bytes > self.limits.bytes {
            return Err(BatchError::TooLarge { id: id.to_owned(), bytes });
        }
        let BatchLimits { lines, bytes: most } = self.limits;
        let has_room = |file: &BatchFile| file.requests < lines && file.bytes + bytes <= most;
        if !self.files.last().is_some_and(has_room) {
            self.begin_file()?;
        }
        if let (Some(out), Some(file)) = (&mut self.out, self.files.last_mut()) {
            out.write_all(head.as_bytes())?;
            out.write_all(&body.bytes)?;
            out.write_all(b"}\n")?;
            file.requests += 1;
            file.bytes += bytes;
        }
        Ok(())
    }

    fn begin_file(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), BufWriter::flush)?;
        let mut file = self.prefix.clone().into_os_string();
        file.push(format!("-{:03}.jsonl", self.files.len()));
        let file = PathBuf::from(file);
        let created = File::create_new(&file).map_err(|error| {
            let why = match error.kind() {
                ErrorKind::AlreadyExists => {
                    "there is such a file already; name another --dir, or remove it".to_owned()
                }
                _ => error.to_string(),
            };
            io::Error::new(error.kind(), format!("{}: {why}", file.display()))
        })?;
        self.out = Some(BufWriter::new(created));
        self.files.push(BatchFile { file, requests: 0, bytes: 0 });
        Ok(())
    }

    /// Ends the last file. Returns what was written.
    ///
    /// # Errors
    /// If the last file cannot be written.
    pub fn finish(mut self) -> Result<Vec<BatchFile>, BatchError> {
        self.out.as_mut().map_or(Ok(()), BufWriter::flush)?;
        Ok(std::mem::take(&mut self.files))
    }
}

impl Drop for BatchWriter {
    fn drop(&mut self) {
        for BatchFile { file, .. } in &self.files {
            let _ = fs::remove_file(file);
        }
    }
}

/// A line of an output file or an error file.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchAnswer {
    /// The id that the request was written with.
    pub id: String,
    /// The result of the request.
    pub outcome: Outcome,
}

/// A line that is not an answer of a batch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a line of a batch's output, with `custom_id` and `response` or `error`; found {0}"
)]
pub struct NoBatchAnswer(String);

/// Reads a line of an output file or an error file.
///
/// # Errors
/// If the line is not an answer of a batch.
pub fn read_answer(line: &str) -> Result<BatchAnswer, NoBatchAnswer> {
    let wrong = |found: &str| NoBatchAnswer(found.to_owned());
    let value: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
    let id = value.get("custom_id").and_then(Value::as_str);
    let id = id.ok_or_else(|| wrong("no `custom_id`"))?.to_owned();
    let interpreter = Interpreter::default();
    let response = value.get("response").filter(|response| !response.is_null());
    let body = response.and_then(|response| response.get("body")).filter(|body| !body.is_null());
    let error = ErrorText::in_answer(&value);
    let outcome = match (response, body, error) {
        (Some(response), Some(body), _) => {
            let status = response.get("status_code").and_then(Value::as_u64);
            let status = status.and_then(|status| u16::try_from(status).ok()).unwrap_or(200);
            interpreter.outcome(status, body.to_string().as_bytes())
        }
        // The batch as a whole expired or was cancelled: to be asked again.
        (_, _, Some(error)) if error.code.starts_with("batch_") => {
            let message = format!("{} ({})", error.message, error.code);
            Outcome::Failed(interpreter.failure(FailureKind::Timeout, None, &message))
        }
        (_, _, Some(error)) => interpreter.error(error.status.unwrap_or(500), &error),
        _ => return Err(wrong("neither `response` nor `error`")),
    };
    Ok(BatchAnswer { id, outcome })
}

#[cfg(test)]
mod tests;
