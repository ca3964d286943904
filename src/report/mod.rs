//! Results as people and scripts read them: tables, JSON, CSV and Markdown.

pub mod agreement;
pub mod comparison;
pub mod comparison_rows;
pub mod documents;
pub mod extraction;
pub mod leaderboards;
pub mod review;
pub mod score_rows;
mod table;

use std::io::{self, IsTerminal, Write};

pub use documents::Document;
pub use table::write_text;

pub use crate::figures::table::{Columns, Table};
use crate::keyword::keywords;
use crate::visible::Harmless;

keywords! {
    /// The form of a result on standard output.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Form {
        /// Aligned columns for people.
        #[default]
        Table = "table",
        /// One JSON document.
        Json = "json",
        /// Comma-separated values: each table under its own header, an empty line between tables.
        Csv = "csv",
        /// A Markdown table.
        Markdown = "markdown",
    }
}

/// Prints a document in one of its forms: JSON from its fields, every other from its tables, separated by
/// an empty line.
///
/// # Errors
/// When `out` cannot be written; a broken pipe is handled in `cli::main`.
pub fn print_document(out: &mut dyn Write, form: Form, document: &impl Document) -> io::Result<()> {
    if form == Form::Json {
        serde_json::to_writer_pretty(Harmless::json(&mut *out), document)?;
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
    for (position, table) in document.tables(form).iter().enumerate() {
        if position > 0 {
            writeln!(out)?;
        }
        match form {
            Form::Csv => table::write_csv(table, out)?,
            Form::Markdown => table::write_markdown(table, out)?,
            Form::Table | Form::Json => write_text(table, out)?,
        }
    }
    Ok(())
}
