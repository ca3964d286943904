//! Handling of a bad row: it ends the reading, or it is left out and listed.

use std::path::{Path, PathBuf};

use super::error::{BadRow, FileProblem, FormatError, RowPosition, RowProblem};

/// The number of bad rows that are listed; with one more, reading the file ends.
const MAX_SKIPPED: usize = 10_000;

/// A row that was left out.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SkippedRow {
    /// The row's number; the first below the names of the columns is 1.
    pub row: usize,
    /// The line of the file on which it begins; the first is 1, and 0 if the file has no lines.
    pub line: u64,
    /// Its index, if that could be read.
    pub index: Option<String>,
    /// Why, with the column.
    pub reason: String,
}

/// Why a row was refused.
pub(super) enum Refusal {
    /// The row is bad, in a column or as a whole.
    Row { column: Option<String>, problem: RowProblem },
    /// The file cannot be read further.
    File(FormatError),
}

impl Refusal {
    /// The same with the column, unless one is named already.
    pub fn in_column(self, name: &str) -> Self {
        match self {
            Refusal::Row { column: None, problem } => in_field(name, problem),
            other => other,
        }
    }
}

impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        Refusal::File(error)
    }
}

impl From<RowProblem> for Refusal {
    fn from(problem: RowProblem) -> Self {
        Refusal::Row { column: None, problem }
    }
}

/// The problem of one field.
pub(super) fn in_field(field: &str, problem: RowProblem) -> Refusal {
    Refusal::Row { column: Some(field.to_owned()), problem }
}

/// The bad rows of one file.
#[derive(Debug)]
pub(super) struct BadRows {
    pub file: PathBuf,
    skip: bool,
    skipped: Vec<SkippedRow>,
}

impl BadRows {
    pub fn new(file: &Path, skip: bool) -> Self {
        BadRows { file: file.to_owned(), skip, skipped: Vec::new() }
    }

    /// Continues with the next file of the same rows.
    pub fn begin_file(&mut self, file: &Path) {
        file.clone_into(&mut self.file);
    }

    /// The error for a problem of the file as a whole.
    pub fn bad_file(&self, problem: FileProblem) -> FormatError {
        FormatError::BadFile { file: self.file.clone(), problem }
    }

    /// Records a bad row; an error unless bad rows are to be skipped.
    pub fn refuse(
        &mut self,
        RowPosition { row, line }: RowPosition,
        index: Option<String>,
        refusal: Refusal,
    ) -> Result<(), FormatError> {
        let (column, problem) = match refusal {
            Refusal::Row { column, problem } => (column, problem),
            Refusal::File(error) => return Err(error),
        };
        let bad = BadRow { row, line, index, column, problem };
        if !self.skip {
            return Err(FormatError::BadRow { file: self.file.clone(), bad: Box::new(bad) });
        }
        if self.skipped.len() == MAX_SKIPPED {
            let problem = FileProblem::TooManyBadRows { limit: MAX_SKIPPED, last: bad.to_string() };
            return Err(self.bad_file(problem));
        }
        let reason = bad.reason();
        self.skipped.push(SkippedRow { row, line, index: bad.index, reason });
        Ok(())
    }

    /// The indices of the rows skipped so far, each with the number of its row.
    pub fn skipped_indices(&self) -> impl Iterator<Item = (&str, usize)> {
        self.skipped.iter().filter_map(|row| Some((row.index.as_deref()?, row.row)))
    }

    /// The problem of a file in which all rows are bad, with the reason for the first row.
    pub fn no_good_row(&self) -> FileProblem {
        let first = self.skipped.iter().min_by_key(|row| row.row);
        let position = |row: &SkippedRow| RowPosition { row: row.row, line: row.line }.to_string();
        FileProblem::NoGoodRow {
            first: first.map(position).unwrap_or_default(),
            reason: first.map(|row| row.reason.clone()).unwrap_or_default(),
        }
    }

    /// The skipped rows in the order of the file.
    pub fn into_skipped(mut self) -> Vec<SkippedRow> {
        self.skipped.sort_by_key(|row| row.row);
        self.skipped
    }
}
