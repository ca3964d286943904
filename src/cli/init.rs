//! `assay init`: an empty database.

use anyhow::bail;
use clap::Args;

use super::{Shared, print_message};

#[derive(Debug, Args)]
pub(crate) struct Init {
    /// What the database is called in reports
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl Init {
    /// Creates the database; an existing one and its name stay unchanged.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let db = shared.db.display();
        let existed = shared.db.metadata().is_ok_and(|found| found.len() > 0);
        let mut store = shared.open_or_create()?;
        match &self.name {
            Some(name) if existed => {
                let called = match store.setting("name")? {
                    Some(name) => format!("is called {name}"),
                    None => "has no name".to_owned(),
                };
                bail!(
                    "{db} is there already and {called}; --name {name} changed nothing. Leave \
                     --name out, or name a new file with --db"
                );
            }
            Some(name) => store.set_setting("name", name)?,
            None => {}
        }
        let verb = if existed { "is there already" } else { "made" };
        print_message(&format!("{db} {verb}; next: assay import questions FILE"));
        Ok(())
    }
}
