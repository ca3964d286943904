//! Printing a table as aligned text, CSV or Markdown.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::figures::table::{Align, Table};
use crate::visible::visible_line;

/// Aligned columns, two spaces apart.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_text(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = &table.title {
        writeln!(out, "{}", visible_line(title))?;
    }
    let header = table.columns.iter().map(|column| column.head.clone()).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(ToString::to_string).collect());
    let rows: Vec<Vec<String>> = std::iter::once(header)
        .chain(rows)
        .map(|row: Vec<String>| row.iter().map(|cell| visible_line(cell).into_owned()).collect())
        .collect();
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).zip(&table.columns);
        let line: Vec<String> =
            cells.map(|((cell, &width), column)| padded(cell, width, column.align)).collect();
        writeln!(out, "{}", line.join("  ").trim_end())?;
    }
    Ok(())
}

/// RFC 4180 CSV with a header row.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_csv(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(table.columns.iter().map(|column| &column.head))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(ToString::to_string))?;
    }
    writer.flush()
}

/// A Markdown table.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_markdown(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = &table.title {
        writeln!(out, "**{}**\n", markdown_text(title))?;
    }
    let cell = |text: &str| markdown_text(text).replace('|', "\\|");
    let names: Vec<String> = table.columns.iter().map(|column| cell(&column.head)).collect();
    writeln!(out, "| {} |", names.join(" | "))?;
    let rule = table.columns.iter().map(|column| match column.align {
        Align::Left => "---",
        Align::Right => "---:",
    });
    writeln!(out, "| {} |", rule.collect::<Vec<_>>().join(" | "))?;
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|text| cell(&text.to_string())).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
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
        assert_eq!(written(write_text), "name     n\n一只猫   7\na|b^[   12\n");
    }

    #[test]
    fn markdown_escapes_bars() {
        assert!(written(write_markdown).contains("| a\\|b^[ | 12 |"));
    }

    #[test]
    fn markdown_takes_no_markup_from_names() {
        assert_eq!(markdown_text("<b>&lt;"), "&lt;b>&amp;lt;");
        assert_eq!(markdown_text("![x](http://y)"), "![x]\\(http://y)");
    }

    #[test]
    fn csv_keeps_the_data_as_it_is() {
        assert!(written(write_csv).contains("a|b\u{1b},12"));
    }
}
