//! What can be wrong with a file, a row or a cell: where it is, what was found, what was expected
//! and what to do.
//!
//! Texts from the file are shortened and made visible here, once, so that no message carries
//! control characters or a megabyte of base64.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::image_cell::NotBase64;
use super::missing_pictures::MissingPictures;
use super::picture_file::PictureFileProblem;
use super::python_list::NotAList;
use super::{MAX_CELL_BYTES, MAX_COLUMNS, MAX_ROW_BYTES, MAX_ROWS, MAX_TEXT_BYTES};
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
    /// The file as a whole is not what was expected.
    #[error("{}: {problem}", file.display())]
    BadFile { file: PathBuf, problem: FileProblem },
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
    /// A file that cannot be used, and what to do.
    pub(super) fn unusable(file: &Path, reason: impl Into<String>) -> Self {
        let problem = FileProblem::Unusable { reason: reason.into() };
        FormatError::BadFile { file: file.to_owned(), problem }
    }
}

/// What is wrong with a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    #[error("the file is empty; expected a table whose first line names the columns")]
    Empty,
    #[error("this is a folder; name the file in it")]
    Folder,
    #[error("this folder has no Parquet file, but its folders {names} have: name one of them")]
    Folders { names: String },
    #[error("this is {kind}, not a table of text; {advice}")]
    OtherKind { kind: &'static str, advice: &'static str },
    #[error("the first line cannot be read as the names of columns: {reason}")]
    Header { reason: String },
    #[error(
        "there is no column {column:?}; the columns are {found}. Expected the layout of \
         VLMEvalKit: index, question, A, B, .., answer, image"
    )]
    MissingColumn { column: &'static str, found: String },
    #[error("there is no row below the names of the columns")]
    NoRows,
    #[error("{reason}")]
    Unusable { reason: String },
    #[error("column {column}: found {found}; expected {expected}")]
    ColumnType { column: String, found: String, expected: &'static str },
    #[error("its columns are not those of {first}: {difference}; import them one after the other")]
    OtherColumns { first: String, difference: String },
    #[error("there is no question in it")]
    NoQuestions,
    #[error("it cannot be read as JSON: {reason}")]
    Json { reason: String },
    #[error(
        "a quote opened in row {row} (which begins on line {line}), column {column}, is never \
         closed: the rest of the file was swallowed. Close the quote, or double it if it is a part \
         of the text"
    )]
    OpenQuote { row: usize, line: u64, column: String },
    #[error("the file has more than {MAX_ROWS} rows; split it")]
    TooManyRows,
    #[error("no row is good; the first one, {first}, is bad: {reason}. Is this the right file?")]
    NoGoodRow { first: String, reason: String },
    #[error("more than {limit} rows are bad, the last one {last}; is this the right file?")]
    TooManyBadRows { limit: usize, last: String },
}

/// A row that cannot become a question.
#[derive(Debug)]
pub struct BadRow {
    /// The row's number; the first below the names of the columns is 1.
    pub row: usize,
    /// The line of the file on which it begins; the first is 1, and 0 if the file has no lines.
    pub line: u64,
    /// Its index, if that could be read.
    pub index: Option<String>,
    /// The column that is wrong, if the problem is in one column.
    pub column: Option<String>,
    pub problem: RowProblem,
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
        write!(f, "{}: {}", Column(self.column.as_deref()), self.problem)
    }
}

impl BadRow {
    /// The reason without the place of the row.
    pub fn reason(&self) -> String {
        match &self.column {
            Some(column) => format!("column {}: {}", shortened(column), self.problem),
            None => self.problem.to_string(),
        }
    }
}

