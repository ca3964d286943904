//! What models answered: VLMEvalKit's prediction files as xlsx, tsv, csv, JSON or Parquet, samples of lmms-eval and
//! lm-evaluation-harness, logs of Inspect AI, runs of HELM, records of Every Eval Ever.
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
mod every_eval;
mod helm;
mod inspect;
mod json;
mod mapping;
mod parquet;
mod samples;
mod table;
mod xlsx;

use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

pub use columns::{KnownColumn, PredictionTable};
pub use compat::{Compat, reads_as_missing};
pub use mapping::{Field, Mapped};
pub use samples::{GRADED, RIGHT, WRONG};
pub use table::TextTable;

use crate::error::ReadError;
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
    /// The file is not what was expected: what is wrong, and what to do.
    #[error("{}: {problem}", file.display())]
    Bad { file: PathBuf, problem: String },
}

impl PredictionError {
    /// Makes the error for this file.
    fn in_file(path: &Path) -> impl Fn(ReadError) -> Self {
        |error| match error {
            ReadError::Io(source) => PredictionError::Unreadable { file: path.to_owned(), source },
            ReadError::Malformed(problem) => {
                PredictionError::Bad { file: path.to_owned(), problem }
            }
        }
    }
}

/// Reads a file of predictions, or a data set whose answers are needed: pictures are skipped.
///
/// # Errors
/// If the file cannot be read, is of another kind, is damaged, or lacks the column `index`.
pub fn read_table(path: &Path, compat: Compat) -> Result<PredictionTable, PredictionError> {
    let table = read_text_table(path, compat, &[], RankBy::default());
    let table = table.and_then(|table| as_read(table, compat));
    table.map_err(PredictionError::in_file(path))
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
    let read = || -> Result<_, ReadError> {
        let mut table = read_text_table(path, compat, &[], rank_by)?;
        let has_index =
            table.columns().iter().any(|name| name.trim().eq_ignore_ascii_case("index"));
        if !has_index && let Ok(mapping) = mapping::map(&mut table, &[]) {
            let columns: Vec<String> = mapping.iter().map(ToString::to_string).collect();
            table.warnings.push(format!("columns {}", columns.join(", ")));
        }
        as_read(table, compat)
    };
    read().map_err(PredictionError::in_file(path))
}

/// The table with its cells as they are to be read.
fn as_read(mut table: TextTable, compat: Compat) -> Result<PredictionTable, ReadError> {
    if compat == Compat::Pandas {
        compat::as_pandas(&mut table);
    }
    Ok(PredictionTable::new(table, compat)?)
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
    let read = || -> Result<_, ReadError> {
        let named: Vec<String> = given.iter().map(|mapped| mapped.column.clone()).collect();
        let mut table = read_text_table(path, Compat::None, &named, rank_by)?;
        let mapping = mapping::map(&mut table, given)?;
        Ok((as_read(table, Compat::None)?, mapping))
    };
    read().map_err(PredictionError::in_file(path))
}

/// As [`read_table`] for delimited text in memory; `name` is used in messages.
///
/// # Errors
/// As [`read_table`].
pub fn read_table_from(text: &[u8], name: &Path) -> Result<PredictionTable, PredictionError> {
    let table = delimited::read(text).and_then(|table| as_read(table, Compat::None));
    table.map_err(PredictionError::in_file(name))
}

/// Reads any of the forms; `named` are columns that may be inside the objects of JSON records.
fn read_text_table(
    path: &Path,
    compat: Compat,
    named: &[String],
    rank_by: RankBy,
) -> Result<TextTable, ReadError> {
    let mut file = open_regular(path).map_err(|error| match error.kind() {
        ErrorKind::Other => ReadError::Malformed(error.to_string()),
        _ => ReadError::Io(error),
    })?;
    if file.metadata()?.len() > MAX_FILE_BYTES {
        return Err(format!("the file is larger than {} GB", MAX_FILE_BYTES >> 30).into());
    }
    let mut head = Vec::new();
    file.by_ref().take(4096).read_to_end(&mut head)?;
    file.rewind()?;
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head).trim_ascii_start();
    if let Some(document) = helm::recognize(text) {
        return helm::read(file, path, document);
    }
    match &head[..] {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => match inspect::is_archive(&file) {
            true => inspect::read_archive(&file),
            false => xlsx::read(&file, path, compat),
        },
        [b'P', b'A', b'R', b'1', ..] => parquet::read(path, rank_by),
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => {
            Err("this is an old or encrypted Office file; save it as an xlsx without a password"
                .into())
        }
        _ if text.is_empty() => Err("the file is empty".into()),
        _ if inspect::is_log(text) => inspect::read_log(file),
        _ if every_eval::is_one(text) => every_eval::read(file),
        _ if text.starts_with(b"[") || text.starts_with(b"{") => json::read(file, named, rank_by),
        _ => delimited::read(file),
    }
}
