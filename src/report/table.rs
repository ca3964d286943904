//! A small table that renders as aligned text, CSV or Markdown.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::visible::visible_line;

/// How the cells of a column are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Align {
    /// Text.
    #[default]
    Left,
    /// Numbers.
    Right,
}

/// A value that a cell can hold.
pub trait Cell {
    /// The text of the cell.
    fn into_text(self) -> String;
}

impl Cell for String {
    fn into_text(self) -> String {
        self
    }
}

/// `None` is an empty cell.
impl<C: Cell> Cell for Option<C> {
    fn into_text(self) -> String {
        self.map(C::into_text).unwrap_or_default()
    }
}

/// The values that print as they are displayed.
macro_rules! displayed {
    ($($value:ty),*) => {
        $(impl Cell for $value {
            fn into_text(self) -> String {
                self.to_string()
            }
        })*
    };
}

displayed!(&str, &String, char, usize, u32, u64, i64, f64);

/// Rows of text under named columns. Cells are stored as they are in the data: they are made
/// visible (see [`crate::visible`]) when they are written for people, and left alone in CSV.
#[derive(Clone, Debug, Default)]
pub struct Table {
    title: Option<String>,
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns of text.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let columns = names.into_iter().map(|name| (name.to_owned(), Align::Left)).collect();
        Table { title: None, columns, rows: Vec::new() }
    }

    /// A table with a row for each of `rows`; its columns are added one by one.
    pub fn over<R: Copy>(rows: impl IntoIterator<Item = R>) -> Columns<R> {
        let rows: Vec<R> = rows.into_iter().collect();
        let table = Table { rows: vec![Vec::new(); rows.len()], ..Table::default() };
        Columns { rows, table }
    }

    /// A table with two columns: names, and the values that are there.
    pub fn from_pairs<'a>(
        [name, value]: [&str; 2],
        pairs: impl IntoIterator<Item = (&'a str, Option<String>)>,
    ) -> Self {
        let there = pairs.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let pairs: Vec<(&str, String)> = there.collect();
        Table::over(&pairs).text(name, |pair| pair.0).text(value, |pair| &pair.1).table()
    }

    /// The same table under a title, which CSV leaves out.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same table with a word before its title.
    #[must_use]
    pub fn with_title_prefix(mut self, prefix: &str) -> Self {
        self.title = Some(match &self.title {
            Some(title) => format!("{prefix}: {title}"),
            None => prefix.to_owned(),
        });
        self
    }

    /// Adds a row; missing cells are empty, cells beyond the columns are left out.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut cells: Vec<String> = cells.into_iter().collect();
        cells.resize(self.columns.len(), String::new());
        self.rows.push(cells);
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Aligned columns, two spaces apart.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(title) = &self.title {
            writeln!(out, "{}", visible_line(title))?;
        }
        let header: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let rows: Vec<Vec<String>> = std::iter::once(&header)
            .chain(&self.rows)
            .map(|row| row.iter().map(|cell| visible_line(cell).into_owned()).collect())
            .collect();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0))
            .collect();
        for row in &rows {
            let cells = row.iter().zip(&widths).zip(&self.columns);
            let line: Vec<String> =
                cells.map(|((cell, &width), (_, align))| padded(cell, width, *align)).collect();
            writeln!(out, "{}", line.join("  ").trim_end())?;
        }
        Ok(())
    }

    /// RFC 4180 CSV with a header row.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(self.columns.iter().map(|(name, _)| name))?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer.flush()
    }

    /// A Markdown table.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(title) = &self.title {
            writeln!(out, "**{}**\n", markdown_text(title))?;
        }
        let cell = |text: &str| markdown_text(text).replace('|', "\\|");
        let names: Vec<String> = self.columns.iter().map(|(name, _)| cell(name)).collect();
        writeln!(out, "| {} |", names.join(" | "))?;
        let rule = self.columns.iter().map(|(_, align)| match align {
            Align::Left => "---",
            Align::Right => "---:",
        });
        writeln!(out, "| {} |", rule.collect::<Vec<_>>().join(" | "))?;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        Ok(())
    }
}

/// A table alone.
impl From<Table> for Vec<Table> {
    fn from(table: Table) -> Self {
        vec![table]
    }
}

impl<R: Copy> From<Columns<R>> for Vec<Table> {
    fn from(columns: Columns<R>) -> Self {
        vec![columns.table]
    }
}

/// A table over rows of a type that is filled column by column.
pub struct Columns<R> {
    rows: Vec<R>,
    table: Table,
}

impl<R: Copy> Columns<R> {
    /// Adds a column of text.
    #[must_use]
    pub fn text<C: Cell>(self, name: &str, cell: impl Fn(R) -> C) -> Self {
        self.column(name, Align::Left, cell)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn number<C: Cell>(self, name: &str, cell: impl Fn(R) -> C) -> Self {
        self.column(name, Align::Right, cell)
    }

    fn column<C: Cell>(mut self, name: &str, align: Align, cell: impl Fn(R) -> C) -> Self {
        self.table.columns.push((name.to_owned(), align));
        for (row, cells) in self.rows.iter().zip(&mut self.table.rows) {
            cells.push(cell(*row).into_text());
        }
        self
    }

    /// Adds the columns of each item.
    #[must_use]
    pub fn each<I>(
        self,
        items: impl IntoIterator<Item = I>,
        add: impl FnMut(Self, I) -> Self,
    ) -> Self {
        items.into_iter().fold(self, add)
    }

    /// Adds columns that only some tables have.
    #[must_use]
    pub fn only_if(self, condition: bool, add: impl FnOnce(Self) -> Self) -> Self {
        if condition { add(self) } else { self }
    }

    /// The table.
    pub fn table(self) -> Table {
        self.table
    }

    /// The table under a title, which CSV leaves out.
    pub fn titled(self, title: impl Into<String>) -> Table {
        self.table.titled(title)
    }
}

/// Escapes text for Markdown, so that a browser does not read markup, a link or a picture from it.
pub(super) fn markdown_text(text: &str) -> String {
    visible_line(text).replace('&', "&amp;").replace('<', "&lt;").replace("](", "]\\(")
}

fn padded(cell: &str, width: usize, align: Align) -> String {
    let space = " ".repeat(width.saturating_sub(cell.width()));
    match align {
        Align::Left => format!("{cell}{space}"),
        Align::Right => format!("{space}{cell}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&Table, &mut dyn Write) -> io::Result<()>) -> String {
        let rows = [("一只猫", 7_usize), ("a|b\u{1b}", 12)];
        let table = Table::over(rows).text("name", |row| row.0).number("n", |row| row.1).table();
        let mut out = Vec::new();
        write(&table, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn wide_characters_keep_columns_straight() {
        assert_eq!(written(Table::write_text), "name     n\n一只猫   7\na|b^[   12\n");
    }

    #[test]
    fn markdown_escapes_bars() {
        assert!(written(Table::write_markdown).contains("| a\\|b^[ | 12 |"));
    }

    #[test]
    fn markdown_takes_no_markup_from_names() {
        assert_eq!(markdown_text("<b>&lt;"), "&lt;b>&amp;lt;");
        assert_eq!(markdown_text("![x](http://y)"), "![x]\\(http://y)");
    }

    #[test]
    fn csv_keeps_the_data_as_it_is() {
        assert!(written(Table::write_csv).contains("a|b\u{1b},12"));
    }
}
