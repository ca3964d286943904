//! What a command prints, with each field stated once: JSON has it under its name, tables in a column.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use super::{Columns, Form, Table};
use crate::figures::table::{Align, Cell};
use crate::visible::{Harmless, visible_line};

/// The fields, the tables and the warnings of a result.
#[derive(Debug, Default, Serialize)]
#[must_use]
#[serde(transparent)]
pub struct Printout {
    fields: Object,
    #[serde(skip)]
    tables: Vec<Table>,
    #[serde(skip)]
    warnings: Vec<String>,
}

impl Printout {
    /// What is about a benchmark, whose name JSON has first.
    pub fn about(benchmark: &str) -> Self {
        Printout::default().json("benchmark", benchmark)
    }

    /// Adds a field of JSON.
    pub fn json(self, name: &str, value: impl Serialize) -> Self {
        self.flat(BTreeMap::from([(name, value)]))
    }

    /// Adds a field of JSON if there is a value.
    pub fn json_if(self, name: &str, value: Option<impl Serialize>) -> Self {
        self.flat(value.map(|value| BTreeMap::from([(name, value)])))
    }

    /// Adds the fields of a value to JSON; `None` has none.
    pub fn flat(mut self, value: impl Serialize) -> Self {
        self.fields.extend(value);
        self
    }

    /// Leaves fields out of JSON.
    pub fn without<const N: usize>(mut self, names: [&str; N]) -> Self {
        self.fields.values.retain(|name, _| !names.contains(&name.as_str()));
        self
    }

    /// Adds a list to JSON, and its table.
    pub fn list<R: Copy>(self, name: &str, rows: Fields<R>) -> Self {
        let (objects, table) = rows.finish();
        self.json(name, objects).tables(table)
    }

    /// Adds the fields of one record, and its table.
    pub fn record<R: Copy>(mut self, record: Fields<R>) -> Self {
        let (objects, table) = record.finish();
        for object in &objects {
            self.fields.extend(object);
        }
        self.tables(table)
    }

    /// Adds the table of records that JSON has elsewhere.
    pub fn table<R: Copy>(self, rows: Fields<R>) -> Self {
        self.tables(rows.finish().1)
    }

    /// Adds tables.
    pub fn tables(mut self, tables: impl Into<Vec<Table>>) -> Self {
        self.tables.extend(tables.into());
        self
    }

    /// Adds those of the tables that have rows.
    pub fn filled(self, tables: impl IntoIterator<Item = Table>) -> Self {
        let filled = tables.into_iter().filter(|table| !table.rows.is_empty());
        self.tables(filled.collect::<Vec<_>>())
    }

    /// Adds warnings, which are a field of JSON too.
    pub fn warned(self, warnings: Vec<String>) -> Self {
        self.json("warnings", &warnings).with_warnings(warnings)
    }

