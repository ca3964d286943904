//! Batch files written and read: `assay batch`.

use serde::Serialize;

use super::Document;
use crate::infer::{ReadBatch, WrittenFile};
use crate::report::{Align, Form, Table};

/// The batch files that were written.
#[derive(Debug, Serialize)]
pub struct BatchWritten {
    pub files: Vec<WrittenFile>,
    /// The requests of all.
    pub requests: u64,
}

impl BatchWritten {
    /// The files.
    pub fn new(files: Vec<WrittenFile>) -> Self {
        let requests = files.iter().map(|file| file.requests).sum();
        BatchWritten { files, requests }
    }
}

impl Document for BatchWritten {
    fn tables(&self, _: Form) -> Vec<Table> {
        let columns = [("file", Align::Left), ("requests", Align::Right), ("bytes", Align::Right)];
        let mut table = Table::new(columns);
        for file in &self.files {
            let path = file.file.display().to_string();
            table.row([path, file.requests.to_string(), file.bytes.to_string()]);
        }
        vec![table]
    }
}

/// The result of reading answers.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct BatchRead(pub ReadBatch);

impl Document for BatchRead {
    fn tables(&self, _: Form) -> Vec<Table> {
        let ReadBatch { answered, refused, failed, missing, unknown, reused } = self.0;
        let names = ["answered", "refused", "failed", "missing", "unknown", "answered before"];
        let mut table = Table::new(names.map(|name| (name, Align::Right)));
        let counts = [answered, refused, failed, missing, unknown, reused];
        table.row(counts.iter().map(ToString::to_string));
        vec![table]
    }
}
