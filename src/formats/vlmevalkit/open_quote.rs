//! Finding a quote that was opened and closed in the wrong rows.
//!
//! Three rows of which the first opens a quote without an end and a later one happens to close it
//! become one row with the right number of cells and no error. What gives it away is the shape of
//! the cell: its first line has as many tabs as were left in its row, its last line as many as stand
//! before its column. Code with tabs does not look like that.

use super::columns::Columns;
use crate::formats::error::{RowProblem, shown};
use crate::formats::records::Record;

/// The first cell that swallowed other rows, with what it swallowed.
pub(super) fn swallowed_rows(
    record: &Record<'_>,
    columns: &Columns,
) -> Option<(usize, RowProblem)> {
    (0..record.len()).find_map(|column| {
        if columns.holds_pictures(column) {
            return None;
        }
        let cell = record.cell(column);
        let swallowed = rows_in_cell(cell, column, columns.count())?;
        let second_line = cell.splitn(3, |&byte| byte == b'\n').nth(1).unwrap_or_default();
        let beginning = shown(&String::from_utf8_lossy(&second_line[..second_line.len().min(120)]));
        Some((column, RowProblem::SwallowedRows { rows: swallowed, beginning }))
    })
}

/// How many rows begin inside a cell, if it looks as if any did.
fn rows_in_cell(cell: &[u8], column: usize, columns: usize) -> Option<usize> {
    if columns < 3 || column >= columns || !cell.contains(&b'\n') || !cell.contains(&b'\t') {
        return None;
    }
    let tabs_of = |line: &[u8]| line.split(|&byte| byte == b'\t').count() - 1;
    let tabs: Vec<usize> = cell.split(|&byte| byte == b'\n').map(tabs_of).collect();
    let whole_rows = tabs.iter().filter(|&&tabs| tabs == columns - 1).count();
    let (first, last) = (tabs.first().copied()?, tabs.last().copied()?);
    let cut_rows = first == columns - 1 - column && last == column;
    (cut_rows || whole_rows >= 2).then_some(tabs.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_one_row_and_the_beginning_of_another_are_recognised() {
        // Column 1 of 4: two tabs were left in its row, one stands before it in the next.
        assert_eq!(rows_in_cell(b"open\tA\tB\n2\tclosed", 1, 4), Some(1));
        assert_eq!(rows_in_cell(b"open\tA\tB\n2\tq\tA\tB\n3\tclosed", 1, 4), Some(2));
    }

    #[test]
    fn code_with_tabs_and_long_texts_are_left_alone() {
        assert_eq!(rows_in_cell(b"def f():\n\treturn 1\n\nf()", 1, 6), None);
        assert_eq!(rows_in_cell(b"if a:\n\tif b:\n\t\tc()\n", 2, 8), None);
        assert_eq!(rows_in_cell(b"one\ntwo\nthree", 1, 4), None);
        assert_eq!(rows_in_cell(b"a\tb\tc\td", 0, 4), None);
    }
}
