//! The table as a spreadsheet: the same columns, each row with the cells that a table of text would
//! have. A spreadsheet cuts a cell after 32,767 characters, so pictures in it are small, or are
//! paths.

use std::fs::File;
use std::path::Path;

use super::TableRows;
use crate::cell_buffer::CellBuffer;
use crate::error::{FileProblem, FormatError};
use crate::questions::{KeepPicture, QuestionFile, ReadOptions};
use crate::workbook::{Formulas, SheetRows, WorkbookProblem, read_rows};

/// Reads the questions of the first sheet.
pub(super) fn read(
    file: &File,
    path: &Path,
    options: &ReadOptions,
    keep_picture: &mut KeepPicture<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<QuestionFile, FormatError> {
    let keep = Some(keep_picture);
    let mut reading = Reading { path, options, keep, rows: None, cells: CellBuffer::default() };
    let facts = read_rows(file, path, Formulas::AsText, &mut reading);
    let facts = facts.map_err(|refused| refused.into_error(path))?;
    let Some(mut rows) = reading.rows else { return Err(no_rows(path)) };
    facts.sentences(Formulas::AsText).into_iter().for_each(|sentence| rows.warn(sentence));
    progress(file.metadata().map_or(0, |metadata| metadata.len()));
    rows.finish()
}

fn no_rows(path: &Path) -> FormatError {
    FormatError::BadFile { file: path.to_owned(), problem: FileProblem::NoRows }
}

struct Reading<'a, 'k> {
    path: &'a Path,
    options: &'a ReadOptions,
    /// Moves into the table once its columns are known.
    keep: Option<&'a mut KeepPicture<'k>>,
    rows: Option<TableRows<'a>>,
    cells: CellBuffer,
}

/// Why reading ended.
enum Ended {
    Workbook(WorkbookProblem),
    Table(FormatError),
}

impl From<WorkbookProblem> for Ended {
    fn from(problem: WorkbookProblem) -> Self {
        Ended::Workbook(problem)
    }
}

impl Ended {
    fn into_error(self, path: &Path) -> FormatError {
        let file = path.to_owned();
        match self {
            Ended::Table(error) => error,
            Ended::Workbook(WorkbookProblem::Unreadable(source)) => {
                FormatError::Unreadable { file, source }
            }
            Ended::Workbook(WorkbookProblem::Bad(reason)) => {
                FormatError::BadFile { file, problem: FileProblem::Workbook { reason } }
            }
        }
    }
}

impl SheetRows for Reading<'_, '_> {
    type Error = Ended;

    fn header(&mut self, names: &[String]) -> Result<(), Ended> {
        self.cells.clear();
        for name in names {
            self.cells.push(name.as_bytes());
        }
        if let Some(keep) = self.keep.take() {
            let rows = TableRows::new(self.path, None, &self.cells.record(), self.options, keep);
            self.rows = Some(rows.map_err(Ended::Table)?);
        }
        Ok(())
    }

    fn row(&mut self, cells: &[Option<String>]) -> Result<(), Ended> {
        let Some(rows) = &mut self.rows else { return Err(Ended::Table(no_rows(self.path))) };
        self.cells.clear();
        for cell in cells {
            self.cells.push(cell.as_deref().unwrap_or_default().as_bytes());
        }
        rows.take(&self.cells.record(), []).map_err(Ended::Table)
    }
}
