//! Reading cells as pandas reads them, for scores that must equal VLMEvalKit's on files that its
//! reading changes.
//!
//! pandas takes certain words for missing cells even in quotes (so the option "None" vanishes), and
//! turns a column of numbers into numbers (so the option "20" reads "20.0" if another row lacks
//! it). Assay keeps text as it is written, unless `--compat pandas` is given.
//!
//! Compared with pandas 2.2 on random tables: text files read the same except for whole numbers
//! beyond 64 bits, spreadsheets except for those, numbers from 1e15 on, and the sign of zero.
//! pandas 3.1 reads text files the same except for decimal numbers of more digits than a float has,
//! which it rounds correctly, and those too large for one, which it takes for infinite (4,000
//! random tables of cells such as `NA`, `null`, `1e5`, ` 007`, `True`).

use crate::image_cell::is_missing_to_pandas;
use crate::python::python_float;
use assay_core::keyword::keywords;

use super::TextTable;

keywords! {
    /// How cells are read.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Compat {
        /// As they are written.
        #[default]
        None = "none",
        /// As pandas reads them.
        Pandas = "pandas",
        /// As they are written, and choices that read `nan` are choices.
        Literal = "literal",
    }
}

/// What pandas makes of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnType {
    Whole,
    /// Whole numbers that became decimal ones because a cell is missing.
    WholeWithGap,
    Decimal,
    Truth,
    Text,
}

/// Changes every cell to what pandas would print for it.
pub(super) fn as_pandas(table: &mut TextTable) {
    let mut lost = 0;
    let types: Vec<ColumnType> =
        (0..table.columns().len()).map(|column| type_of(table, column)).collect();
    table.change(|column, cell| {
        lost += usize::from(cell.is_some_and(reads_as_missing));
        let cell = cell.filter(|cell| !is_missing_to_pandas(cell))?;
        Some(printed(types[column], cell).unwrap_or_else(|| cell.to_owned()))
    });
    if lost > 0 {
        table.warnings.push(format!(
            "{lost} cells hold a word such as None or NA, which pandas takes for a missing cell"
        ));
    }
}

/// What pandas prints for a cell in a column of this type; `None` if it leaves the cell unchanged.
fn printed(column: ColumnType, cell: &str) -> Option<String> {
    match column {
        ColumnType::Text => None,
        ColumnType::Truth => truth(cell).map(|is| if is { "True" } else { "False" }.to_owned()),
        ColumnType::Whole => whole(cell).map(|number| number.to_string()),
        ColumnType::WholeWithGap => whole(cell).map(|number| python_float(number as f64)),
        ColumnType::Decimal => decimal(cell).map(python_float),
    }
}

/// The number of cells of a column that pandas would read differently because of its type.
pub(super) fn retyped_cells(table: &TextTable, column: usize) -> usize {
    let kind = type_of(table, column);
    if kind == ColumnType::Text {
        return 0;
    }
    let cells = (0..table.rows()).map(|row| table.cell(row, column));
    cells.filter(|cell| printed(kind, cell).is_some_and(|printed| printed != *cell)).count()
}

/// Whether pandas takes a text for a missing cell, so that VLMEvalKit loses it.
pub fn reads_as_missing(text: &str) -> bool {
    !text.is_empty() && is_missing_to_pandas(text)
}

fn type_of(table: &TextTable, column: usize) -> ColumnType {
    let present = (0..table.rows()).filter_map(|row| table.present(row, column));
    let cells: Vec<&str> = present.filter(|cell| !is_missing_to_pandas(cell)).collect();
    let has_gap = cells.len() < table.rows();
    let are_all = |is_one: fn(&str) -> bool| cells.iter().all(|cell| is_one(cell));
    if cells.is_empty() {
        ColumnType::Text // all missing
    } else if are_all(|cell| whole(cell).is_some()) {
        type_of_whole_numbers(cells.iter().filter_map(|cell| whole(cell)), has_gap)
    } else if are_all(|cell| decimal(cell).is_some()) {
        ColumnType::Decimal
    } else if are_all(|cell| truth(cell).is_some()) {
        ColumnType::Truth
    } else {
        ColumnType::Text
    }
}

/// Numbers beyond 64 bits stay text, and so do those that need the sign bit if a cell is missing or
/// another number is negative.
fn type_of_whole_numbers(numbers: impl Iterator<Item = i128>, has_gap: bool) -> ColumnType {
    let (smallest, largest) =
        numbers.fold((0, 0), |(low, high), number| (number.min(low), number.max(high)));
    let fits = largest <= i128::from(i64::MAX) && smallest >= i128::from(i64::MIN);
    let fits_unsigned = largest <= i128::from(u64::MAX) && smallest >= 0;
    match has_gap {
        true if fits => ColumnType::WholeWithGap,
        false if fits || fits_unsigned => ColumnType::Whole,
        _ => ColumnType::Text,
    }
}

