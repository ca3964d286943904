//! Batch files written and read: `assay batch`.

use crate::infer::ReadBatch;
use crate::llm::batch::BatchFile;
use crate::report::{Fields, Printout};

/// The batch files that were written.
pub fn written(files: &[BatchFile]) -> Printout {
    let requests: u64 = files.iter().map(|file| file.requests).sum();
    let files = Fields::over(files)
        .json("file", |file| &file.file)
        .text_column("file", |file| file.file.display().to_string())
        .number("requests", |file| file.requests)
        .number("bytes", |file| file.bytes);
    Printout::default().list("files", files).json("requests", requests)
}

/// The result of reading answers.
pub fn read(read: ReadBatch) -> Printout {
    let counts = Fields::over([read])
        .number("answered", |read| read.answered)
        .number("refused", |read| read.refused)
        .number("failed", |read| read.failed)
        .number("missing", |read| read.missing)
        .number("unknown", |read| read.unknown)
        .number_as("reused", "answered before", |read| read.reused);
    Printout::default().record(counts)
}
