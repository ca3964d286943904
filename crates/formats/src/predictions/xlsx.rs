//! Prediction files as xlsx.

use std::fs::File;

use super::table::holds_pictures;
use super::{Compat, PredictionError, Source, TextTable};
use crate::workbook::{Formulas, SheetRows, WorkbookProblem, read_rows};

pub(super) fn read(
    file: &File,
    source: Source<'_>,
    compat: Compat,
) -> Result<TextTable, PredictionError> {
    let formulas = match compat {
        Compat::None => Formulas::AsText,
        Compat::Pandas => Formulas::AsValue,
    };
    let mut rows = Rows::default();
    let facts = read_rows(file, source.path, formulas, &mut rows);
    let facts = facts.map_err(|problem| match problem {
        WorkbookProblem::Unreadable(error) => source.unreadable(error),
        WorkbookProblem::Bad(problem) => source.bad(problem),
    })?;
    let mut table = rows.table;
    table.is_spreadsheet = true;
    table.warnings.extend(facts.sentences(formulas));
    Ok(table)
}

/// Cells to be added to a table, without those of pictures.
#[derive(Default)]
struct Rows {
    /// The columns that are kept.
    kept: Vec<usize>,
    table: TextTable,
}

impl SheetRows for Rows {
    type Error = WorkbookProblem;

    fn header(&mut self, names: &[String]) -> Result<(), WorkbookProblem> {
        self.kept = (0..names.len()).filter(|&at| !holds_pictures(&names[at])).collect();
        self.table = TextTable::new(self.kept.iter().map(|&at| names[at].clone()));
        Ok(())
    }

    fn row(&mut self, cells: &[Option<String>]) -> Result<(), WorkbookProblem> {
        for &at in &self.kept {
            match &cells[at] {
                Some(text) => self.table.push(text),
                None => self.table.push_missing(),
            }
        }
        Ok(())
    }
}
