//! Finding a quote that was opened and closed in the wrong rows.
//!
//! Three rows of which the first opens a quote without an end and a later one happens to close it
//! become one row with the right number of cells and no error. What gives it away is the shape of
//! the cell: its first line has as many tabs as were left in its row, its last line as many as stand
//! before its column, and a line in between begins with an index. Code and prose do not look like
//! that. A table of numbers may; but its numbers are no rows, so that other rows have them as their
//! index, and rows that were swallowed are nowhere else.

use std::collections::HashSet;

use super::bad_rows::{BadRows, Fault};
use super::columns::Columns;
use super::index::Indices;
use super::row::SourceRow;
use crate::formats::error::{FormatError, RowProblem, shown};
use crate::formats::records::Record;

/// Why a cell seems to have swallowed rows.
#[derive(Debug)]
pub(super) struct Suspicion {
    column: usize,
    /// How many rows seem to begin in it.
    rows: usize,
    /// How the first of them begins.
    beginning: String,
    /// The indices that they would have.
    indices: Vec<String>,
    /// Whether the cell begins and ends in the middle of a row. A single open quote that leaves the
    /// number of cells right must do so.
    pub is_cut: bool,
}

impl Suspicion {
    pub fn into_fault(self) -> Fault {
        let problem = RowProblem::SwallowedRows { rows: self.rows, beginning: self.beginning };
        Fault::in_column(self.column, problem)
    }

    /// Whether what looks like rows cannot be: their indices are taken.
    fn is_refuted(&self, indices: &Indices) -> bool {
        let mut seen = HashSet::new();
        self.indices.iter().any(|index| {
            indices.position(index).is_some() || !seen.insert(indices.name(index).into_owned())
        })
    }
}

/// Refuses the rows that swallowed others, now that the indices of all rows are known.
pub(super) fn refuse_suspects(
    rows: &mut Vec<SourceRow>,
    columns: &Columns,
    indices: &Indices,
    bad: &mut BadRows,
) -> Result<(), FormatError> {
    let mut kept = Vec::with_capacity(rows.len());
    for mut row in rows.drain(..) {
        match row.suspicion.take().filter(|suspicion| !suspicion.is_refuted(indices)) {
            Some(suspicion) => {
                let fault = suspicion.into_fault().named(columns);
                bad.refuse(row.row, row.line, Some(row.index), fault)?;
            }
            None => kept.push(row),
        }
    }
    *rows = kept;
    Ok(())
}

/// The first cell that seems to have swallowed other rows.
pub(super) fn swallowed_rows(record: &Record<'_>, columns: &Columns) -> Option<Suspicion> {
    (0..record.len().min(columns.count()))
        .filter(|&column| !columns.holds_pictures(column))
        .find_map(|column| rows_in_cell(record.cell(column), column, columns))
}

/// The rows that begin inside a cell, if it looks as if any did.
fn rows_in_cell(cell: &[u8], column: usize, columns: &Columns) -> Option<Suspicion> {
    let last_column = columns.count().checked_sub(1).filter(|&last| last >= 2)?;
    if !cell.contains(&b'\n') || !cell.contains(&columns.delimiter) {
        return None;
    }
    let delimiters = |line: &[u8]| line.split(|&byte| byte == columns.delimiter).count() - 1;
    let mut lines = cell.split(|&byte| byte == b'\n');
    let first = delimiters(lines.next()?);
    let later: Vec<(&[u8], usize)> = lines.map(|line| (line, delimiters(line))).collect();
    let row_like: Vec<(&[u8], usize)> =
        later.iter().copied().filter(|(line, _)| begins_like_a_row(line, columns)).collect();
    let whole_rows = row_like.iter().filter(|&&(_, count)| count == last_column).count();
    let last = later.last().filter(|&&(_, count)| count == column && !row_like.is_empty());
    let is_cut = first == last_column - column && last.is_some();
    if !is_cut && whole_rows < 2 {
        return None;
    }
    let whole = row_like.iter().filter(|&&(_, count)| count == last_column);
    let index = |(line, _): &(&[u8], usize)| {
        let cell = line.split(|&byte| byte == columns.delimiter).nth(columns.index)?;
        Some(String::from_utf8_lossy(cell).trim().to_owned())
    };
    let second_line = later.first().map_or(&b""[..], |(line, _)| line);
    Some(Suspicion {
        column,
        rows: row_like.len(),
        beginning: shown(&String::from_utf8_lossy(&second_line[..second_line.len().min(120)])),
        indices: whole.chain(last.filter(|_| column != last_column)).filter_map(index).collect(),
        is_cut,
    })
}

/// Whether a line could be a row's first: where the index comes first, a word with a digit in it.
fn begins_like_a_row(line: &[u8], columns: &Columns) -> bool {
    let first = line.split(|&byte| byte == columns.delimiter).next().unwrap_or_default();
    columns.index != 0
        || (first.iter().any(u8::is_ascii_digit) && !first.iter().any(u8::is_ascii_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::records::{Limits, RecordReader};
    use crate::formats::warning::Warnings;

    fn swallowed(cell: &str, column: usize, count: usize, delimiter: u8) -> Option<usize> {
        let names = ["index", "question", "A", "B", "C", "D", "E", "F"];
        let header = names[..count].join("\t");
        let mut reader = RecordReader::new(header.as_bytes(), b'\t', Limits::default());
        let header = reader.next_record().unwrap().unwrap();
        let columns = Columns::read(&header, delimiter, &mut Warnings::default()).unwrap();
        rows_in_cell(cell.as_bytes(), column, &columns).map(|suspicion| suspicion.rows)
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
    }
}
