//! Results as people and scripts read them: tables, JSON, CSV and Markdown.

/// Adds a column for each of these fields of the rows, under its name or the words before it:
/// `table.with(columns!(number: quota, "missing" = lacking))`. With `&` it refers to them:
/// `columns!(text &: model, "won" = record.rate)`.
macro_rules! columns {
    (@heading $field:ident) => { stringify!($field) };
    (@heading $field:ident $heading:literal) => { $heading };
    ($add:ident: $($($heading:literal =)? $field:ident $(.$inner:ident)*),+) => {
        |table| table$(.$add(
            $crate::report::columns!(@heading $field $($heading)?), |row| row.$field$(.$inner)*
        ))+
    };
    ($add:ident &: $($($heading:literal =)? $field:ident $(.$inner:ident)*),+) => {
        |table| table$(.$add(
            $crate::report::columns!(@heading $field $($heading)?), |row| &row.$field$(.$inner)*
        ))+
    };
}

pub mod agreement;
pub mod documents;
pub mod extraction;
mod paper_figures;
mod printout;
pub mod review;
pub mod votes;

pub use printout::{Fields, Printout, write_text};

pub use crate::figures::table::{Columns, Table};
use crate::keyword::keywords;
use columns;

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
