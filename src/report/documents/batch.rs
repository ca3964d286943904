//! Batch files written and read: `assay batch`.

use crate::infer::ReadBatch;
use crate::llm::batch::BatchFile;
use crate::report::{Fields, Printout, columns};

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
        .with(columns!(number: answered, refused, failed, missing, unknown))
        .number_as("reused", "answered before", |read| read.reused);
    Printout::default().record(counts)
}
