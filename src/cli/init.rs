//! `assay init`: an empty database.

use clap::Args;

use super::{Shared, tell};
use crate::store::Store;

#[derive(Debug, Args)]
pub(crate) struct Init {
    /// What the database is called in reports
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl Init {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let existed = shared.db.exists();
        let mut store = Store::open_or_create(&shared.db)?;
        if let Some(name) = &self.name {
            store.set_setting("name", name)?;
        }
        let verb = if existed { "is there already" } else { "made" };
        tell(&format!("{} {verb}; next: assay import questions FILE", shared.db.display()));
        Ok(())
    }
}
