//! Rows on their way out: tab-separated, comma-separated, JSON lines or a spreadsheet.
//!
//! Text is text in each of them. Tables quote every cell, as VLMEvalKit's own writer does; a
//! spreadsheet gets strings, never formulas or links; only what is a number here is one there. What the
//! rows mean is not known here.

use std::borrow::Cow;
use std::io::{self, Write};

use rust_xlsxwriter::{Image, ObjectMovement, Workbook, Worksheet, XlsxError};
use serde::ser::{Serialize, Serializer};
use unicode_width::UnicodeWidthStr;

use crate::keyword::{Keyword, keywords};
use crate::visible::Harmless;

/// How many UTF-16 units a cell of a spreadsheet holds.
pub const LONGEST_SHEET_CELL: usize = 32_767;
/// How many rows a spreadsheet holds, the names of the columns included.
const MOST_SHEET_ROWS: u32 = 1_048_576;
/// Beyond this a spreadsheet's numbers lose the last digit; they are written as texts.
pub const LARGEST_SHEET_NUMBER: u64 = 1 << 53;

/// Pixels around a picture in its cell.
const PICTURE_GAP: u32 = 3;
/// The highest row of a spreadsheet, in pixels.
const HIGHEST_ROW: u32 = 545;

/// The form of a file of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowForm {
    /// Tab-separated, every cell in quotes
    #[default]
    Tsv,
    /// Comma-separated, every cell in quotes
    Csv,
    /// A JSON object a line; empty cells are left out
    Jsonl,
    /// A spreadsheet
    Xlsx,
}

// The name is also the ending of such a file.
keywords! { RowForm {
    Tsv = "tsv",
    Csv = "csv",
    Jsonl = "jsonl",
    Xlsx = "xlsx",
} }

impl RowForm {
    /// The form of a file whose name has this ending.
    pub fn from_ending(ending: &str) -> Option<RowForm> {
        RowForm::from_name(&ending.to_ascii_lowercase()).ok()
    }
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing.
    Missing,
    /// A text, as it is.
    Text(Cow<'a, str>),
    /// A whole number.
    Number(u64),
    /// Yes or no.
    Truth(bool),
}

impl<'a> Cell<'a> {
    /// A text that is in memory elsewhere.
    pub fn text(text: &'a str) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }

    /// A text that may not be there.
    pub fn optional(text: Option<&'a str>) -> Self {
        text.map_or(Cell::Missing, Cell::text)
    }

    /// An index: a number where its digits would come back the same, else a text.
    pub fn index(text: &'a str) -> Self {
        match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => Cell::Number(number),
            _ => Cell::text(text),
        }
    }

    fn written(&self) -> Cow<'_, str> {
        match self {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Number(number) => Cow::Owned(number.to_string()),
            Cell::Truth(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Missing => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_u64(*number),
            Cell::Truth(truth) => serializer.serialize_bool(*truth),
        }
    }
}

/// Why rows could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The system would not take them.
    #[error("the rows cannot be written")]
    Io(#[from] io::Error),
    /// A text that a spreadsheet would cut.
    #[error(
        "row {row}, column {column}: the text has {length} characters, but a cell of a spreadsheet \
         holds {LONGEST_SHEET_CELL}; write tsv, csv or jsonl instead"
    )]
    TooLong {
        /// The row, 1 for the first below the names of the columns.
        row: u32,
        /// The column's name.
        column: String,
        /// How many UTF-16 units the text has.
        length: usize,
    },
    /// More rows than a spreadsheet has.
    #[error("a spreadsheet holds {MOST_SHEET_ROWS} rows; write tsv, csv or jsonl instead")]
    TooManyRows,
    /// The spreadsheet could not be made.
    #[error("the spreadsheet cannot be made: {0}")]
    Sheet(XlsxError),
}

impl From<XlsxError> for WriteError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::IoError(error) => WriteError::Io(error),
            error => WriteError::Sheet(error),
        }
    }
}

/// Writes rows below the names of their columns.
pub struct RowWriter<W: Write> {
    columns: Vec<String>,
    form: Form<W>,
    rows: u32,
}

enum Form<W: Write> {
    Separated(Box<csv::Writer<W>>),
    JsonLines(W),
    /// A spreadsheet is an archive, which is put together when all rows are known.
    Sheet(Box<Worksheet>, Widths, W),
}

