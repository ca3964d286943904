//! `assay checklist`: what reviewers of a benchmark check, and the reasons that they choose among.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Subcommand};

use super::acting::Acting;
use super::names::OnBenchmark;
use super::{Output, Shared, print_message, toml_file};
use crate::benchmark::Checklists;
use crate::outcomes::reviewed_questions;
use crate::report::documents::checklists::ChecklistsDocument;
use crate::store::{Benchmark, Store};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ChecklistArgs {
    #[command(subcommand)]
    command: Option<ChecklistCommand>,
    #[command(flatten)]
    which: Which,
}

#[derive(Debug, Subcommand)]
enum ChecklistCommand {
    /// The reasons with their keys, and how many reviews in force give each
    Show(Which),
    /// Give a benchmark a checklist of its own, from a TOML file (docs/team-reference.md); decisions stay as they are
    Set(Set),
    /// Go back to the checklists of the program; decisions stay as they are
    Reset(Reset),
}

#[derive(Debug, Args)]
struct Which {
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Set {
    /// The checklist
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    which: Which,
}

#[derive(Debug, Args)]
struct Reset {
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    which: Which,
}

impl ChecklistArgs {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self.command {
            None => self.which.show(shared),
            Some(ChecklistCommand::Show(which)) => which.show(shared),
            Some(ChecklistCommand::Set(set)) => set.run(shared),
            Some(ChecklistCommand::Reset(reset)) => reset.run(shared),
        }
    }
}

impl Which {
    fn open(&self, shared: &Shared) -> anyhow::Result<(Store, Benchmark)> {
        let (store, benchmark) = self.on.open(shared)?;
        Ok((store, benchmark))
    }

    fn show(&self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.open(shared)?;
        self.print(&store, &benchmark)
    }

    fn print(&self, store: &Store, benchmark: &Benchmark) -> anyhow::Result<()> {
        let checklists = store.checklists(benchmark)?;
        let reviewed = reviewed_questions(store, benchmark)?;
        self.output.print(&ChecklistsDocument::new(&benchmark.name, &checklists, &reviewed))
    }
}

impl Reset {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.which.open(shared)?;
        match store.own_checklists(&benchmark)? {
            Some(_) => store.set_checklists(&benchmark, None, &self.acting.name(&store)?)?,
            None => print_message(&format!("{} has no checklist of its own", benchmark.name)),
        }
        self.which.print(&store, &benchmark)
    }
}

impl Set {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let name = self.file.display();
        let text = toml_file::read(&self.file, "a checklist")
            .map_err(|error| anyhow!("{name}: {error}"))?;
        Checklists::own(&text).map_err(|error| anyhow!("{name}: {error}"))?;
        let (mut store, benchmark) = self.which.open(shared)?;
        let by = self.acting.name(&store)?;
        store.set_checklists(&benchmark, Some(&text), &by)?;
        self.which.print(&store, &benchmark)
    }
}