/// What is wrong with a row. Texts in it were shortened by [`shown`].
#[derive(Debug, thiserror::Error)]
pub enum RowProblem {
    #[error(
        "the cell has more than {} MB; shrink the picture, or close a quote that was left open",
        MAX_CELL_BYTES / 1_000_000
    )]
    CellTooLong,
    #[error("the row has more than {} MB; is a quote left open?", MAX_ROW_BYTES / 1_000_000)]
    RowTooLong,
    #[error("the row has more than {MAX_COLUMNS} cells; is this the right delimiter?")]
    TooManyCells,
    #[error(
        "the row has {found} cells, but the first line names {expected} columns; quote cells that \
         hold tabs or line breaks, and close every quote"
    )]
    CellCount { found: usize, expected: usize },
    #[error(
        "the cell swallowed about {rows} more rows, from {beginning} on: a quote is not closed. Close \
         it, or double it if it is a part of the text"
    )]
    SwallowedRows { rows: usize, beginning: String },
    #[error(
        "byte {byte:#04X} on line {line} is not UTF-8 (at byte {position} of the cell); save the \
         file as UTF-8"
    )]
    NotUtf8 { byte: u8, line: u64, position: usize },
    #[error("the text has more than {} MB; is a quote left open?", MAX_TEXT_BYTES / 1_000_000)]
    TextTooLong,
    #[error("the cell is empty; every row needs a name of its own, such as a number")]
    NoIndex,
    #[error("found {found}; expected a number or a name on one line, of at most 256 bytes")]
    BadIndex { found: String },
    #[error("the index is already that of {other}; give each row its own")]
    DuplicateIndex { other: RowPosition },
    #[error("it cannot be read as JSON: {reason}")]
    NotJson { reason: String },
    #[error("found {found}; expected {expected}")]
    Unexpected { found: String, expected: String },
    #[error("there is none; expected {expected}")]
    NoField { expected: &'static str },
    #[error("the question is empty")]
    NoQuestion,
    #[error(
        "found {found}, which is not among the choices {choices}; correct it, or leave the cell empty"
    )]
    AnswerNotAChoice { found: String, choices: String },
    #[error(
        "the row has no picture, but other rows have one (VLMEvalKit drops such rows); fill the cell, \
         or take the row out"
    )]
    NoPicture,
    #[error("found {found}: {problem}; expected a picture in base64, so export it again")]
    BadBase64 { found: String, problem: NotBase64 },
    #[error("found {found}: {problem}; expected a list such as ['..', '..']")]
    BadList { found: String, problem: NotAList },
    #[error(
        "found {found}, which is neither a picture in base64 nor the index of another row; paths of \
         picture files belong in a column image_path"
    )]
    PointsNowhere { found: String },
    #[error("found {found}, the row's own index; expected a picture or the index of another row")]
    PointsAtItself { found: String },
    #[error(
        "found {found}, but that row (row {target}) has no picture of its own; point at the row that has it"
    )]
    PointsAtNoPicture { found: String, target: usize },
    #[error("found {found}, but that row was skipped")]
    PointsAtSkippedRow { found: String },
    #[error(
        "found {found}, but no folder of pictures was named; say where they lie with --image-root DIR"
    )]
    NoPictureFolder { found: String },
    #[error("found {found}: {problem}")]
    BadPictureFile { found: String, problem: PictureFileProblem },
    #[error(
        "image holds {pictures} pictures, image_path names {paths}; they go together by position"
    )]
    PicturesAndPathsDiffer { pictures: usize, paths: usize },
    #[error("this is pass {pass} of question {base}, but there is no row with that index")]
    NoBaseRow { pass: u64, base: String },
    #[error("this is a pass of question {base}, whose first row (row {row}) was skipped")]
    BaseRowSkipped { base: String, row: usize },
    #[error(
        "this is pass {pass} of question {base}, which has only {choices} choices and as many passes"
    )]
    TooManyPasses { pass: u64, base: String, choices: usize },
    #[error("found {found}; as a pass of question {base} it must be the same as there: {expected}")]
    DiffersFromBase { base: String, found: String, expected: String },
    #[error("as a pass of question {base} the row must have the same pictures; point at its row")]
    OtherPictures { base: String },
    #[error(
        "the choices {found} are not those of question {base} in rotated order ({expected}); correct them"
    )]
    NotRotated { base: String, found: String, expected: String },
    #[error(
        "the choices stand in the same order as in pass {pass} (row {row}); each pass needs its own"
    )]
    SameOrder { pass: u32, row: usize },
    #[error(
        "found {found}, which is not the choice that is right in question {base} (there {expected}); \
         correct one of the two"
    )]
    OtherAnswer { base: String, found: String, expected: String },
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

/// A text from the file as messages show it: in quotation marks, on one line, shortened, without
/// control characters for the terminal.
pub fn shown(text: &str) -> String {
    format!("“{}”", shortened(text))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", visible_line(&text[..end])),
        None => visible_line(text).into_owned(),
    }
}

struct Column<'a>(Option<&'a str>);

impl fmt::Display for Column<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(column) => write!(f, ", column {}", shortened(column)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_row_line_index_and_column() {
        let bad = BadRow {
            row: 3,
            line: 12,
            index: Some("21".into()),
            column: Some("answer".into()),
            problem: RowProblem::AnswerNotAChoice { found: shown("E"), choices: "A, B".into() },
        };
        assert_eq!(
            bad.to_string(),
            "row 3 (line 12, index 21), column answer: found “E”, which is not among the choices \
             A, B; correct it, or leave the cell empty"
        );
    }

    #[test]
    fn a_text_from_the_file_is_shortened_and_harmless() {
        let text = format!("\u{1b}]0;title\u{7}\n{}", "é".repeat(100));
        let shown = shown(&text);
        assert!(shown.starts_with("“^[]0;title^G⏎é"), "{shown}");
        assert!(shown.ends_with("é…”") && shown.chars().count() < 70, "{shown}");
    }
}