    /// Adds warnings, which are not in JSON.
    pub fn with_warnings(mut self, warnings: Vec<String>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    /// The warnings, which are printed before the result.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Writes the result in one of its forms: JSON from its fields, every other from its tables, separated by an
    /// empty line.
    ///
    /// # Errors
    /// When `out` cannot be written; a broken pipe is handled in `cli::main`.
    pub fn write(&self, form: Form, out: &mut dyn Write) -> io::Result<()> {
        if form == Form::Json {
            serde_json::to_writer_pretty(Harmless::json(&mut *out), self)?;
            return writeln!(out);
        }
        // A script gets the data unchanged; a terminal must not execute control sequences in it.
        let mut harmless;
        let out: &mut dyn Write = if form == Form::Csv && io::stdout().is_terminal() {
            harmless = Harmless::text(out);
            &mut harmless
        } else {
            out
        };
        for (position, table) in self.tables.iter().enumerate() {
            if position > 0 {
                writeln!(out)?;
            }
            match form {
                Form::Csv => write_csv(table, out)?,
                Form::Markdown => write_markdown(table, out)?,
                Form::Table | Form::Json => write_text(table, out)?,
            }
        }
        Ok(())
    }
}

/// Named values in their order, and why one cannot be written as JSON, if so.
#[derive(Debug, Default)]
struct Object {
    values: Map<String, Value>,
    fault: Option<serde_json::Error>,
}

impl Object {
    /// Adds the fields of an object, or none of `None`.
    fn extend(&mut self, object: impl Serialize) {
        let object = serde_json::to_value(object);
        match object.and_then(serde_json::from_value::<Option<Map<String, Value>>>) {
            Ok(fields) => self.values.extend(fields.into_iter().flatten()),
            Err(error) => self.fault = Some(error),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.fault {
            Some(error) => Err(S::Error::custom(error)),
            None => self.values.serialize(serializer),
        }
    }
}

/// Records of one kind, which get their fields one after the other.
#[must_use]
pub struct Fields<R> {
    rows: Vec<R>,
    objects: Vec<Object>,
    columns: Columns<R>,
    title: Option<String>,
}

impl<R: Copy> Fields<R> {
    /// A record for each of `rows`.
    pub fn over(rows: impl IntoIterator<Item = R>) -> Self {
        let rows: Vec<R> = rows.into_iter().collect();
        let objects = rows.iter().map(|_| Object::default()).collect();
        Fields { columns: Table::over(rows.iter().copied()), rows, objects, title: None }
    }

    /// Adds a field, which is a column of text in the table.
    pub fn text<V: Serialize>(self, name: &str, value: impl Fn(R) -> V) -> Self {
        self.text_as(name, name, value)
    }

    /// Adds a field, which is a column of text with another heading.
    pub fn text_as<V: Serialize>(self, name: &str, heading: &str, value: impl Fn(R) -> V) -> Self {
        self.text_column(heading, |row| shown(value(row))).json(name, value)
    }

    /// Adds a field, which is a column of numbers in the table.
    pub fn number<V: Serialize>(self, name: &str, value: impl Fn(R) -> V) -> Self {
        self.number_as(name, name, value)
    }

    /// Adds a field, which is a column of numbers with another heading.
    pub fn number_as<V: Serialize>(
        self,
        name: &str,
        heading: &str,
        value: impl Fn(R) -> V,
    ) -> Self {
        self.number_column(heading, |row| shown(value(row))).json(name, value)
    }

    /// Adds a field of JSON alone.
    pub fn json<V: Serialize>(self, name: &str, value: impl Fn(R) -> V) -> Self {
        self.flat(|row| BTreeMap::from([(name, value(row))]))
    }

    /// Adds a field of JSON alone to the records that have a value.
    pub fn json_if<V: Serialize>(self, name: &str, value: impl Fn(R) -> Option<V>) -> Self {
        self.flat(|row| value(row).map(|value| BTreeMap::from([(name, value)])))
    }

    /// Adds the fields of a value to JSON; `None` has none.
    pub fn flat<V: Serialize>(mut self, value: impl Fn(R) -> V) -> Self {
        for (object, row) in self.objects.iter_mut().zip(&self.rows) {
            object.extend(value(*row));
        }
        self
    }

    /// Adds a column of text that JSON does not have.
    pub fn text_column<C: Into<Cell>>(self, heading: &str, cell: impl Fn(R) -> C) -> Self {
        Fields { columns: self.columns.text(heading, cell), ..self }
    }

    /// Adds a column of numbers that JSON does not have.
    pub fn number_column<C: Into<Cell>>(self, heading: &str, cell: impl Fn(R) -> C) -> Self {
        Fields { columns: self.columns.number(heading, cell), ..self }
    }

    /// Adds several fields.
    pub fn with(self, add: impl FnOnce(Self) -> Self) -> Self {
        add(self)
    }

    /// Adds fields that only some tables have.
    pub fn only_if(self, condition: bool, add: impl FnOnce(Self) -> Self) -> Self {
        if condition { add(self) } else { self }
    }

