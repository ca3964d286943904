//! The table as a spreadsheet: the same columns, each row with the cells that a table of text would
//! have. A spreadsheet cuts a cell after 32,767 characters, so pictures in it are small, or are
//! paths.

use std::fs::File;
use std::path::Path;

use super::TableRows;
use crate::cell_buffer::CellBuffer;
use crate::error::{FormatError, NO_ROWS};
use crate::questions::{QuestionFile, QuestionSink, ReadOptions};
use crate::workbook::{Formulas, read_rows};

/// Reads the questions of the first sheet.
pub(super) fn read(
    file: &File,
    path: &Path,
    options: &ReadOptions,
    sink: QuestionSink<'_>,
) -> Result<QuestionFile, FormatError> {
    let mut sink = Some(sink);
    let mut table: Option<TableRows<'_>> = None;
    let mut cells = CellBuffer::default();
    let facts = read_rows(file, path, Formulas::AsText, &mut |row| {
        cells.clear();
        for cell in row {
            cells.push(cell.as_deref().unwrap_or_default().as_bytes());
        }
        if let Some(sink) = sink.take() {
            table = Some(TableRows::new(path, None, &cells.record(), options, sink)?);
        } else if let Some(table) = &mut table {
            table.take(&cells.record(), &[], [])?;
        }
        Ok(())
    })?;
    let mut table = table.ok_or_else(|| FormatError::bad_file(path, NO_ROWS))?;
    for sentence in facts.sentences(Formulas::AsText) {
        table.intake.warnings.note(sentence);
    }
    table.intake.progress(file.metadata().map_or(0, |metadata| metadata.len()));
    table.finish()
}
