//! `assay merge`: decisions that were made apart are united.

use std::path::PathBuf;

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
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let mut document = Merged::default();
        for file in &self.files {
            let rows = Store::open(file)?.rows_to_unite()?;
            let merged = store.merge_decisions(&rows)?;
            document.add(file.display().to_string(), rows.len(), merged);
        }
        self.output.print_with_warnings(&document)
    }
}
