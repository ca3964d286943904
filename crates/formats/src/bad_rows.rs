//! Handling of a bad row: it ends the reading, or it is left out and listed.

use std::path::{Path, PathBuf};

use super::error::{BadRow, FormatError, RowPosition};

/// The number of bad rows that are listed; with one more, reading the file ends.
const MAX_SKIPPED: usize = 10_000;

/// Why a row was refused.
pub(super) enum Refusal {
    /// The row is bad, in a column or as a whole.
    Row { column: Option<String>, problem: String },
    /// The file cannot be read further.
    File(FormatError),
}

impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        Refusal::File(error)
    }
}

impl From<String> for Refusal {
    fn from(problem: String) -> Self {
        Refusal::Row { column: None, problem }
    }
}

/// The problem of one field.
pub(super) fn in_field(field: &str, problem: impl Into<String>) -> Refusal {
    Refusal::Row { column: Some(field.to_owned()), problem: problem.into() }
}

/// The bad rows of one file.
#[derive(Debug)]
pub(super) struct BadRows {
    pub file: PathBuf,
    /// Whether bad rows are left out.
    pub skip: bool,
    skipped: Vec<BadRow>,
}

impl BadRows {
    pub fn new(file: &Path, skip: bool) -> Self {
        BadRows { file: file.to_owned(), skip, skipped: Vec::new() }
    }

    /// The error for a problem of the file as a whole.
    pub fn bad_file(&self, problem: impl Into<String>) -> FormatError {
        FormatError::bad_file(&self.file, problem)
    }

    /// Records a bad row; an error unless bad rows are to be skipped.
    pub fn refuse(
        &mut self,
        position: RowPosition,
        index: Option<String>,
        refusal: Refusal,
    ) -> Result<(), FormatError> {
        let bad = match refusal {
            Refusal::Row { column, problem } => {
                BadRow::new(position, index, column.as_deref(), problem)
            }
            Refusal::File(error) => return Err(error),
        };
        if !self.skip {
            return Err(FormatError::BadRow { file: self.file.clone(), bad: Box::new(bad) });
        }
        if self.skipped.len() == MAX_SKIPPED {
            return Err(self.bad_file(format!(
                "more than {MAX_SKIPPED} rows are bad, the last one {bad}; is this the right file?"
            )));
        }
        self.skipped.push(bad);
        Ok(())
    }

    /// The indices of the rows skipped so far, each with the number of its row.
    pub fn skipped_indices(&self) -> impl Iterator<Item = (&str, usize)> {
        self.skipped.iter().filter_map(|row| Some((row.index.as_deref()?, row.row)))
    }

    /// The error for a file in which all rows are bad, with the reason for the first row.
    pub fn no_good_row(&self) -> FormatError {
        let first = self.skipped.iter().min_by_key(|bad| bad.row);
        let reason = first.map_or_else(String::new, |bad| {
            let position = RowPosition { row: bad.row, line: bad.line };
            format!("the first one, {position}, is bad: {}. ", bad.reason)
        });
        self.bad_file(format!("no row is good; {reason}Is this the right file?"))
    }

    /// The skipped rows in the order of the file.
    pub fn into_skipped(mut self) -> Vec<BadRow> {
        self.skipped.sort_by_key(|bad| bad.row);
        self.skipped
    }
}
