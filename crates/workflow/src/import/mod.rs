//! What comes into a database from files: questions, predictions, labels of judges, rows of history. An import is
//! complete or not done.
//!
//! - [`questions`]: the questions of one benchmark with their pictures, from one or several files
//! - [`field_maps`]: maps of fields that are given or saved; [`explanation`]: what an import would take for what
//! - [`pictures`]: whether the database copies pictures or references them
//! - `settings`: which taxonomy and which checklist a benchmark gets
//! - [`predictions`]: what a model answered; [`run_files`]: its files, read and linked
//! - [`labels`]: what a judge read from predictions; `result_file`: the same from VLMEvalKit's logs
//! - [`answers`]: answers of a model to open questions; `judged`: what it shares with votes
//! - [`votes`]: what judges said about answers, with the questions and answers that their files bring
//! - [`decisions`]: rows of history as JSON lines

pub mod answers;
pub mod decisions;
pub mod explanation;
pub mod field_maps;
mod judged;
pub mod labels;
pub mod pictures;
pub mod predictions;
pub mod questions;
mod result_file;
pub mod run_files;
mod settings;
pub mod votes;

use std::io;
use std::path::Path;

pub use judged::Taken;

use crate::linking::LinkError;
use crate::linking::linker::RowProblem;
use assay_core::benchmark::checklist::ChecklistError;
use assay_core::benchmark::taxonomy::TaxonomyError;
use assay_formats::FormatError;
use assay_formats::error::ReadError;
use assay_formats::predictions::PredictionError;
use assay_store::{Store, StoreError, remove_database};

/// Why something is not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The database; its error stays the source, by which a command names the file.
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Questions(#[from] FormatError),
    #[error("{0}; or leave bad rows out with --skip-bad, which lists them")]
    BadQuestion(FormatError),
    #[error(transparent)]
    Predictions(#[from] PredictionError),
    #[error("nothing was imported: {0}")]
    Link(#[from] LinkError),
    #[error(transparent)]
    Labels(#[from] ReadError),
    #[error(transparent)]
    Row(#[from] RowProblem),
    #[error(transparent)]
    Taxonomy(#[from] TaxonomyError),
    #[error(transparent)]
    Checklist(#[from] ChecklistError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// What the file says makes no sense here.
    #[error("{0}")]
    Refused(String),
    /// An error with the place where it was found.
    #[error("{place}")]
    At { place: String, source: Box<ImportError> },
}

type Result<T, E = ImportError> = std::result::Result<T, E>;

/// Imports into the database at `path`, which `open` opens or makes. A file that was made is removed again if nothing
/// gets into it.
fn into_database<T>(
    path: &Path,
    open: impl FnOnce() -> Result<Store, StoreError>,
    work: impl FnOnce(&mut Store) -> Result<T>,
) -> Result<T> {
    let was_there = path.exists();
    let mut store = open()?;
    let imported = work(&mut store);
    if imported.is_err() {
        let is_empty = store.benchmarks().is_ok_and(|benchmarks| benchmarks.is_empty());
        drop(store);
        if !was_there && is_empty {
            remove_database(path);
        }
    }
    imported
}

/// Refuses an import with a message.
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::import::ImportError::Refused(format!($($message)*)))
    };
}
use refuse;

/// Adds the place to an error.
trait InPlace<T> {
    fn in_place(self, place: impl FnOnce() -> String) -> Result<T>;
}

impl<T, E: Into<ImportError>> InPlace<T> for Result<T, E> {
    fn in_place(self, place: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|error| ImportError::At { place: place(), source: Box::new(error.into()) })
    }
}
