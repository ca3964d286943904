//! `assay merge`: merges decisions from other copies.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{Output, Shared};
use crate::report::documents::merge::Merged;
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
        let mut document = Merged::default();
        for file in &self.files {
            let name = file.display().to_string();
            match Store::open(file).and_then(|mut other| other.history_to_unite()) {
                Ok(other) => {
                    let (rows, changed) = (other.len(), other.changed_by_others());
                    document.add(name, rows, changed, store.unite(other)?);
                }
                Err(why) => document.add_unreadable(name, &why.of_file(file)),
            }
        }
        self.output.print_with_warnings(&document, &document.warnings)?;
        Ok(match document.has_unreadable() {
            true => ExitCode::FAILURE,
            false => ExitCode::SUCCESS,
        })
    }
}
