//! The table as a spreadsheet: the same columns, each row with the cells that a table of text would
//! have. A spreadsheet cuts a cell after 32,767 characters, so pictures in it are small, or are
//! paths.

use super::TableRows;
use crate::cell_buffer::CellBuffer;
use crate::error::{FormatError, NO_ROWS};
use crate::questions::intake::Intake;
use crate::questions::{Input, QuestionFile, open};
use crate::workbook::{Formulas, read_rows};

/// Reads the questions of the first sheet.
pub(super) fn read(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let path = &input.files[0];
    let file = &open(path)?;
    let mut input = Some(input);
    let mut table: Option<TableRows<'_>> = None;
    let mut cells = CellBuffer::default();
    let warnings = read_rows(file, path, Formulas::AsText, &mut |row| {
        cells.clear();
        for cell in row {
            cells.push(cell.as_deref().unwrap_or_default().as_bytes());
        }
        if let Some(input) = input.take() {
            let intake = Intake::with_folder(None, input)?;
            table = Some(TableRows::new(&cells.record(), None, intake)?);
        } else if let Some(table) = &mut table {
            table.take(&cells.record(), &[], [])?;
        }
        Ok(())
    })?;
    let mut table = table.ok_or_else(|| FormatError::bad_file(path, NO_ROWS))?;
    for warning in warnings {
        table.intake.warnings.note(warning);
    }
    (table.intake.sink.progress)(file.metadata().map_or(0, |metadata| metadata.len()));
    table.finish()
}
