//! Prediction files as xlsx.

use std::fs::File;
use std::path::Path;

use super::table::holds_pictures;
use super::{Compat, TextTable};
use crate::error::ReadError;
use crate::workbook::{Formulas, read_rows};

pub(super) fn read(file: &File, path: &Path, compat: Compat) -> Result<TextTable, ReadError> {
    let formulas = match compat {
        Compat::None | Compat::Literal => Formulas::AsText,
        Compat::Pandas => Formulas::AsValue,
    };
    // The columns that are kept: all but those of pictures.
    let mut kept: Vec<usize> = Vec::new();
    let mut table: Option<TextTable> = None;
    let warnings = read_rows(file, path, formulas, &mut |cells| {
        match &mut table {
            None => {
                let names: Vec<String> =
                    cells.iter().map(|name| name.clone().unwrap_or_default()).collect();
                kept = (0..names.len()).filter(|&at| !holds_pictures(&names[at])).collect();
                table = Some(TextTable::new(kept.iter().map(|&at| names[at].clone())));
            }
            Some(table) => kept.iter().for_each(|&at| table.push_cell(cells[at].as_deref())),
        }
        Ok(())
    })?;
    let mut table = table.unwrap_or_default();
    table.is_spreadsheet = true;
    table.warnings.extend(warnings);
    Ok(table)
}