impl<W: Write> RowWriter<W> {
    /// A writer of rows with these columns.
    pub fn new(form: RowForm, columns: Vec<String>, out: W) -> Result<Self, WriteError> {
        let mut form = match form {
            RowForm::Tsv => Form::Separated(Box::new(separated(b'\t', out))),
            RowForm::Csv => Form::Separated(Box::new(separated(b',', out))),
            RowForm::Jsonl => Form::JsonLines(out),
            RowForm::Xlsx => Form::Sheet(Box::default(), Widths::new(&columns), out),
        };
        match &mut form {
            Form::Separated(table) => table.write_record(&columns).map_err(reason)?,
            Form::JsonLines(_) => {}
            Form::Sheet(sheet, ..) => {
                for (at, name) in columns.iter().enumerate() {
                    sheet.write_string(0, at as u16, name)?;
                }
            }
        }
        Ok(RowWriter { columns, form, rows: 0 })
    }

    /// Writes a row: a cell for each column.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), WriteError> {
        self.rows += 1;
        match &mut self.form {
            Form::Separated(table) => {
                for cell in cells {
                    table.write_field(cell.written().as_bytes()).map_err(reason)?;
                }
                table.write_record(None::<&[u8]>).map_err(reason)?;
            }
            Form::JsonLines(out) => {
                let record = JsonRecord { columns: &self.columns, cells };
                serde_json::to_writer(Harmless::json(&mut *out), &record)
                    .map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
            Form::Sheet(sheet, widths, _) => {
                if self.rows >= MOST_SHEET_ROWS {
                    return Err(WriteError::TooManyRows);
                }
                for (at, cell) in cells.iter().enumerate() {
                    write_to_sheet(sheet, (self.rows, at), cell, &self.columns)?;
                    widths.see(at, &cell.written());
                }
            }
        }
        Ok(())
    }

    /// Puts a small picture (PNG, JPEG) into a cell of a spreadsheet, whose row becomes as high; 1 is the
    /// first row below the names. Other forms have no pictures.
    pub fn picture(&mut self, row: usize, column: usize, file: &[u8]) -> Result<(), WriteError> {
        let Form::Sheet(sheet, widths, _) = &mut self.form else { return Ok(()) };
        let image =
            Image::new_from_buffer(file)?.set_object_movement(ObjectMovement::MoveAndSizeWithCells);
        let (row, at) = (row as u32, column as u16);
        let height = image.height() as u32 + 2 * PICTURE_GAP;
        sheet.set_row_height_pixels(row, height.min(HIGHEST_ROW))?;
        sheet.insert_image_with_offset(row, at, &image, PICTURE_GAP, PICTURE_GAP)?;
        widths.see_pixels(column, image.width() as u32 + 2 * PICTURE_GAP);
        Ok(())
    }

