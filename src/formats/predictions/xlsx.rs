//! Prediction files as xlsx, with what spreadsheets do to text undone as far as it can be.
//!
//! Files that VLMEvalKit wrote before July 2026 hold a prediction that begins with `=` as a formula
//! whose value is 0: the text is taken back from the formula, unless the cells are wanted as pandas reads
//! them, which takes the value. A text longer than 32,767 characters
//! was cut there, and one that begins with a URL and is longer than 2,079 is gone; both are reported.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};

use calamine::{DataRef, Reader, Xlsx, XlsxError};

use super::table::holds_pictures;
use super::{Compat, PredictionError, Source, TextTable, workbook_guard};
use crate::formats::python::python_float;
use crate::formats::{MAX_COLUMNS, MAX_ROWS};

/// Where a spreadsheet cuts a cell, in characters.
const LONGEST_CELL: usize = 32_767;

pub(super) fn read(
    file: &File,
    source: Source<'_>,
    compat: Compat,
) -> Result<TextTable, PredictionError> {
    let has_formulas = workbook_guard::check(BufReader::new(file))
        .map_err(|refused| source.bad(refused.to_string()))?
        .has_formulas;
    let reopened = File::open(source.path).map_err(|error| source.unreadable(error))?;
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(BufReader::new(reopened))
        .map_err(|e| unreadable_sheet(&e, source))?;
    let name = book.sheet_names().first().cloned();
    let name = name.ok_or_else(|| source.bad("the workbook has no sheet"))?;
    let formulas =
        if has_formulas { formulas_of(&mut book, &name, source)? } else { BTreeMap::new() };
    let mut sheet = SheetReading::new(source, compat, formulas);
    let mut cells = book.worksheet_cells_reader(&name).map_err(|e| unreadable_sheet(&e, source))?;
    while let Some(cell) = cells.next_cell().map_err(|e| unreadable_sheet(&e, source))? {
        sheet.take(cell.get_position(), cell.get_value())?;
    }
    sheet.finish()
}

type Position = (u32, u32);

fn formulas_of<R: Read + std::io::Seek>(
    book: &mut Xlsx<R>,
    sheet: &str,
    source: Source<'_>,
) -> Result<BTreeMap<Position, String>, PredictionError> {
    let mut formulas = BTreeMap::new();
    let mut cells = book.worksheet_cells_reader(sheet).map_err(|e| unreadable_sheet(&e, source))?;
    while let Some(cell) = cells.next_formula().map_err(|e| unreadable_sheet(&e, source))? {
        if !cell.get_value().is_empty() {
            formulas.insert(cell.get_position(), cell.get_value().clone());
        }
    }
    Ok(formulas)
}

fn unreadable_sheet(error: &XlsxError, source: Source<'_>) -> PredictionError {
    source.bad(match error {
        XlsxError::Password => {
            "the workbook is encrypted; save it without a password and try again".to_owned()
        }
        error => format!(
            "this is not an xlsx workbook that can be read ({error}); save it as xlsx or tsv"
        ),
    })
}

/// Cells on their way into a table: they come row by row, with gaps.
struct SheetReading<'a> {
    source: Source<'a>,
    compat: Compat,
    formulas: BTreeMap<Position, String>,
    header: Option<u32>,
    names: Vec<(u32, String)>,
    table: Option<TextTable>,
    row: Option<u32>,
    current: Vec<Option<String>>,
    formula_cells: usize,
    cut: usize,
}

impl<'a> SheetReading<'a> {
    fn new(source: Source<'a>, compat: Compat, formulas: BTreeMap<Position, String>) -> Self {
        SheetReading {
            source,
            compat,
            formulas,
            header: None,
            names: Vec::new(),
            table: None,
            row: None,
            current: Vec::new(),
            formula_cells: 0,
            cut: 0,
        }
    }

    fn take(
        &mut self,
        (row, column): Position,
        value: &DataRef<'_>,
    ) -> Result<(), PredictionError> {
        let text = self.text_of((row, column), value);
        let Some(text) = text else { return Ok(()) };
        if row as usize > MAX_ROWS || column as usize > MAX_COLUMNS {
            let place = format!("row {}, column {}", row + 1, column + 1);
            return Err(self.source.bad(format!("a cell at {place} is beyond every benchmark")));
        }
        if self.header.is_none_or(|header| header == row) {
            self.header = Some(row);
            self.names.push((column, text));
            return Ok(());
        }
        if self.row != Some(row) {
            self.end_row();
            self.row = Some(row);
        }
        if let Some(position) = self.names.iter().position(|(at, _)| *at == column) {
            self.current.resize(self.names.len(), None);
            self.current[position] = Some(text);
        }
        Ok(())
    }

    /// A cell's text; nothing for an empty one. Whole numbers are written without a point.
    fn text_of(&mut self, position: Position, value: &DataRef<'_>) -> Option<String> {
        if let Some(formula) = self.formulas.get(&position) {
            self.formula_cells += 1;
            if self.compat == Compat::None {
                return Some(format!("={formula}"));
            }
        }
        let text = match value {
            DataRef::Empty => return None,
            DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                text.clone()
            }
            DataRef::SharedString(text) => (*text).to_owned(),
            DataRef::Int(number) => number.to_string(),
            DataRef::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
                format!("{number:.0}")
            }
            DataRef::Float(number) => python_float(*number),
            DataRef::Bool(true) => "True".into(),
            DataRef::Bool(false) => "False".into(),
            DataRef::DateTime(moment) => python_float(moment.as_f64()),
            DataRef::Error(error) => error.to_string(),
        };
        if text.is_empty() {
            return None;
        }
        self.cut +=
            usize::from(text.len() >= LONGEST_CELL && text.encode_utf16().count() >= LONGEST_CELL);
        Some(text)
    }

    fn end_row(&mut self) {
        let names = &self.names;
        let kept = || names.iter().enumerate().filter(|(_, (_, name))| !holds_pictures(name));
        let table = self
            .table
            .get_or_insert_with(|| TextTable::new(kept().map(|(_, (_, name))| name.clone())));
        if self.row.is_none() {
            return;
        }
        self.current.resize(names.len(), None);
        for (position, _) in kept() {
            match &self.current[position] {
                Some(text) => table.push(text),
                None => table.push_missing(),
            }
        }
        self.current.clear();
    }

    fn finish(mut self) -> Result<TextTable, PredictionError> {
        if self.header.is_none() {
            return Err(self.source.bad("the first sheet is empty"));
        }
        self.end_row();
        let mut table = self.table.unwrap_or_default();
        table.is_spreadsheet = true;
        if self.formula_cells > 0 {
            let count = self.formula_cells;
            table.warnings.push(match self.compat {
                Compat::None => format!(
                    "{count} cells were stored as formulas because their text begins with `=`; the \
                     text was taken back from the formula"
                ),
                Compat::Pandas => format!(
                    "{count} cells are formulas; pandas reads the value that the file keeps beside the \
                     formula, which is 0 or nothing where the text just begins with `=`"
                ),
            });
        }
        if self.cut > 0 {
            table.warnings.push(format!(
                "{} cells have {LONGEST_CELL} characters, the most a spreadsheet holds: their \
                 text was probably cut off when the file was written",
                self.cut
            ));
        }
        Ok(table)
    }
}
