//! Detection of a quote that was opened in one row and closed in another.
//!
//! Three rows of which the first opens a quote without an end and a later one happens to close it
//! become one row with the right number of cells and no error. The shape of the cell gives it away:
//! its first line has as many tabs as were left in its row, its last line as many as come before
//! its column, and a line in between begins with an index. Code and prose do not look like that. A
//! table of numbers may; but its numbers are not rows, so other rows have them as their index,
//! while swallowed rows occur nowhere else: this can be decided once all rows are known.

use super::error::shown;
use super::records::Record;

/// The layout of a table, known before its rows are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of columns.
    pub columns: usize,
    /// The column of the index.
    pub index: Option<usize>,
    /// The byte between two cells.
    pub delimiter: u8,
}

/// Why a cell seems to have swallowed rows.
#[derive(Debug)]
pub(super) struct Suspicion {
    /// The cell's column.
    pub column: usize,
    /// The number of rows that seem to begin in it.
    pub rows: usize,
    /// The beginning of the first of them.
    beginning: String,
    /// The indices that they would have.
    pub indices: Vec<String>,
    /// Whether the cell begins and ends in the middle of a row. A single open quote that keeps the
    /// number of cells right always does so.
    pub is_cut: bool,
}

impl Suspicion {
    /// The problem of the row, if it has one.
    pub fn problem(&self) -> String {
        let Suspicion { rows, beginning, .. } = self;
        format!(
            "the cell swallowed about {rows} more rows, from {beginning} on: a quote is not closed. Close \
             it, or double it if it is a part of the text"
        )
    }
}

/// The first cell that seems to have swallowed other rows.
pub(super) fn swallowed_rows(
    record: &Record<'_>,
    shape: Shape,
    holds_pictures: impl Fn(usize) -> bool,
) -> Option<Suspicion> {
    if !record.has_line_feeds {
        return None;
    }
    (0..record.len().min(shape.columns))
        .filter(|&column| !holds_pictures(column))
        .find_map(|column| rows_in_cell(record.cell(column), column, shape))
}

/// The rows that begin inside a cell, if it looks as if any did.
pub(super) fn rows_in_cell(cell: &[u8], column: usize, shape: Shape) -> Option<Suspicion> {
    let last_column = shape.columns.checked_sub(1).filter(|&last| last >= 2)?;
    if !cell.contains(&b'\n') || !cell.contains(&shape.delimiter) {
        return None;
    }
    let delimiters = |line: &[u8]| memchr::memchr_iter(shape.delimiter, line).count();
    let mut lines = cell.split(|&byte| byte == b'\n');
    let first = delimiters(lines.next()?);
    let later: Vec<(&[u8], usize)> = lines.map(|line| (line, delimiters(line))).collect();
    let is_row = |line: &[u8]| begins_like_a_row(line, shape);
    let whole: Vec<&[u8]> = later
        .iter()
        .filter(|&&(line, count)| count == last_column && is_row(line))
        .map(|&(line, _)| line)
        .collect();
    let last = later.last().filter(|&&(line, count)| count == column && is_row(line));
    let is_cut = first == last_column - column && last.is_some();
    if !is_cut && whole.len() < 2 {
        return None;
    }
    let index = |line: &[u8]| {
        let cell = line.split(|&byte| byte == shape.delimiter).nth(shape.index?)?;
        Some(String::from_utf8_lossy(cell).trim().to_owned())
    };
    // The last row's index is whole unless it is the cell that the quote closes.
    let begun = last.filter(|_| column != last_column).map(|&(line, _)| line);
    let second_line = later.first().map_or(&b""[..], |&(line, _)| line);
    Some(Suspicion {
        column,
        rows: later.iter().filter(|(line, _)| is_row(line)).count(),
        beginning: shown(&String::from_utf8_lossy(&second_line[..second_line.len().min(120)])),
        indices: whole.into_iter().chain(begun).filter_map(index).collect(),
        is_cut,
    })
}

/// Whether a line could be the beginning of a row: if the index comes first, a word with a digit in
/// it. Tables are not written with a space after each comma; lists are.
fn begins_like_a_row(line: &[u8], shape: Shape) -> bool {
    let mut cells = line.split(|&byte| byte == shape.delimiter);
    let first = cells.next().unwrap_or_default();
    let is_index =
        first.iter().any(u8::is_ascii_digit) && !first.iter().any(u8::is_ascii_whitespace);
    let is_list = shape.delimiter == b',' && cells.all(|cell| cell.starts_with(b" "));
    shape.index != Some(0) || (is_index && !is_list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swallowed(cell: &str, column: usize, columns: usize, delimiter: u8) -> Option<usize> {
        let shape = Shape { columns, index: Some(0), delimiter };
        rows_in_cell(cell.as_bytes(), column, shape).map(|suspicion| suspicion.rows)
    }

    #[test]
    fn the_rest_of_one_row_and_the_beginning_of_another_are_recognised() {
        // Column 1 of 4: two tabs were left in its row, one comes before it in the next.
        assert_eq!(swallowed("open\tA\tB\n2\tclosed", 1, 4, b'\t'), Some(1));
        assert_eq!(swallowed("open\tA\tB\nVAL_2\tq\tA\tB\n3\tclosed", 1, 4, b'\t'), Some(2));
        assert_eq!(swallowed("open,A,B\n2,closed", 1, 4, b','), Some(1));
    }

    #[test]
    fn code_with_tabs_and_long_texts_are_left_alone() {
        assert_eq!(swallowed("def f():\n\treturn 1\n\nf()", 1, 6, b'\t'), None);
        assert_eq!(swallowed("if a:\n\tif b:\n\t\tc()\n", 2, 8, b'\t'), None);
        assert_eq!(swallowed("one\ntwo\nthree", 1, 4, b'\t'), None);
        assert_eq!(swallowed("a\tb\tc\td", 0, 4, b'\t'), None);
        assert_eq!(swallowed("one, two, three\nhowever, four", 1, 4, b','), None);
        assert_eq!(swallowed("The prices are\n10, 20, 30", 2, 3, b','), None);
    }
}
