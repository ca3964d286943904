//! The rows of an xlsx workbook's first sheet, with the changes that spreadsheets make to text
//! undone as far as possible.
//!
//! Files that VLMEvalKit wrote before July 2026 hold a text that begins with `=` as a formula whose
//! value is 0: the text is recovered from the formula, unless the cells are to be read as pandas
//! reads them, which takes the value. A text longer than 32,767 characters was cut there, and one
//! that begins with a URL and is longer than 2,079 is lost; both are counted.

mod guard;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx, XlsxError};

use super::error::FormatError;
use super::python::python_float;
use super::questions::open;
use super::unpacked_limit::UnpackedLimit;
use super::{MAX_COLUMNS, MAX_ROWS};

/// The length at which a spreadsheet cuts a cell, in characters.
const LONGEST_CELL: usize = 32_767;

/// The part of a formula cell that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// The formula itself, which is a text that begins with `=`.
    AsText,
    /// The value that the file keeps with it.
    AsValue,
}

/// Reads the first sheet of the workbook in `path`, which is open as `file`. `take` receives the names
/// of the columns, which are the first row that is not empty, then each further row that is not empty: a
/// cell for each name, `None` for an empty one. Returns warnings.
pub fn read_rows(
    file: &File,
    path: &Path,
    formulas: Formulas,
    take: &mut TakeRow<'_>,
) -> Result<Vec<String>, FormatError> {
    let bad = |reason: String| FormatError::bad_file(path, reason);
    let has_formulas = guard::check(BufReader::new(file)).map_err(bad)?;
    let unreadable = |error: XlsxError| bad(describe(&error));
    let mut book: Xlsx<_> =
        calamine::open_workbook_from_rs(BufReader::new(open(path)?)).map_err(unreadable)?;
    let name = book.sheet_names().first().cloned();
    let name = name.ok_or_else(|| bad("the workbook has no sheet".into()))?;
    let texts = match has_formulas {
        true => formulas_of(&mut book, &name).map_err(unreadable)?,
        false => BTreeMap::new(),
    };
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut sheet = SheetReading {
        path,
        formulas,
        texts,
        take_row: take,
        columns: Vec::new(),
        header: None,
        row: None,
        current: Vec::new(),
        formula_cells: 0,
        cut_cells: 0,
        unpacked: UnpackedLimit::new(length),
    };
    let mut cells = book.worksheet_cells_reader(&name).map_err(unreadable)?;
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        sheet.take(cell.get_position(), cell.get_value())?;
    }
    if sheet.header.is_none() {
        return Err(bad("the first sheet is empty".into()));
    }
    sheet.end_row()?;
    Ok(sheet.warnings())
}

/// Receives the cells of a row.
type TakeRow<'a> = dyn FnMut(&[Option<String>]) -> Result<(), FormatError> + 'a;

type Position = (u32, u32);

fn formulas_of<R: Read + Seek>(
    book: &mut Xlsx<R>,
    sheet: &str,
) -> Result<BTreeMap<Position, String>, XlsxError> {
    let mut formulas = BTreeMap::new();
    let mut cells = book.worksheet_cells_reader(sheet)?;
    while let Some(cell) = cells.next_formula()? {
        if !cell.get_value().is_empty() {
            formulas.insert(cell.get_position(), cell.get_value().clone());
        }
    }
    Ok(formulas)
}

fn describe(error: &XlsxError) -> String {
    match error {
        XlsxError::Password => {
            "the workbook is encrypted; save it without a password and try again".to_owned()
        }
        error => format!(
            "this is not an xlsx workbook that can be read ({error}); save it as xlsx or tsv"
        ),
    }
}

/// A date and time as pandas prints it.
fn date_and_time(moment: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Collects cells into rows: they come row by row, with gaps.
struct SheetReading<'a, 't> {
    path: &'a Path,
    formulas: Formulas,
    texts: BTreeMap<Position, String>,
    take_row: &'a mut TakeRow<'t>,
    /// The columns with their numbers in the sheet.
    columns: Vec<u32>,
    header: Option<u32>,
    row: Option<u32>,
    current: Vec<Option<String>>,
    formula_cells: usize,
    cut_cells: usize,
    /// The size of the cells of all rows.
    unpacked: UnpackedLimit,
}

impl SheetReading<'_, '_> {
    fn take(&mut self, (row, column): Position, value: &DataRef<'_>) -> Result<(), FormatError> {
        let Some(text) = self.text_of((row, column), value) else { return Ok(()) };
        if row as usize > MAX_ROWS || column as usize > MAX_COLUMNS {
            let position = format!("row {}, column {}", row + 1, column + 1);
            let reason = format!("a cell at {position} is beyond every benchmark");
            return Err(FormatError::bad_file(self.path, reason));
        }
        if *self.header.get_or_insert(row) == row {
            self.columns.push(column);
            self.current.push(Some(text));
            return Ok(());
        }
        if self.row != Some(row) {
            self.end_row()?;
            self.row = Some(row);
        }
        if let Some(position) = self.columns.iter().position(|at| *at == column) {
            self.current[position] = Some(text);
        }
        Ok(())
    }

    /// A cell's text; `None` for an empty one. Whole numbers are written without a point.
    fn text_of(&mut self, position: Position, value: &DataRef<'_>) -> Option<String> {
        if let Some(formula) = self.texts.get(&position) {
            self.formula_cells += 1;
            if self.formulas == Formulas::AsText {
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
            DataRef::DateTime(moment) if moment.is_datetime() => date_and_time(moment),
            DataRef::DateTime(moment) => python_float(moment.as_f64()),
            DataRef::Error(error) => error.to_string(),
        };
        if text.is_empty() {
            return None;
        }
        self.cut_cells +=
            usize::from(text.len() >= LONGEST_CELL && text.encode_utf16().count() >= LONGEST_CELL);
        Some(text)
    }

    fn end_row(&mut self) -> Result<(), FormatError> {
        let size = self.current.iter().map(|cell| 8 + cell.as_ref().map_or(0, String::len) as u64);
        let taken = self.unpacked.take(size.sum());
        taken.map_err(|reason| FormatError::bad_file(self.path, reason))?;
        (self.take_row)(&self.current)?;
        self.current.fill(None);
        Ok(())
    }

    /// The oddities of the sheet.
    fn warnings(&self) -> Vec<String> {
        let SheetReading { formula_cells, cut_cells, .. } = self;
        let formulas = match self.formulas {
            Formulas::AsText => format!(
                "{formula_cells} cells were stored as formulas because their text begins with `=`; the text \
                 was taken back from the formula"
            ),
            Formulas::AsValue => format!(
                "{formula_cells} cells are formulas; pandas reads the value that the file keeps beside the \
                 formula, which is 0 or empty if the text just begins with `=`"
            ),
        };
        let cut = format!(
            "{cut_cells} cells have {LONGEST_CELL} characters, the most a spreadsheet holds: their text was \
             probably cut off when the file was written"
        );
        let warnings = [(formula_cells, formulas), (cut_cells, cut)].into_iter();
        warnings.filter(|(cells, _)| **cells > 0).map(|(_, warning)| warning).collect()
    }
}
