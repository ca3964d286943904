//! Handling of a bad row: it ends the reading, or it is left out and listed.

use std::path::{Path, PathBuf};

use super::error::{BadRow, FileProblem, FormatError, Place, RowProblem};

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

/// What is wrong with a row, and in which column.
#[derive(Debug)]
pub(super) struct Fault<C = usize> {
    pub column: Option<C>,
    pub problem: RowProblem,
}

impl Fault {
    pub fn in_column(column: usize, problem: RowProblem) -> Self {
        Fault { column: Some(column), problem }
    }

    /// The fault with the name of its column.
    pub fn named<'a>(self, name: impl Fn(usize) -> &'a str) -> Fault<String> {
        let column = self.column.map(|position| name(position).to_owned());
        Fault { column, problem: self.problem }
    }
}

impl Fault<String> {
    pub fn in_column_named(column: &str, problem: RowProblem) -> Self {
        Fault { column: Some(column.to_owned()), problem }
    }
}

impl<C> From<RowProblem> for Fault<C> {
    fn from(problem: RowProblem) -> Self {
        Fault { column: None, problem }
    }
}

/// Why a row was refused.
pub(super) enum Refused<C = usize> {
    /// The row is bad.
    Row(Fault<C>),
    /// The file cannot be read further.
    File(FormatError),
}

impl<C> Refused<C> {
    /// The same with the column, unless one is named already.
    pub fn in_column(self, column: C) -> Self {
        match self {
            Refused::Row(Fault { column: None, problem }) => {
                Refused::Row(Fault { column: Some(column), problem })
            }
            other => other,
        }
    }
}

impl<C> From<Fault<C>> for Refused<C> {
    fn from(fault: Fault<C>) -> Self {
        Refused::Row(fault)
    }
}

impl<C> From<FormatError> for Refused<C> {
    fn from(error: FormatError) -> Self {
        Refused::File(error)
    }
}

impl<C> From<RowProblem> for Refused<C> {
    fn from(problem: RowProblem) -> Self {
        Refused::Row(problem.into())
    }
}

/// The bad rows of one file.
#[derive(Debug)]
pub(super) struct BadRows {
    file: PathBuf,
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

    /// Records a bad row; an error unless bad rows are to be skipped.
    pub fn refuse(
        &mut self,
        row: usize,
        line: u64,
        index: Option<String>,
        fault: Fault<String>,
    ) -> Result<(), FormatError> {
        let bad = BadRow { row, line, index, column: fault.column, problem: fault.problem };
        if !self.skip {
            return Err(FormatError::BadRow { file: self.file.clone(), bad: Box::new(bad) });
        }
        if self.skipped.len() == MAX_SKIPPED {
            let problem = FileProblem::TooManyBadRows { limit: MAX_SKIPPED, last: bad.to_string() };
            return Err(FormatError::BadFile { file: self.file.clone(), problem });
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
        let place = |row: &SkippedRow| Place(row.row, row.line).to_string();
        FileProblem::NoGoodRow {
            first: first.map(place).unwrap_or_default(),
            reason: first.map(|row| row.reason.clone()).unwrap_or_default(),
        }
    }

    /// The skipped rows in the order of the file.
    pub fn into_skipped(mut self) -> Vec<SkippedRow> {
        self.skipped.sort_by_key(|row| row.row);
        self.skipped
    }
}

/// A row's problem in a named field, or the end of the file.
pub(super) type Refusal = Refused<String>;

/// The problem of one field.
pub(super) fn in_field(field: &str, problem: RowProblem) -> Refusal {
    Refused::Row(Fault::in_column_named(field, problem))
}
