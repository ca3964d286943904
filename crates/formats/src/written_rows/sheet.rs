//! The rows of a spreadsheet: texts as texts, widths from the content of the cells, small pictures
//! in cells.

use std::io::{self, Cursor, Read, Write};

use rust_xlsxwriter::{Image, ObjectMovement, Workbook, Worksheet};
use unicode_width::UnicodeWidthStr;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{Cell, WriteError};

/// The number of UTF-16 units that a cell of a spreadsheet holds.
pub const LONGEST_SHEET_CELL: usize = 32_767;
/// The number of rows that a spreadsheet holds, the names of the columns included.
const MOST_SHEET_ROWS: u32 = 1_048_576;
/// Beyond this a spreadsheet's numbers lose the last digit; they are written as texts.
pub const LARGEST_SHEET_NUMBER: u64 = 1 << 53;

/// The part of the archive with the texts.
const TEXTS: &str = "xl/sharedStrings.xml";
/// Replaces a carriage return until the file is assembled: a code that is not a character.
const RETURN_MARK: char = '\u{FDD0}';

/// Pixels around a picture in its cell.
const PICTURE_GAP: u32 = 3;
/// The highest row of a spreadsheet, in pixels.
const HIGHEST_ROW: u32 = 545;

/// A spreadsheet is an archive, which is assembled once all rows are known.
pub(super) struct Sheet {
    written: Box<Worksheet>,
    widths: Widths,
    has_returns: bool,
}

impl Sheet {
    /// A sheet with the names of the columns as its first row.
    pub(super) fn new(columns: &[String]) -> Result<Self, WriteError> {
        let mut sheet = Box::<Worksheet>::default();
        for (at, name) in columns.iter().enumerate() {
            sheet.write_string(0, at as u16, name)?;
        }
        Ok(Sheet { written: sheet, widths: Widths::new(columns), has_returns: false })
    }

    /// Writes a row; 1 is the first below the names.
    pub(super) fn row(
        &mut self,
        row: u32,
        cells: &[Cell<'_>],
        columns: &[String],
    ) -> Result<(), WriteError> {
        if row >= MOST_SHEET_ROWS {
            return Err(WriteError::Sheet(format!(
                "a spreadsheet holds {MOST_SHEET_ROWS} rows; write tsv, csv or jsonl instead"
            )));
        }
        for (at, cell) in cells.iter().enumerate() {
            let marked = with_marks(cell);
            self.has_returns |= marked.is_some();
            write_cell(&mut self.written, (row, at), marked.as_ref().unwrap_or(cell), columns)?;
            self.widths.see(at, &cell.written());
        }
        Ok(())
    }

    /// Puts a small picture into a cell, whose row becomes as high as the picture.
    pub(super) fn picture(
        &mut self,
        row: u32,
        column: usize,
        file: &[u8],
    ) -> Result<(), WriteError> {
        let image =
            Image::new_from_buffer(file)?.set_object_movement(ObjectMovement::MoveAndSizeWithCells);
        let height = image.height() as u32 + 2 * PICTURE_GAP;
        self.written.set_row_height_pixels(row, height.min(HIGHEST_ROW))?;
        self.written.insert_image_with_offset(
            row,
            column as u16,
            &image,
            PICTURE_GAP,
            PICTURE_GAP,
        )?;
        self.widths.see_pixels(column, image.width() as u32 + 2 * PICTURE_GAP);
        Ok(())
    }

    /// The bytes of the file, whose last row is this one.
    pub(super) fn into_file(mut self, rows: u32) -> Result<Vec<u8>, WriteError> {
        self.widths.lay_out(&mut self.written, rows)?;
        let mut book = Workbook::new();
        book.push_worksheet(*self.written);
        let file = book.save_to_buffer()?;
        if self.has_returns { Ok(with_returns(file)?) } else { Ok(file) }
    }
}

/// A text with marks for its carriage returns, if it has any. The writer would write them as `_x000D_`, which
/// Excel alone reads back: openpyxl and pandas show it.
fn with_marks(cell: &Cell<'_>) -> Option<Cell<'static>> {
    match cell {
        Cell::Text(text) if text.contains('\r') && !text.contains(RETURN_MARK) => {
            Some(Cell::Text(text.replace('\r', &RETURN_MARK.to_string()).into()))
        }
        _ => None,
    }
}

/// The same file with its marks as character references, which every XML reader takes for carriage
/// returns.
fn with_returns(file: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(file))?;
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at)?;
        if entry.name().is_ok_and(|name| name != TEXTS) {
            out.raw_copy_file(entry)?;
            continue;
        }
        drop(entry);
        let mut texts = String::new();
        archive.by_index(at)?.read_to_string(&mut texts)?;
        out.start_file(TEXTS, SimpleFileOptions::default())?;
        out.write_all(texts.replace(RETURN_MARK, "&#13;").as_bytes())?;
    }
    Ok(out.finish()?.into_inner())
}

fn write_cell(
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
                return Err(WriteError::Sheet(format!(
                    "row {row}, column {column}: the text has {length} characters, but a cell of a \
                     spreadsheet holds {LONGEST_SHEET_CELL}; write tsv, csv or jsonl instead"
                )));
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

    /// Widens the column for a picture of this width; a character has seven pixels.
    fn see_pixels(&mut self, column: usize, pixels: u32) {
        if let Some(width) = self.0.get_mut(column) {
            let wanted = pixels.div_ceil(7).min(u32::from(Self::WIDEST)) as u16;
            *width = (*width).max(wanted);
        }
    }

    /// Sets the widths; the names of the columns stay visible and filter the rows below.
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
