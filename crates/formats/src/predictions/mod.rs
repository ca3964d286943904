//! What models answered: VLMEvalKit's prediction files as xlsx, tsv, csv, JSON or Parquet, samples of lmms-eval and
//! lm-evaluation-harness, logs of Inspect AI.
//!
//! The form is recognised by the first bytes, not by the file name's extension. Whatever the form,
//! the result is a [`PredictionTable`]: rows of text with the columns that scoring needs. Traps of
//! the form itself (formulas, cut cells) are recovered or reported in the table's warnings; what
//! the rows say together (missing passes, odd answers) is checked where they are scored.

mod batch;
mod choice_scores;
mod columns;
mod compat;
mod delimited;
mod inspect;
mod json;
mod mapping;
mod parquet;
mod table;
mod xlsx;

use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

pub use columns::PredictionTable;
pub use compat::{Compat, reads_as_missing};
pub use mapping::{Field, Mapped};
pub use table::TextTable;

use crate::error::FormatError;
use crate::json_records::JsonRecordError;
use crate::regular_file::open_regular;
use assay_core::score::RankBy;

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 4 << 30;

/// Why a file gave no predictions.
#[derive(Debug, thiserror::Error)]
pub enum PredictionError {
    /// The system refused to read the file.
    #[error("{}: cannot be read", file.display())]
    Unreadable { file: PathBuf, source: std::io::Error },
    /// The file is not what was expected.
    #[error("{}: {problem}", file.display())]
    Bad {
        file: PathBuf,
        /// What is wrong and what to do.
        problem: String,
    },
}

impl From<FormatError> for PredictionError {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Unreadable { file, source } => {
                PredictionError::Unreadable { file, source }
            }
            FormatError::BadFile { file, problem } => PredictionError::Bad { file, problem },
            other => PredictionError::Bad { file: PathBuf::new(), problem: other.to_string() },
        }
    }
}

/// Where a file comes from, for messages.
#[derive(Clone, Copy)]
struct Source<'a> {
    path: &'a Path,
}

impl Source<'_> {
    fn bad(self, problem: impl Into<String>) -> PredictionError {
        PredictionError::Bad { file: self.path.to_owned(), problem: problem.into() }
    }

    fn unreadable(self, source: std::io::Error) -> PredictionError {
        PredictionError::Unreadable { file: self.path.to_owned(), source }
    }

    fn no_record(self, error: JsonRecordError) -> PredictionError {
        match error {
            JsonRecordError::Io(error) => self.unreadable(error),
            JsonRecordError::Malformed(problem) => self.bad(problem),
        }
    }
}

/// Reads a file of predictions, or a data set whose answers are needed: pictures are skipped.
///
/// # Errors
/// If the file cannot be read, is of another kind, is damaged, or lacks the column `index`.
pub fn read_table(path: &Path, compat: Compat) -> Result<PredictionTable, PredictionError> {
    read_unmapped_table(path, compat, RankBy::default(), false)
}

/// Reads a file of predictions as [`read_table`] does; if records have scores of the choices, these
/// are compared by `rank_by`. In a file without the column `index`, as other harnesses write it,
/// the columns with the usual names are taken, and a warning says so.
///
/// # Errors
/// As [`read_table`].
pub fn read_ranked_table(
    path: &Path,
    compat: Compat,
    rank_by: RankBy,
) -> Result<PredictionTable, PredictionError> {
    read_unmapped_table(path, compat, rank_by, true)
}

fn read_unmapped_table(
    path: &Path,
    compat: Compat,
    rank_by: RankBy,
    takes_usual_names: bool,
) -> Result<PredictionTable, PredictionError> {
    let source = Source { path };
    let mut table = read_text_table(source, compat, &[], rank_by)?;
    let has_index = table.columns().iter().any(|name| name.trim().eq_ignore_ascii_case("index"));
    if takes_usual_names
        && !has_index
        && let Ok(mapping) = mapping::map(&mut table, &[])
    {
        let columns: Vec<String> = mapping.iter().map(ToString::to_string).collect();
        table.warnings.push(format!("columns {}", columns.join(", ")));
    }
    if compat == Compat::Pandas {
        compat::as_pandas(&mut table);
    }
    PredictionTable::new(table, compat).map_err(|problem| source.bad(problem))
}

/// Reads a file of predictions whose columns may have any names: those in `given`, and for index
/// and text the usual ones. Also returns what each column was taken for. If records have scores of
/// the choices, these are compared by `rank_by`.
///
/// # Errors
/// As [`read_table`], and if a column that is needed is not found.
pub fn read_mapped_table(
    path: &Path,
    given: &[Mapped],
    rank_by: RankBy,
) -> Result<(PredictionTable, Vec<Mapped>), PredictionError> {
    let source = Source { path };
    let named: Vec<String> = given.iter().map(|mapped| mapped.column.clone()).collect();
    let mut table = read_text_table(source, Compat::None, &named, rank_by)?;
    let mapping = mapping::map(&mut table, given).map_err(|problem| source.bad(problem))?;
    let table = PredictionTable::new(table, Compat::None).map_err(|problem| source.bad(problem))?;
    Ok((table, mapping))
}

/// As [`read_table`] for delimited text in memory; `name` is used in messages.
///
/// # Errors
/// As [`read_table`].
pub fn read_table_from(text: &[u8], name: &Path) -> Result<PredictionTable, PredictionError> {
    let source = Source { path: name };
    let table = delimited::read(text, source)?;
    PredictionTable::new(table, Compat::None).map_err(|problem| source.bad(problem))
}

/// Reads any of the forms; `named` are columns that may be inside the objects of JSON records.
fn read_text_table(
    source: Source<'_>,
    compat: Compat,
    named: &[String],
    rank_by: RankBy,
) -> Result<TextTable, PredictionError> {
    let mut file = open_regular(source.path).map_err(|error| match error.kind() {
        ErrorKind::Other => source.bad(error.to_string()),
        _ => source.unreadable(error),
    })?;
    let metadata = file.metadata().map_err(|error| source.unreadable(error))?;
    if metadata.len() > MAX_FILE_BYTES {
        return Err(source.bad(format!("the file is larger than {} GB", MAX_FILE_BYTES >> 30)));
    }
    let mut head = Vec::new();
    file.by_ref().take(4096).read_to_end(&mut head).map_err(|error| source.unreadable(error))?;
    file.rewind().map_err(|error| source.unreadable(error))?;
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head).trim_ascii_start();
    match &head[..] {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => match inspect::is_archive(&file) {
            true => inspect::read_archive(&file, source),
            false => xlsx::read(&file, source, compat),
        },
        [b'P', b'A', b'R', b'1', ..] => parquet::read(source, rank_by),
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => Err(source
            .bad("this is an old or encrypted Office file; save it as an xlsx without a password")),
        _ if text.is_empty() => Err(source.bad("the file is empty")),
        _ if inspect::is_log(text) => inspect::read_log(file, source),
        _ if text.starts_with(b"[") || text.starts_with(b"{") => {
            json::read(file, source, named, rank_by)
        }
        _ => delimited::read(file, source),
    }
}
