//! `assay backup`: copies the database while others work on it.

use std::path::PathBuf;

use clap::Args;

use super::{Shared, print_message};

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The copy, which must not be there yet. To go back to it, copy it over the database while no
    /// program has it open
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        store.back_up_to(&self.file)?;
        let file = self.file.display();
        print_message(&match store.referenced_pictures()? {
            0 => format!("{file} is a whole copy"),
            count => format!(
                "{file} is a copy without {count} pictures that are in files of their own: keep those \
                 files where they are"
            ),
        });
        Ok(())
    }
}
