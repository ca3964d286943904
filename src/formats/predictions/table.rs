//! A table of text in one piece of memory: 50,000 rows need two allocations, not a million.

/// Rows of cells. A cell may be missing, which is not the same as empty in pandas' reading.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    columns: Vec<String>,
    text: String,
    /// The end of each cell in `text`, row by row.
    ends: Vec<CellEnd>,
    /// What was odd, in sentences.
    pub(super) warnings: Vec<String>,
    /// Whether it was read from a spreadsheet, which loses texts of its own.
    pub(super) is_spreadsheet: bool,
    /// Columns with an object or a list in some cell, which was left out: the first of each, with its row.
    structured: Vec<Structured>,
}

/// Where a cell ends in the table's text, and whether the cell is missing: in the lowest bit, because
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

/// A cell that is no text.
#[derive(Clone, Debug)]
pub(super) struct Structured {
    pub column: String,
    pub row: usize,
    pub problem: String,
}

/// Columns that hold pictures are not kept.
pub(super) fn holds_pictures(column: &str) -> bool {
    matches!(column.trim().to_lowercase().as_str(), "image" | "image_path")
}

impl TextTable {
    /// An empty table with these columns. A name that comes twice gets `.1`, as pandas does.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut columns: Vec<String> = Vec::new();
        for name in names {
            let repeated = (1..).map(|n| format!("{name}.{n}"));
            let free = std::iter::once(name.clone()).chain(repeated).find(|n| !columns.contains(n));
            columns.extend(free);
        }
        TextTable { columns, ..TextTable::default() }
    }

    /// Adds the next cell of the current row.
    #[inline]
    pub fn push(&mut self, cell: &str) {
        self.text.push_str(cell);
        self.ends.push(CellEnd::new(self.text.len(), false));
    }

    /// Adds a missing cell.
    #[inline]
    pub fn push_missing(&mut self) {
        self.ends.push(CellEnd::new(self.text.len(), true));
    }

    /// Adds a column that rows so far do not have. Every cell is copied, so it is meant for the few
    /// columns that a later record brings.
    pub(super) fn add_column(&mut self, name: String) {
        let mut wider = TextTable::new(self.columns.iter().cloned().chain([name]));
        wider.warnings = std::mem::take(&mut self.warnings);
        wider.structured = std::mem::take(&mut self.structured);
        for row in 0..self.rows() {
            for column in 0..self.columns.len() {
                match self.is_missing(row, column) {
                    true => wider.push_missing(),
                    false => wider.push(self.cell(row, column)),
                }
            }
            wider.push_missing();
        }
        *self = wider;
    }

    /// Remembers that the next row has no text in a column, if it is the first of that column.
    pub(super) fn note_structured(&mut self, column: &str, problem: &str) {
        if self.structured(column).is_none() {
            let (column, row, problem) = (column.to_owned(), self.rows() + 1, problem.to_owned());
            self.structured.push(Structured { column, row, problem });
        }
    }

    /// The first cell of a column that is no text.
    pub(super) fn structured(&self, column: &str) -> Option<&Structured> {
        self.structured.iter().find(|cell| cell.column == column)
    }

    /// The same table with only some of its rows.
    pub(super) fn only(&self, is_kept: impl Fn(usize) -> bool) -> Self {
        let mut fewer = TextTable {
            columns: self.columns.clone(),
            warnings: self.warnings.clone(),
            is_spreadsheet: self.is_spreadsheet,
            ..Self::default()
        };
        for row in (0..self.rows()).filter(|&row| is_kept(row)) {
            for column in 0..self.columns.len() {
                match self.is_missing(row, column) {
                    true => fewer.push_missing(),
                    false => fewer.push(self.cell(row, column)),
                }
            }
        }
        fewer
    }

    /// Fills the current row up with missing cells.
    pub fn end_row(&mut self) {
        while !self.columns.is_empty() && !self.ends.len().is_multiple_of(self.columns.len()) {
            self.push_missing();
        }
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Gives a column another name; one that has that name already is set aside.
    pub(super) fn rename(&mut self, column: &str, name: &str) {
        if column == name {
            return;
        }
        for known in &mut self.columns {
            if known == column {
                name.clone_into(known);
            } else if known.trim().eq_ignore_ascii_case(name) {
                known.push_str(" (not used)");
            }
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.ends.len().checked_div(self.columns.len()).unwrap_or(0)
    }

    /// A cell; empty where it is missing.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let position = row * self.columns.len() + column;
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before].end());
        &self.text[start..self.ends[position].end()]
    }

    /// Whether a cell is missing.
    #[inline]
    pub fn is_missing(&self, row: usize, column: usize) -> bool {
        self.ends[row * self.columns.len() + column].is_missing()
    }

    /// The same table with every cell changed; `None` makes it missing.
    pub(super) fn map(
        &self,
        mut change: impl FnMut(usize, usize, Option<&str>) -> Option<String>,
    ) -> Self {
        let mut changed = TextTable {
            columns: self.columns.clone(),
            warnings: self.warnings.clone(),
            is_spreadsheet: self.is_spreadsheet,
            ..Self::default()
        };
        for row in 0..self.rows() {
            for column in 0..self.columns.len() {
                let cell = (!self.is_missing(row, column)).then(|| self.cell(row, column));
                match change(row, column, cell) {
                    Some(text) => changed.push(&text),
                    None => changed.push_missing(),
                }
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_added_later_is_missing_in_earlier_rows() {
        let mut table = TextTable::new(["index".into()]);
        table.push("1");
        table.add_column("hint".into());
        table.push("2");
        table.push("look");
        assert_eq!((table.cell(0, 0), table.cell(1, 1)), ("1", "look"));
        assert!(table.is_missing(0, 1) && !table.is_missing(1, 1));
    }

    #[test]
    fn cells_read_back_and_short_rows_are_filled_up() {
        let mut table = TextTable::new(["index".into(), "A".into(), "A".into()]);
        table.push("1");
        table.push("猫");
        table.end_row();
        table.push("2");
        table.end_row();
        assert_eq!(table.columns(), ["index", "A", "A.1"]);
        assert_eq!((table.rows(), table.cell(0, 1), table.cell(1, 0)), (2, "猫", "2"));
        assert!(table.is_missing(0, 2) && table.is_missing(1, 1) && !table.is_missing(0, 1));
    }
}
