//! Reading cells as pandas reads them, for scores that must equal the peer's on files that its
//! reading changes.
//!
//! pandas takes certain words for missing cells even in quotes (so the option "None" vanishes), and
//! turns a column of numbers into numbers (so the option "20" reads "20.0" where another row has
//! none). Assay keeps text as it is written, unless `--compat pandas` asks for this.

use crate::formats::python::python_float;

use super::TextTable;

/// How cells are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Compat {
    /// As they are written.
    #[default]
    None,
    /// As pandas reads them.
    Pandas,
}

/// The words that pandas 2 takes for a missing cell.
const MISSING: [&str; 18] = [
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
    "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan",
];
/// The nineteenth; kept apart only to fill lines evenly.
const MISSING_TOO: &str = "null";

/// What pandas makes of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnType {
    Whole,
    Decimal,
    Truth,
    Text,
}

/// Changes every cell to what pandas would print of it.
pub(super) fn as_pandas(table: &mut TextTable) {
    let types: Vec<ColumnType> =
        (0..table.columns().len()).map(|column| type_of(table, column)).collect();
    *table = table.map(|_, column, cell| {
        let cell = cell.filter(|cell| !is_missing(cell))?;
        Some(match types[column] {
            ColumnType::Text => cell.to_owned(),
            ColumnType::Truth => {
                if cell.eq_ignore_ascii_case("true") { "True" } else { "False" }.into()
            }
            ColumnType::Whole => whole(cell).map_or_else(|| cell.to_owned(), |n| n.to_string()),
            ColumnType::Decimal => decimal(cell).map_or_else(|| cell.to_owned(), python_float),
        })
    });
}

fn is_missing(cell: &str) -> bool {
    MISSING.contains(&cell) || cell == MISSING_TOO
}

fn type_of(table: &TextTable, column: usize) -> ColumnType {
    let cells = || {
        (0..table.rows())
            .filter(move |&row| !table.is_missing(row, column))
            .map(move |row| table.cell(row, column))
            .filter(|cell| !is_missing(cell))
    };
    let has_gap = cells().count() < table.rows();
    if cells().next().is_none() {
        return ColumnType::Decimal; // all missing: a column of NaN
    }
    if cells().all(|cell| whole(cell).is_some()) {
        return if has_gap { ColumnType::Decimal } else { ColumnType::Whole };
    }
    if cells().all(|cell| decimal(cell).is_some()) {
        return ColumnType::Decimal;
    }
    let is_truth =
        |cell: &str| matches!(cell, "True" | "TRUE" | "true" | "False" | "FALSE" | "false");
    if !has_gap && cells().all(is_truth) {
        return ColumnType::Truth;
    }
    ColumnType::Text
}

fn whole(cell: &str) -> Option<i64> {
    let cell = cell.trim_matches(' ');
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| cell.parse().ok()).flatten()
}

/// A number as pandas' parser takes it: no hexadecimal, no underscores; `inf` counts.
fn decimal(cell: &str) -> Option<f64> {
    let cell = cell.trim_matches(' ');
    let is_number =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    let bare = cell.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if bare == "inf" || bare == "infinity" {
        return cell.parse().ok();
    }
    cell.bytes().all(is_number).then(|| cell.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(columns: [&str; 2], rows: &[[&str; 2]]) -> TextTable {
        let mut table = TextTable::new(columns.map(str::to_owned));
        rows.iter().flatten().for_each(|cell| table.push(cell));
        as_pandas(&mut table);
        table
    }

    #[test]
    fn a_gap_makes_whole_numbers_decimal() {
        let table = read(["A", "B"], &[["20", "007"], ["", "8"]]);
        assert_eq!((table.cell(0, 0), table.cell(0, 1)), ("20.0", "7"));
        assert!(table.is_missing(1, 0));
    }

    #[test]
    fn the_option_none_vanishes_and_one_word_keeps_a_column_text() {
        let table = read(["A", "B"], &[["None", "0012"], ["cat", "dog"]]);
        assert!(table.is_missing(0, 0));
        assert_eq!(table.cell(0, 1), "0012");
    }

    #[test]
    fn truth_values_are_printed_as_python_prints_them() {
        let table = read(["A", "B"], &[["true", "x"], ["FALSE", "y"]]);
        assert_eq!((table.cell(0, 0), table.cell(1, 0)), ("True", "False"));
    }
}
