//! Finding a quote that was opened and closed in the wrong rows.
//!
//! Three rows of which the first opens a quote without an end and a later one happens to close it
//! become one row with the right number of cells and no error. What gives it away is the shape of
//! the cell: its first line has as many tabs as were left in its row, its last line as many as stand
//! before its column, and a line in between begins with an index. Code and prose do not look like
//! that.

use super::error::{RowProblem, shown};
use super::records::Record;

/// What is known of a table before its rows are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// How many columns there are.
    pub columns: usize,
    /// The column of the index.
    pub index: Option<usize>,
    /// What stands between two cells.
    pub delimiter: u8,
}

/// The first cell that swallowed other rows, with what it swallowed.
pub(super) fn swallowed_rows(
    record: &Record<'_>,
    shape: Shape,
    holds_pictures: impl Fn(usize) -> bool,
) -> Option<(usize, RowProblem)> {
    (0..record.len().min(shape.columns)).find_map(|column| {
        if holds_pictures(column) {
            return None;
        }
        let cell = record.cell(column);
        let swallowed = rows_in_cell(cell, column, shape)?;
        let second_line = cell.splitn(3, |&byte| byte == b'\n').nth(1).unwrap_or_default();
        let beginning = shown(&String::from_utf8_lossy(&second_line[..second_line.len().min(120)]));
        Some((column, RowProblem::SwallowedRows { rows: swallowed, beginning }))
    })
}

/// How many rows begin inside a cell, if it looks as if any did.
pub(super) fn rows_in_cell(cell: &[u8], column: usize, shape: Shape) -> Option<usize> {
    let last_column = shape.columns.checked_sub(1).filter(|&last| last >= 2)?;
    if !cell.contains(&b'\n') || !cell.contains(&shape.delimiter) {
        return None;
    }
    let delimiters = |line: &[u8]| line.split(|&byte| byte == shape.delimiter).count() - 1;
    let mut lines = cell.split(|&byte| byte == b'\n');
    let first = delimiters(lines.next()?);
    let later: Vec<(usize, bool)> =
        lines.map(|line| (delimiters(line), begins_like_a_row(line, shape))).collect();
    let rows = later.iter().filter(|&&(_, is_row)| is_row).count();
    let whole_rows =
        later.iter().filter(|&&(count, is_row)| is_row && count == last_column).count();
    let ends_in_a_row = later.last().is_some_and(|&(count, is_row)| count == column && is_row);
    let is_cut = first == last_column - column && ends_in_a_row;
    (is_cut || whole_rows >= 2).then_some(rows)
}

/// Whether a line could be a row's first: where the index comes first, a word with a digit in it.
/// Nobody who writes a table puts a space behind each comma; who writes a list does.
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
        rows_in_cell(cell.as_bytes(), column, Shape { columns, index: Some(0), delimiter })
    }

    #[test]
    fn the_rest_of_one_row_and_the_beginning_of_another_are_recognised() {
        // Column 1 of 4: two tabs were left in its row, one stands before it in the next.
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
