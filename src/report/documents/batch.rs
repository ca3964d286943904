//! Batch files written and read: `assay batch`.

use serde::Serialize;

use super::Document;
use crate::infer::ReadBatch;
use crate::llm::batch::BatchFile;
use crate::report::{Form, Table};

/// The batch files that were written.
#[derive(Debug, Serialize)]
pub struct BatchWritten {
    pub files: Vec<BatchFile>,
    /// The requests of all.
    pub requests: u64,
}

impl BatchWritten {
    /// The files.
    pub fn new(files: Vec<BatchFile>) -> Self {
        let requests = files.iter().map(|file| file.requests).sum();
        BatchWritten { files, requests }
    }
}

impl Document for BatchWritten {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.files)
            .text("file", |file| file.file.display().to_string())
            .number("requests", |file| file.requests)
            .number("bytes", |file| file.bytes)
            .into()
    }
}

impl Document for ReadBatch {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over([self])
            .number("answered", |read| read.answered)
            .number("refused", |read| read.refused)
            .number("failed", |read| read.failed)
            .number("missing", |read| read.missing)
            .number("unknown", |read| read.unknown)
            .number("answered before", |read| read.reused)
            .into()
    }
}
