//! `assay merge`: merges decisions from other copies.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{Output, Shared};
use crate::report::documents::merge::{MergedFile, merged};
use crate::store::Store;

#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Bundles, or other copies of the database
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Merge {
    /// Exit status 0 when every file could be read, also where rows of it were not taken or do not count, which
    /// is reported; 1 when one could not: the others are merged all the same.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let mut store = shared.open()?;
        let mut files = Vec::new();
        for path in &self.files {
            let file = path.display().to_string();
            files.push(match Store::open(path).and_then(|mut other| other.history_to_unite()) {
                Ok(other) => {
                    let (rows, changed) = (other.count_rows(), other.changed_by_others);
                    let merged = store.unite(other)?;
                    MergedFile { file, rows, changed, merged, unreadable: None }
                }
                Err(why) => {
                    let unreadable = Some(why.of_file(path).to_string());
                    MergedFile { file, unreadable, ..MergedFile::default() }
                }
            });
        }
        self.output.print(&merged(&files))?;
        let is_complete = files.iter().all(|file| file.unreadable.is_none());
        Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