    /// How many rows were written.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Writes whatever is still in memory.
    pub fn finish(self) -> Result<(), WriteError> {
        match self.form {
            Form::Separated(mut table) => table.flush()?,
            Form::JsonLines(mut out) => out.flush()?,
            Form::Sheet(mut sheet, widths, mut out) => {
                widths.lay_out(&mut sheet, self.rows)?;
                let mut book = Workbook::new();
                book.push_worksheet(*sheet);
                out.write_all(&book.save_to_buffer()?)?;
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// The widest text of each column of a spreadsheet, in characters.
struct Widths(Vec<u16>);

impl Widths {
    const NARROWEST: u16 = 6;
    /// Longer texts are cut by the view, not in the cell.
    const WIDEST: u16 = 60;

    fn new(columns: &[String]) -> Self {
        let mut widths = Widths(vec![Self::NARROWEST; columns.len()]);
        for (at, name) in columns.iter().enumerate() {
            widths.see(at, name);
        }
        widths
    }

    fn see(&mut self, column: usize, text: &str) {
        let Some(width) = self.0.get_mut(column).filter(|width| **width < Self::WIDEST) else {
            return;
        };
        // The button of the filter takes two.
        let wanted = (UnicodeWidthStr::width(text) + 2).min(usize::from(Self::WIDEST)) as u16;
        *width = (*width).max(wanted);
    }

    /// A picture is so many pixels wide; a character has seven.
    fn see_pixels(&mut self, column: usize, pixels: u32) {
        if let Some(width) = self.0.get_mut(column) {
            let wanted = pixels.div_ceil(7).min(u32::from(Self::WIDEST)) as u16;
            *width = (*width).max(wanted);
        }
    }

    /// Sets the widths; the names of the columns stay in sight and filter the rows below.
    fn lay_out(&self, sheet: &mut Worksheet, rows: u32) -> Result<(), WriteError> {
        for (at, width) in self.0.iter().enumerate() {
            sheet.set_column_width(at as u16, f64::from(*width))?;
        }
        sheet.set_freeze_panes(1, 0)?;
        if let Some(last) = (self.0.len() as u16).checked_sub(1) {
            sheet.autofilter(0, 0, rows, last)?;
        }
        Ok(())
    }
}

/// As pandas writes with `QUOTE_ALL`.
fn separated<W: Write>(delimiter: u8, out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new()
        .delimiter(delimiter)
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(out)
}

/// The system's own error, so that a broken pipe is known for one.
fn reason(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn write_to_sheet(
    sheet: &mut Worksheet,
    (row, column): (u32, usize),
    cell: &Cell<'_>,
    columns: &[String],
) -> Result<(), WriteError> {
    let at = column as u16;
    match cell {
        Cell::Missing => {}
        Cell::Text(text) => {
            let length = text.encode_utf16().count();
            if length > LONGEST_SHEET_CELL {
                let column = columns.get(column).cloned().unwrap_or_default();
                return Err(WriteError::TooLong { row, column, length });
            }
            sheet.write_string(row, at, text.as_ref())?;
        }
        Cell::Number(number) if *number > LARGEST_SHEET_NUMBER => {
            sheet.write_string(row, at, number.to_string())?;
        }
        Cell::Number(number) => {
            sheet.write_number(row, at, *number as f64)?;
        }
        Cell::Truth(truth) => {
            sheet.write_boolean(row, at, *truth)?;
        }
    }
    Ok(())
}

/// A row as an object without its empty cells.
struct JsonRecord<'a> {
    columns: &'a [String],
    cells: &'a [Cell<'a>],
}

impl Serialize for JsonRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.columns.iter().zip(self.cells);
        serializer.collect_map(named.filter(|(_, cell)| **cell != Cell::Missing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(form: RowForm, cells: &[Cell<'_>]) -> String {
        let mut out = Vec::new();
        let columns = (0..cells.len()).map(|at| format!("c{at}")).collect();
        let mut writer = RowWriter::new(form, columns, &mut out).unwrap();
        writer.row(cells).unwrap();
        writer.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tables_quote_every_cell_and_json_leaves_empty_ones_out() {
        let cells = [Cell::Number(7), Cell::text("a \"b\"\tc"), Cell::Missing, Cell::Truth(true)];
        let table = "\"c0\"\t\"c1\"\t\"c2\"\t\"c3\"\n\"7\"\t\"a \"\"b\"\"\tc\"\t\"\"\t\"true\"\n";
        assert_eq!(written(RowForm::Tsv, &cells), table);
        let line = "{\"c0\":7,\"c1\":\"a \\\"b\\\"\\tc\",\"c3\":true}\n";
        assert_eq!(written(RowForm::Jsonl, &cells), line);
    }

    #[test]
    fn an_index_is_a_number_only_where_its_digits_come_back() {
        assert_eq!(Cell::index("42"), Cell::Number(42));
        for text in ["007", "+7", "7.0", "VAL_1", "99999999999999999999"] {
            assert_eq!(Cell::index(text), Cell::text(text));
        }
    }

    #[test]
    fn a_spreadsheet_refuses_what_it_would_cut_and_names_the_cell() {
        let mut out = Vec::new();
        let columns = vec!["index".to_owned(), "prediction".to_owned()];
        let mut writer = RowWriter::new(RowForm::Xlsx, columns, &mut out).unwrap();
        let fits = "猫".repeat(LONGEST_SHEET_CELL);
        writer.row(&[Cell::Number(1), Cell::text(&fits)]).unwrap();
        let long = fits + "x";
        let message = writer.row(&[Cell::Number(2), Cell::text(&long)]).unwrap_err().to_string();
        assert!(message.starts_with("row 2, column prediction: the text has 32768"), "{message}");
    }

    #[test]
    fn an_ending_tells_its_form() {
        for form in [RowForm::Tsv, RowForm::Csv, RowForm::Jsonl, RowForm::Xlsx] {
            assert_eq!(RowForm::from_ending(&form.name().to_uppercase()), Some(form));
        }
        assert_eq!(RowForm::from_ending("txt"), None);
    }

    proptest! {
        #[test]
        fn every_line_of_json_reads_back(texts in prop::collection::vec(any::<String>(), 1..4)) {
            let cells: Vec<Cell<'_>> = texts.iter().map(|text| Cell::text(text)).collect();
            let read: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(&written(RowForm::Jsonl, &cells)).unwrap();
            let read: Vec<&str> = read.values().map(|text| text.as_str().unwrap()).collect();
            prop_assert_eq!(read, texts);
        }
    }
}
