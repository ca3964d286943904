//! Writes rows: tab-separated, comma-separated, JSON lines, a spreadsheet or Parquet.
//!
//! Text is text in each of them. Tables quote every cell, as VLMEvalKit's own writer does; a
//! spreadsheet gets strings, never formulas or links; only numbers here are numbers there. The
//! meaning of the rows is left to the callers.

use std::borrow::Cow;
use std::io::{self, Write};

use rust_xlsxwriter::XlsxError;
use serde::{Serialize, Serializer};

use super::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use assay_core::keyword::{Keyword, keywords};
use assay_core::visible::Harmless;

use self::sheet::Sheet;
pub use self::sheet::{LARGEST_SHEET_NUMBER, LONGEST_SHEET_CELL};

mod sheet;
#[cfg(test)]
mod tests;

keywords! {
    /// The form of a file of rows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum RowForm {
        /// Tab-separated, every cell in quotes.
        #[default]
        Tsv = "tsv",
        /// Comma-separated, every cell in quotes.
        Csv = "csv",
        /// A JSON object a line; empty cells are left out.
        Jsonl = "jsonl",
        /// A spreadsheet.
        Xlsx = "xlsx",
        /// Parquet, for pandas, DuckDB, polars, Spark and datasets.
        Parquet = "parquet",
    }
}

// The name is also the file name extension.
impl RowForm {
    /// The form of a file with this file name extension.
    pub fn from_ending(ending: &str) -> Option<RowForm> {
        RowForm::from_name(&ending.to_ascii_lowercase()).ok()
    }
}

/// Why rows could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The system refused to write them.
    #[error("the rows cannot be written")]
    Io(#[from] io::Error),
    /// A spreadsheet cannot hold them.
    #[error("{0}")]
    Sheet(String),
}

impl From<XlsxError> for WriteError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::IoError(error) => WriteError::Io(error),
            error => WriteError::Sheet(format!("the spreadsheet cannot be made: {error}")),
        }
    }
}

/// Writes rows below the names of their columns.
pub struct RowWriter<W: Write + Send> {
    columns: Vec<String>,
    form: Form<W>,
    rows: u32,
}

enum Form<W: Write + Send> {
    Separated(Box<csv::Writer<W>>),
    JsonLines(W),
    /// A spreadsheet is an archive, which is assembled once all rows are known.
    Sheet(Sheet, W),
    Parquet(Box<ParquetWriter<W>>),
}

impl<W: Write + Send> RowWriter<W> {
    /// A writer of rows with these columns.
    pub fn new(form: RowForm, columns: Vec<String>, out: W) -> Result<Self, WriteError> {
        let mut form = match form {
            RowForm::Tsv => Form::Separated(Box::new(separated(b'\t', out))),
            RowForm::Csv => Form::Separated(Box::new(separated(b',', out))),
            RowForm::Jsonl => Form::JsonLines(out),
            RowForm::Xlsx => Form::Sheet(Sheet::new(&columns)?, out),
            RowForm::Parquet => {
                let kinds: Vec<(String, ColumnKind)> =
                    columns.iter().map(|name| (name.clone(), kind_of(name))).collect();
                Form::Parquet(Box::new(ParquetWriter::new(&kinds, &[], out)?))
            }
        };
        if let Form::Separated(table) = &mut form {
            table.write_record(&columns).map_err(reason)?;
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
                let named = self.columns.iter().zip(cells);
                serde_json::Serializer::new(Harmless::json(&mut *out))
                    .collect_map(named.filter(|(_, cell)| **cell != Cell::Missing))
                    .map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
            Form::Parquet(out) => out.row(cells.iter().map(Cell::to_column_value).collect())?,
            Form::Sheet(sheet, _) => sheet.row(self.rows, cells, &self.columns)?,
        }
        Ok(())
    }

    /// Puts a small picture (PNG, JPEG) into a cell of a spreadsheet, whose row becomes as high as
    /// the picture; 1 is the first row below the names. Other forms do not have pictures.
    pub fn picture(&mut self, row: usize, column: usize, file: &[u8]) -> Result<(), WriteError> {
        match &mut self.form {
            Form::Sheet(sheet, _) => sheet.picture(row as u32, column, file),
            _ => Ok(()),
        }
    }

    /// The number of rows that were written.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Writes the rest that is still in memory.
    pub fn finish(self) -> Result<(), WriteError> {
        match self.form {
            Form::Separated(mut table) => table.flush()?,
            Form::JsonLines(mut out) => out.flush()?,
            Form::Parquet(out) => out.finish()?,
            Form::Sheet(sheet, mut out) => {
                out.write_all(&sheet.into_file(self.rows)?)?;
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// The columns of exports that are not texts. The type of a column follows from its name, so that
/// the files of several exports have one schema.
fn kind_of(name: &str) -> ColumnKind {
    match name {
        "pass" | "revision" | "sample" | "tokens" => ColumnKind::Integer,
        "seconds" | "log_probability" | "mean" => ColumnKind::Real,
        "correct" | "counted" => ColumnKind::Truth,
        _ => ColumnKind::Text,
    }
}

/// As pandas writes with `QUOTE_ALL`.
fn separated<W: Write>(delimiter: u8, out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new()
        .delimiter(delimiter)
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(out)
}

/// The system's own error, so that a broken pipe is recognised.
fn reason(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    /// An empty cell.
    Missing,
    /// A text, as it is.
    Text(Cow<'a, str>),
    /// A whole number.
    Number(u64),
    /// A boolean.
    Truth(bool),
}

impl<'a> Cell<'a> {
    /// A text that is in memory elsewhere.
    pub fn text(text: &'a str) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }

    /// A text that may be missing.
    pub fn optional(text: Option<&'a str>) -> Self {
        text.map_or(Cell::Missing, Cell::text)
    }

    /// An index: a number if its digits would read back the same, else a text.
    pub fn index(text: &'a str) -> Self {
        match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => Cell::Number(number),
            _ => Cell::text(text),
        }
    }

    /// The cell as the value of a column in Parquet, whose kind says how the text is read.
    pub(crate) fn to_column_value(&self) -> ColumnValue {
        match self {
            Cell::Missing => ColumnValue::Missing,
            cell => ColumnValue::Text(cell.written().into_owned()),
        }
    }

    /// The cell as a table writes it.
    pub(crate) fn written(&self) -> Cow<'_, str> {
        match self {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Number(number) => Cow::Owned(number.to_string()),
            Cell::Truth(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
        }
    }
}
