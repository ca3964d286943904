//! A table of text, stored by column: 50,000 rows need two allocations for each column, not a
//! million, and reading one column does not pass over the others.

use crate::error::named_twice;

/// Rows of cells. A cell may be missing, which is not the same as empty in pandas' reading.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    names: Vec<String>,
    columns: Vec<Column>,
    /// The column of the next cell.
    next: usize,
    /// Warnings about the file, as sentences.
    pub(super) warnings: Vec<String>,
    /// Whether it was read from a spreadsheet, which can lose texts.
    pub(super) is_spreadsheet: bool,
    /// The column with the text that the model was asked, if the ids may be numbers that the
    /// harness assigned.
    pub(super) asked: Option<&'static str>,
    /// The column with the number of the document from 0, where the harness counts them.
    pub(super) counted: Option<&'static str>,
    /// The column with the number of the sample, if a question was asked several times.
    pub(super) sampled: Option<&'static str>,
    /// Columns with an object or a list in a cell, which was left out: the first such cell of each,
    /// with its row.
    structured: Vec<Structured>,
}

/// The cells of a column, end to end.
#[derive(Clone, Debug, Default)]
struct Column {
    text: String,
    ends: Vec<CellEnd>,
}

impl Column {
    #[inline]
    fn push(&mut self, cell: Option<&str>) {
        self.text.push_str(cell.unwrap_or_default());
        self.ends.push(CellEnd::new(self.text.len(), cell.is_none()));
    }

    #[inline]
    fn cell(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before].end());
        &self.text[start..self.ends[row].end()]
    }

    /// A cell, or `None` if it is missing.
    #[inline]
    fn present(&self, row: usize) -> Option<&str> {
        (!self.ends[row].is_missing()).then(|| self.cell(row))
    }
}

impl<C: AsRef<str>> FromIterator<Option<C>> for Column {
    fn from_iter<I: IntoIterator<Item = Option<C>>>(cells: I) -> Self {
        let mut column = Column::default();
        cells.into_iter().for_each(|cell| column.push(cell.as_ref().map(C::as_ref)));
        column
    }
}

/// Where a cell ends in its column's text, and whether the cell is missing: in the lowest bit, because
/// both are needed together and a text of 2^63 bytes does not exist.
#[derive(Clone, Copy, Debug)]
struct CellEnd(usize);

impl CellEnd {
    fn new(end: usize, is_missing: bool) -> Self {
        CellEnd(end << 1 | usize::from(is_missing))
    }

    fn end(self) -> usize {
        self.0 >> 1
    }