    /// The same records under a title, which CSV and JSON leave out.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Fields { title: Some(title.into()), ..self }
    }

    fn finish(self) -> (Vec<Object>, Table) {
        let table = self.columns.table();
        (self.objects, self.title.into_iter().fold(table, Table::titled))
    }
}

/// A value of JSON as the text of a cell.
fn shown(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(text)) => text,
        Ok(Value::Null) | Err(_) => String::new(),
        Ok(other) => other.to_string(),
    }
}

/// Aligned columns, two spaces apart.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_text(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = &table.title {
        writeln!(out, "{}", visible_line(title))?;
    }
    let rows: Vec<Vec<String>> = lines(table)
        .map(|line| line.iter().map(|cell| visible_line(cell).into_owned()).collect())
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
fn write_csv(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for line in lines(table) {
        writer.write_record(line)?;
    }
    writer.flush()
}

/// A Markdown table.
///
/// # Errors
/// When `out` cannot be written.
fn write_markdown(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = &table.title {
        writeln!(out, "**{}**\n", markdown_text(title))?;
    }
    let cell = |text: &str| markdown_text(text).replace('|', "\\|");
    let mut lines: Vec<Vec<String>> =
        lines(table).map(|line| line.iter().map(|text| cell(text)).collect()).collect();
    let rule = table.columns.iter().map(|column| match column.align {
        Align::Left => "---".to_owned(),
        Align::Right => "---:".to_owned(),
    });
    lines.insert(1, rule.collect());
    lines.iter().try_for_each(|line| writeln!(out, "| {} |", line.join(" | ")))
}

/// Escapes text for Markdown, so that a browser does not read markup, a link or a picture from it.
fn markdown_text(text: &str) -> String {
    visible_line(text).replace('&', "&amp;").replace('<', "&lt;").replace("](", "]\\(")
}

/// The heads, and the cells of each row.
fn lines(table: &Table) -> impl Iterator<Item = Vec<String>> {
    let heads = table.columns.iter().map(|column| column.head.clone()).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(Cell::to_string).collect());
    std::iter::once(heads).chain(rows)
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
    use serde_json::json;

    fn printed(form: Form, printout: &Printout) -> io::Result<String> {
        let mut out = Vec::new();
        printout.write(form, &mut out)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    #[test]
    fn a_field_is_stated_once_and_printed_in_every_form() {
        let rows = [("ann", 3_usize, None), ("bob", 12, Some("since May"))];
        let fields = Fields::over(&rows)
            .text_as("name", "person", |row| row.0)
            .number("done", |row| row.1)
            .json_if("note", |row| row.2)
            .text_column("busy", |row| if row.1 > 10 { "yes" } else { "no" })
            .titled("two people");
        let printout = Printout::about("b").list("people", fields);
        assert_eq!(
            printed(Form::Table, &printout).unwrap(),
            "two people\nperson  done  busy\nann        3  no\nbob       12  yes\n"
        );
        let json: Value = serde_json::from_str(&printed(Form::Json, &printout).unwrap()).unwrap();
        let expected = json!({
            "benchmark": "b",
            "people": [
                { "name": "ann", "done": 3 },
                { "name": "bob", "done": 12, "note": "since May" },
            ],
        });
        assert_eq!(json.to_string(), expected.to_string(), "in this order");
    }

    #[test]
    fn a_list_without_rows_has_its_headings() {
        let none: [(&str, usize); 0] = [];
        let fields = Fields::over(&none).text("name", |row| row.0).number("n", |row| row.1);
        let printout = Printout::default().list("people", fields);
        assert_eq!(printed(Form::Csv, &printout).unwrap(), "name,n\n");
    }

    #[test]
    fn a_value_that_json_cannot_have_is_an_error() {
        let wrong = BTreeMap::from([((1, 2), 3)]);
        assert!(printed(Form::Json, &Printout::default().json("wrong", wrong)).is_err());
    }

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
