//! `assay backup`: a copy of the database while others work on it.

use std::path::PathBuf;

use clap::Args;

use super::{Shared, print_message};

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The copy, which must not be there yet. To go back to it, copy it over the database while nobody
    /// has it open
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        shared.open()?.back_up_to(&self.file)?;
        print_message(&format!("{} is a whole copy", self.file.display()));
        Ok(())
    }
}
