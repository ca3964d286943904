//! Why a row cannot be linked.

use std::path::PathBuf;

/// A row that cannot be linked to a question.
#[derive(Debug, thiserror::Error)]
#[error("{}, row {row} (index {index}): {problem}", file.display())]
pub struct LinkError {
    /// The file.
    pub file: PathBuf,
    /// The row, 1 for the first below the names of the columns.
    pub row: usize,
    /// Its index, made visible.
    pub index: String,
    /// What is wrong.
    pub problem: RowProblem,
}

/// What is wrong with a row, in a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RowProblem(pub(super) String);
