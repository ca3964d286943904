//! What can be wrong with a file, a row or a cell: where it is, what was found, what was expected
//! and what to do.
//!
//! A problem is written as a message where it is found, because no caller distinguishes them; its place is
//! kept apart. Texts from the file are shortened and made visible by [`shown`], so that no message carries
//! control characters or a megabyte of base64.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::missing_pictures::MissingPictures;
use super::{MAX_CELL_BYTES, MAX_TEXT_BYTES};
use assay_core::visible::visible_line;

/// Why a file gave no questions.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The system refused to read the file.
    #[error("{} cannot be read", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    /// The folder for picture files is not there.
    #[error("the folder of pictures {} cannot be read", folder.display())]
    NoPictureFolder { folder: PathBuf, source: io::Error },
    /// The file as a whole is not what was expected: what is wrong, and what to do.
    #[error("{}: {problem}", file.display())]
    BadFile { file: PathBuf, problem: String },
    /// One row is wrong.
    #[error("{}, {bad}", file.display())]
    BadRow { file: PathBuf, bad: Box<BadRow> },
    /// Picture files that the file names are missing.
    #[error("{}: {missing}", file.display())]
    MissingPictures { file: PathBuf, missing: MissingPictures },
    /// The caller could not store a picture.
    #[error("a picture of {} could not be kept", file.display())]
    PictureNotKept {
        file: PathBuf,
        /// The caller's reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl FormatError {
    /// The error for a problem of a file as a whole.
    pub(super) fn bad_file(file: &Path, problem: impl Into<String>) -> Self {
        FormatError::BadFile { file: file.to_owned(), problem: problem.into() }
    }

    /// Makes the error for a file that the system refuses to read.
    pub(super) fn unreadable(file: &Path) -> impl Fn(io::Error) -> Self {
        |source| FormatError::Unreadable { file: file.to_owned(), source }
    }
}

/// Why the content of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refused.
    #[error("the file cannot be read")]
    Io(#[from] io::Error),
    /// It is not what was expected: what is wrong, and what to do.
    #[error("{0}")]
    Malformed(String),
}

impl ReadError {
    /// The error that names the file.
    pub(super) fn in_file(self, file: &Path) -> FormatError {
        match self {
            ReadError::Io(source) => FormatError::Unreadable { file: file.to_owned(), source },
            ReadError::Malformed(problem) => FormatError::bad_file(file, problem),
        }
    }
}

impl From<String> for ReadError {
    fn from(problem: String) -> Self {
        ReadError::Malformed(problem)
    }
}

impl From<FormatError> for ReadError {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Unreadable { source, .. } => ReadError::Io(source),
            FormatError::BadFile { problem, .. } => ReadError::Malformed(problem),
            other => ReadError::Malformed(other.to_string()),
        }
    }
}

impl From<&str> for ReadError {
    fn from(problem: &str) -> Self {
        ReadError::Malformed(problem.to_owned())
    }
}

/// The problem of a path to a folder where a file is needed.
pub(super) const FOLDER: &str = "this is a folder; name the file in it";
/// The problem of a table without a first line.
pub(super) const EMPTY: &str =
    "the file is empty; expected a table whose first line names the columns";
/// The problem of a table without rows.
pub(super) const NO_ROWS: &str = "there is no row below the names of the columns";
/// The problem of a row whose question has no text.
pub(super) const NO_QUESTION: &str = "the question is empty";

/// The problem of a picture's cell that is too long.
pub(super) fn cell_too_long() -> String {
    let most = MAX_CELL_BYTES / 1_000_000;
    format!(
        "the cell has more than {most} MB; shrink the picture, or close a quote that was left open"
    )
}

/// The problem of a text that is too long.
pub(super) fn text_too_long() -> String {
    format!("the text has more than {} MB; is a quote left open?", MAX_TEXT_BYTES / 1_000_000)
}

/// The problem of a row with the key of another one.
pub(super) fn duplicate_key(key: &str, other: RowPosition) -> String {
    format!("the key {} is already that of {other}; give each row its own", shown(key))
}

/// The problem of a row with the index of another one.
pub(super) fn duplicate_index(other: RowPosition) -> String {
    format!("the index is already that of {other}; give each row its own")
}

/// A row that cannot become a question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BadRow {
    /// The row's number; the first below the names of the columns is 1.
    pub row: usize,
    /// The line of the file on which it begins; the first is 1, and 0 if the file has no lines.
    pub line: u64,
    /// Its index, if that could be read.
    pub index: Option<String>,
    /// What is wrong with the row or with a column of it, and what to do.
    pub reason: String,
    #[serde(skip)]
    is_in_column: bool,
}

impl BadRow {
    /// A row with a problem, in a column or as a whole.
    pub(super) fn new(
        RowPosition { row, line }: RowPosition,
        index: Option<String>,
        column: Option<&str>,
        problem: String,
    ) -> Self {
        let reason = match column {
            Some(column) => format!("column {}: {problem}", shortened(column)),
            None => problem,
        };
        BadRow { row, line, index, reason, is_in_column: column.is_some() }
    }
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = (self.line > 0).then(|| format!("line {}", self.line));
        let index = self.index.as_deref().map(|index| format!("index {}", shortened(index)));
        let place: Vec<String> = line.into_iter().chain(index).collect();
        write!(f, "row {}", self.row)?;
        if !place.is_empty() {
            write!(f, " ({})", place.join(", "))?;
        }
        write!(f, "{} {}", if self.is_in_column { "," } else { ":" }, self.reason)
    }
}

/// A row by its number and the line on which it begins, 0 if the file has no lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowPosition {
    pub row: usize,
    pub line: u64,
}

impl fmt::Display for RowPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "row {}", self.row),
            line => write!(f, "row {} (line {line})", self.row),
        }
    }
}

/// The number of characters of a text from the file that a message shows.
const SHOWN_CHARS: usize = 60;

/// The warning that two columns have the same name.
pub(crate) fn named_twice(name: &str) -> String {
    format!("two columns are named {}; the first one was read", shown(name))
}

/// A text from the file as messages show it: in quotation marks, on one line, shortened, without
/// control characters for the terminal.
pub fn shown(text: &str) -> String {
    format!("“{}”", shortened(text))
}

/// The first names of a list as messages show them.
pub fn shown_names(names: &[String]) -> String {
    names.iter().take(20).map(|name| shown(name)).collect::<Vec<_>>().join(", ")
}

/// The first few of some names, and the number of the others: `1, 2, 3, 4, 5 and 10 more`.
pub fn first_few(names: &[impl AsRef<str>]) -> String {
    let first: Vec<&str> = names.iter().take(5).map(AsRef::as_ref).collect();
    match names.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// A text as a shell takes it for one word.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-=,:@".contains(c);
    match text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", visible_line(&text[..end])),
        None => visible_line(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_row_line_index_and_column() {
        let bad = |column: Option<&str>| {
            let position = RowPosition { row: 3, line: 12 };
            BadRow::new(position, Some("21".into()), column, "found “E”".into()).to_string()
        };
        assert_eq!(bad(Some("answer")), "row 3 (line 12, index 21), column answer: found “E”");
        assert_eq!(bad(None), "row 3 (line 12, index 21): found “E”");
    }

    #[test]
    fn a_text_from_the_file_is_shortened_and_harmless() {
        let text = format!("\u{1b}]0;title\u{7}\n{}", "é".repeat(100));
        let shown = shown(&text);
        assert!(shown.starts_with("“^[]0;title^G⏎é"), "{shown}");
        assert!(shown.ends_with("é…”") && shown.chars().count() < 70, "{shown}");
    }
}
