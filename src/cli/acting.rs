//! The acting person of a command that changes the work of others.

use clap::Args;

use super::{config, names};
use crate::store::Store;

/// `--as` of a command that changes the work of others.
#[derive(Debug, Default, Args)]
pub(crate) struct Acting {
    /// Who does this; a lead, once the team has one. Without it, the annotator of the configuration, else the
    /// login name
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
}

impl Acting {
    /// The name of the person who acts.
    pub(crate) fn name(&self, store: &Store) -> anyhow::Result<String> {
        let configured = config::read()?.annotator.map(|set| set.value);
        Ok(names::chosen(self.by.clone(), configured, store)?.trim().to_owned())
    }
}
