//! Batch files in OpenAI's format, which Azure, `vllm run-batch` and Ray Data take too: requests
//! are written as lines, answers are read from lines in any order.
//!
//! A file holds at most 50,000 lines and 200 MB; a picture of 30 kB takes 40 kB as base64, so files
//! are split by bytes too. Failed requests come in an error file of the same form.

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::Value;

use super::error_text::ErrorText;
use super::failure::FailureKind;
use super::interpret::Interpreter;
use super::outcome::Outcome;
use super::request::Body;
use super::secrets::Secrets;

/// The longest `custom_id`, in bytes.
pub const LONGEST_ID: usize = 64;

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

/// The content of a batch file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchFile {
    /// Its lines.
    pub requests: u64,
    /// Its length.
    pub bytes: u64,
}

/// Why a request cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The id is empty or too long.
    #[error("the id {0:?} of a request is empty or has over {LONGEST_ID} bytes")]
    Id(String),
    /// Two requests have one id.
    #[error("two requests have the id {0:?}")]
    Twice(String),
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

/// Writes requests into as many files as are needed.
pub struct BatchWriter<W, O> {
    limits: BatchLimits,
    path: &'static str,
    open: O,
    file: Option<W>,
    files: Vec<BatchFile>,
    ids: HashSet<String>,
}

impl<W: Write, O: FnMut(usize) -> io::Result<W>> BatchWriter<W, O> {
    /// A writer without files. `path` is that of the address ([`Address::batch_path`]); `open`
    /// makes the file with a number, from 0.
    ///
    /// [`Address::batch_path`]: super::Address::batch_path
    pub fn new(limits: BatchLimits, path: &'static str, open: O) -> Self {
        BatchWriter { limits, path, open, file: None, files: Vec::new(), ids: HashSet::new() }
    }

    /// Writes a request.
    ///
    /// # Errors
    /// If the id cannot be used, the request is too large, or the file cannot be written.
    pub fn push(&mut self, id: &str, body: &Body) -> Result<(), BatchError> {
        if id.is_empty() || id.len() > LONGEST_ID {
            return Err(BatchError::Id(id.to_owned()));
        }
        if !self.ids.insert(id.to_owned()) {
            return Err(BatchError::Twice(id.to_owned()));
        }
        let head = format!(
            "{{\"custom_id\":{},\"method\":\"POST\",\"url\":\"{}\",\"body\":",
            Value::from(id),
            self.path
        );
        let bytes = (head.len() + body.bytes.len() + 2) as u64;
        if bytes > self.limits.bytes {
            return Err(BatchError::TooLarge { id: id.to_owned(), bytes });
        }
        let (file, counted) = self.file_with_room(bytes)?;
        file.write_all(head.as_bytes())?;
        file.write_all(&body.bytes)?;
        file.write_all(b"}\n")?;
        counted.requests += 1;
        counted.bytes += bytes;
        Ok(())
    }

    /// Ends the last file. Returns what each file holds.
    ///
    /// # Errors
    /// If the last file cannot be written.
    pub fn finish(mut self) -> Result<Vec<BatchFile>, BatchError> {
        if let Some(file) = &mut self.file {
            file.flush()?;
        }
        Ok(self.files)
    }

    fn file_with_room(&mut self, bytes: u64) -> io::Result<(&mut W, &mut BatchFile)> {
        let limits = self.limits;
        let has_room =
            |file: &BatchFile| file.requests < limits.lines && file.bytes + bytes <= limits.bytes;
        let kept = match self.files.last().is_some_and(has_room) {
            true => self.file.take(),
            false => None,
        };
        let file = match kept {
            Some(file) => file,
            None => {
                if let Some(full) = &mut self.file {
                    full.flush()?;
                }
                let file = (self.open)(self.files.len())?;
                self.files.push(BatchFile::default());
                file
            }
        };
        let file = self.file.insert(file);
        match self.files.last_mut() {
            Some(counted) => Ok((file, counted)),
            None => Err(io::Error::other("no batch file is open")),
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
    let secrets = Secrets::default();
    let interpreter = Interpreter { secrets: &secrets, attempts: 1, latency: Duration::ZERO };
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