    fn is_missing(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A cell that is not a text.
#[derive(Clone, Debug)]
pub(super) struct Structured {
    pub column: String,
    pub row: usize,
    pub problem: String,
    /// The name of a value in it, for a path: `0` in a list.
    pub inner: &'static str,
}

/// Columns that hold pictures are not kept.
pub(super) fn holds_pictures(column: &str) -> bool {
    matches!(column.trim().to_lowercase().as_str(), "image" | "image_path")
}

impl TextTable {
    /// An empty table with these columns. A repeated name gets `.1`, as in pandas.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut table = TextTable::default();
        for name in names {
            // Only choices, single letters, differ by their case.
            let reads_the_same = |known: &String| match name.trim() {
                short if short.len() < 2 => !short.is_empty() && known.trim() == short,
                long => known.trim().eq_ignore_ascii_case(long),
            };
            if table.names.iter().any(reads_the_same) {
                table.warnings.push(named_twice(&name));
            }
            table.name_column(&name, Column::default());
        }
        table
    }

    /// Adds a column under the first free name.
    fn name_column(&mut self, name: &str, column: Column) {
        let repeated = (1..).map(|n| format!("{name}.{n}"));
        let mut names = std::iter::once(name.to_owned()).chain(repeated);
        self.names.extend(names.find(|name| !self.names.contains(name)));
        self.columns.push(column);
    }

    /// Adds the next cell of the current row; `None` is a missing one.
    #[inline]
    pub fn push_cell(&mut self, cell: Option<&str>) {
        let Some(column) = self.columns.get_mut(self.next) else { return };
        column.push(cell);
        self.next += 1;
        if self.next == self.columns.len() {
            self.next = 0;
        }
    }

    /// Adds a column that the rows so far do not have. The last row must have all its cells.
    pub(super) fn add_column(&mut self, name: &str) {
        let ends = vec![CellEnd::new(0, true); self.rows()];
        self.name_column(name, Column { text: String::new(), ends });
    }

    /// Adds a column with a cell for each row.
    pub(super) fn add_filled_column(&mut self, name: &str, cells: &[Option<String>]) {
        self.name_column(name, cells.iter().map(Option::as_deref).collect());
    }

    /// Remembers that the next row does not have a text in a column, if it is the first of that
    /// column.
    pub(super) fn note_structured(&mut self, column: &str, problem: &str, inner: &'static str) {
        if self.structured(column).is_none() {
            let (column, row, problem) = (column.to_owned(), self.rows() + 1, problem.to_owned());
            self.structured.push(Structured { column, row, problem, inner });
        }
    }

    /// The first cell of a column that is not a text.
    pub(super) fn structured(&self, column: &str) -> Option<&Structured> {
        self.structured.iter().find(|cell| cell.column == column)
    }

    /// Keeps only some of the rows.
    pub(super) fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        let kept: Vec<usize> = (0..self.rows()).filter(|&row| is_kept(row)).collect();
        for column in &mut self.columns {
            *column = kept.iter().map(|&row| column.present(row)).collect();
        }
    }

    /// Changes every cell, given by its column; `None` makes it missing.
    pub(super) fn change(&mut self, mut change: impl FnMut(usize, Option<&str>) -> Option<String>) {
        let rows = self.rows();
        for (at, column) in self.columns.iter_mut().enumerate() {
            *column = (0..rows).map(|row| change(at, column.present(row))).collect();
        }
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.names
    }

    /// Renames a column; a column that already has that name is set aside.
    pub(super) fn rename(&mut self, column: &str, name: &str) {
        if column == name {
            return;
        }
        for known in &mut self.names {
            if known == column {
                name.clone_into(known);
            } else if known.trim().eq_ignore_ascii_case(name) {
                known.push_str(" (not used)");
            }
        }
    }

    /// The number of rows; a row that lacks cells at its end does not count.
    pub fn rows(&self) -> usize {
        self.columns.last().map_or(0, |column| column.ends.len())
    }

    /// A cell; empty if it is missing.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> &str {
        self.columns[column].cell(row)
    }

    /// A cell, or `None` if it is missing.
    #[inline]
    pub(super) fn present(&self, row: usize, column: usize) -> Option<&str> {
        self.columns[column].present(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_added_later_is_missing_in_earlier_rows() {
        let mut table = TextTable::new(["index".into()]);
        table.push_cell(Some("1"));
        table.add_column("hint");
        table.push_cell(Some("2"));
        table.push_cell(Some("look"));
        assert_eq!((table.cell(0, 0), table.cell(1, 1)), ("1", "look"));
        assert!(table.present(0, 1).is_none() && table.present(1, 1).is_some());
    }

    #[test]
    fn cells_read_back_as_they_were_added() {
        let mut table = TextTable::new(["index".into(), "A".into(), "A".into()]);
        table.push_cell(Some("1"));
        table.push_cell(Some("猫"));
        table.push_cell(None);
        table.push_cell(Some("2"));
        table.push_cell(None);
        table.push_cell(None);
        assert_eq!(table.columns(), ["index", "A", "A.1"]);
        assert_eq!((table.rows(), table.cell(0, 1), table.cell(1, 0)), (2, "猫", "2"));
        assert!(
            table.present(0, 2).is_none()
                && table.present(1, 1).is_none()
                && table.present(0, 1).is_some()
        );
    }
}