/// A whole number of at most 30 digits.
fn whole(cell: &str) -> Option<i128> {
    let cell = cell.trim_matches(is_space);
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let is_plain = (1..=30).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| cell.parse().ok()).flatten()
}

/// A number as pandas' own parser reads it: digits, a point, an exponent; no hexadecimal, no
/// underscores. It adds up at most 17 digits in floating point and scales once, so that the last
/// digits may differ from the nearest number; a number that is too large is `None`.
fn decimal(cell: &str) -> Option<f64> {
    let cell = cell.trim_matches(is_space);
    let bare = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let sign = if cell.starts_with('-') { -1.0 } else { 1.0 };
    if bare.eq_ignore_ascii_case("inf") || bare.eq_ignore_ascii_case("infinity") {
        return Some(sign * f64::INFINITY);
    }
    let (digits, power) = match bare.find(['e', 'E']) {
        Some(at) => (&bare[..at], exponent(&bare[at + 1..])?),
        None => (bare, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = || whole.bytes().chain(fraction.bytes());
    if all().next().is_none() || !all().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let kept_of_fraction = fraction.len().min(17usize.saturating_sub(whole.len()));
    let kept = all().take(whole.len().min(17) + kept_of_fraction);
    let number = kept.fold(0.0, |number, digit| number * 10.0 + f64::from(digit - b'0'));
    let power = power + whole.len().saturating_sub(17) as i32 - kept_of_fraction as i32;
    let number = match power {
        309.. => return None,
        0..=308 => number * ten_to(power),
        -308..0 => number / ten_to(-power),
        _ => number / ten_to((-308 - power).min(308)) / ten_to(308),
    };
    number.is_finite().then_some(sign * number)
}

/// The digits after an `e`; more than any number can have count as ten thousand.
fn exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(10_000).min(10_000);
    Some(if text.starts_with('-') { -size } else { size })
}

/// A power of ten, exactly as a literal of the source would be rounded.
fn ten_to(power: i32) -> f64 {
    format!("1e{power}").parse().unwrap_or(f64::INFINITY)
}

fn truth(cell: &str) -> Option<bool> {
    if cell.eq_ignore_ascii_case("true") {
        return Some(true);
    }
    cell.eq_ignore_ascii_case("false").then_some(false)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(columns: [&str; 2], rows: &[[&str; 2]]) -> TextTable {
        let mut table = TextTable::new(columns.map(str::to_owned));
        rows.iter().flatten().for_each(|cell| table.push_cell(Some(cell)));
        as_pandas(&mut table);
        table
    }

    #[test]
    fn a_gap_makes_whole_numbers_decimal() {
        let table = read(["A", "B"], &[["20", "007"], ["", "8"]]);
        assert_eq!((table.cell(0, 0), table.cell(0, 1)), ("20.0", "7"));
        assert!(table.present(1, 0).is_none());
    }

    #[test]
    fn the_option_none_vanishes_and_one_word_keeps_a_column_text() {
        let table = read(["A", "B"], &[["None", "0012"], ["cat", "dog"]]);
        assert!(table.present(0, 0).is_none());
        assert_eq!(table.cell(0, 1), "0012");
    }

    #[test]
    fn truth_values_are_printed_as_python_prints_them() {
        let table = read(["A", "B"], &[["true", "x"], ["FALSE", "y"], ["NA", "z"]]);
        assert_eq!((table.cell(0, 0), table.cell(1, 0)), ("True", "False"));
        assert!(table.present(2, 0).is_none());
    }

    #[test]
    fn numbers_read_as_pandas_parser_reads_them() {
        let numbers = [
            ("0.50", Some(0.5)),
            (" +4. ", Some(4.0)),
            (".5e1", Some(5.0)),
            ("1E-400", Some(0.0)),
            ("0.30000000000000004", Some(0.3)),
            ("-Infinity", Some(f64::NEG_INFINITY)),
            ("1e400", None),
            ("1_000", None),
            ("0x10", None),
            ("1e", None),
            (".", None),
            ("3 4", None),
        ];
        for (text, expected) in numbers {
            assert_eq!(decimal(text), expected, "{text}");
        }
    }

    #[test]
    fn a_column_with_a_number_beyond_64_bits_stays_text() {
        let table = read(["A", "B"], &[["007", "007"], ["9223372036854775808", "1e400"]]);
        assert_eq!((table.cell(0, 0), table.cell(0, 1)), ("7", "007"));
        let table = read(["A", "B"], &[["-7", "-0"], ["9223372036854775808", ""]]);
        assert_eq!((table.cell(0, 0), table.cell(0, 1)), ("-7", "0.0"));
    }
}
