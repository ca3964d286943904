//! Why a row cannot be linked.

use std::path::PathBuf;

use crate::linking::scored_choices::OtherScores;

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
    pub problem: Box<RowProblem>,
}

/// What is wrong with a row.
#[derive(Debug, thiserror::Error)]
pub enum RowProblem {
    #[error("this is pass {pass} of question {key}, which has only {choices} choices")]
    TooManyPasses { pass: u32, key: String, choices: usize },
    #[error("the pass {found} is no number; the first pass is 0")]
    BadPass { found: String },
    #[error(
        "the choices {found} are not those of question {key} in rotated order ({expected}); were these \
         predictions made on another version of the benchmark?"
    )]
    OtherChoices { key: String, found: String, expected: String },
    #[error(
        "the order of the choices in pass {pass} of question {key} is not known: the row has \
         none, and the benchmark's file had no such row; add the columns A, B, .."
    )]
    UnknownOrder { pass: u32, key: String },
    #[error("sample {number} (epoch) shows the choices in another order than the one before")]
    OtherOrder { number: u32 },
    #[error("sample {number} (epoch) is there twice and says something else")]
    RepeatedSample { number: u32 },
    #[error(transparent)]
    OtherScores(#[from] OtherScores),
    #[error(
        "pass {pass} of question {key} is already in row {other_row} of {} and says something else there; \
         say with --duplicates first or last which one counts",
        other_file.display()
    )]
    Repeated { pass: u32, key: String, other_row: usize, other_file: PathBuf },
}
