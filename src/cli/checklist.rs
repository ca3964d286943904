//! `assay checklist`: what reviewers of a benchmark check, and the reasons that they choose among.

use std::fmt::Display;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Subcommand};

use super::{Acting, PrintOn, Shared, print_message};
use crate::benchmark::Checklists;
use crate::formats::toml_file;
use crate::outcomes::decided_questions;
use crate::report::documents::team::checklists;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ChecklistArgs {
    #[command(subcommand)]
    command: Option<ChecklistCommand>,
    #[command(flatten)]
    on: PrintOn,
}

#[derive(Debug, Subcommand)]
enum ChecklistCommand {
    /// The reasons with their keys, and how many reviews in force give each
    Show(PrintOn),
    /// Give a benchmark a checklist of its own, from a TOML file (docs/team-reference.md); decisions stay as they are
    Set {
        /// The checklist
        #[arg(value_name = "FILE.toml")]
        file: PathBuf,
        #[command(flatten)]
        acting: Acting,
        #[command(flatten)]
        on: PrintOn,
    },
    /// Go back to the checklists of the program; decisions stay as they are
    Reset {
        #[command(flatten)]
        acting: Acting,
        #[command(flatten)]
        on: PrintOn,
    },
}

impl ChecklistArgs {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (on, change) = match self.command {
            None => (self.on, None),
            Some(ChecklistCommand::Show(on)) => (on, None),
            Some(ChecklistCommand::Set { file, acting, on }) => {
                let in_file = |error: &dyn Display| anyhow!("{}: {error}", file.display());
                let text =
                    toml_file::read(&file, "a checklist").map_err(|error| in_file(&error))?;
                Checklists::own(&text).map_err(|error| in_file(&error))?;
                (on, Some((acting, Some(text))))
            }
            Some(ChecklistCommand::Reset { acting, on }) => (on, Some((acting, None))),
        };
        let (mut store, benchmark) = on.open(shared)?;
        match change {
            None => {}
            Some((_, None)) if store.own_checklists(&benchmark)?.is_none() => {
                print_message(&format!("{} has no checklist of its own", benchmark.name));
            }
            Some((acting, text)) => {
                let by = acting.name(&store)?;
                store.set_checklists(&benchmark, text.as_deref(), &by)?;
            }
        }
        let reviewed = decided_questions(&store, &benchmark)?;
        let known = store.checklists(&benchmark)?;
        on.print(&checklists(&benchmark.name, &known, &reviewed))
    }
}
