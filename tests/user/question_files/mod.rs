//! Reading files of questions in VLMEvalKit's layout.
//!
//! This file has what the tests share: writing a table and looking at the questions read from it.

mod bad;
mod columns;
mod forms;
mod laws;
mod passes;
mod real;

use std::path::{Path, PathBuf};

use assay::benchmark::{ImageHash, Question};
use assay::formats::{FormatError, QuestionFile, ReadOptions, read_questions_from};

/// A small PNG that is different for every number.
pub fn picture(number: u32) -> Vec<u8> {
    // What follows the end of a PNG is no part of the picture, but of the file.
    [crate::harness::picture(number), number.to_le_bytes().to_vec()].concat()
}

/// The same picture as it stands in a cell.
pub fn cell(number: u32) -> String {
    base64_simd::STANDARD.encode_to_string(picture(number))
}

pub fn read(text: impl AsRef<[u8]>) -> Result<QuestionFile, FormatError> {
    read_with(text, &ReadOptions::default())
}

pub fn read_skipping_bad(text: impl AsRef<[u8]>) -> QuestionFile {
    read_with(text, &ReadOptions { skip_bad: true, ..ReadOptions::default() }).unwrap()
}

pub fn read_with(
    text: impl AsRef<[u8]>,
    options: &ReadOptions,
) -> Result<QuestionFile, FormatError> {
    let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
    read_questions_from(text.as_ref(), Path::new("q.tsv"), options, &mut keep, &mut |_| ())
}

/// A table of unquoted cells.
pub fn table(rows: &[&[&str]]) -> String {
    rows.iter().map(|row| row.join("\t") + "\n").collect()
}

fn keys(file: &QuestionFile) -> Vec<&str> {
    file.questions.iter().map(|question| question.key.as_str()).collect()
}

fn orders(question: &Question) -> Vec<String> {
    let order = |pass: &assay::benchmark::question::SourcePass| {
        format!("{} {} {}", pass.pass, pass.index, pass.order)
    };
    question.passes.iter().map(order).collect()
}

fn hashes(question: &Question) -> Vec<ImageHash> {
    question.pictures.iter().map(|picture| picture.hash).collect()
}

fn shared_data(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path);
    if !path.exists() {
        eprintln!("skipped: {} is not here", path.display());
    }
    path.exists().then_some(path)
}
