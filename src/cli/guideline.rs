//! `assay guideline`: versions of guidelines, their differences, and decisions made under older
//! ones; `assay import guideline`: the instructions for reviewers, written by the team.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};

use super::names::{self, HeldFor};
use super::{Output, Shared, print_message};
use crate::queue::guidelines::{
    OutdatedFilter, outdated, requeue, version_beginning, versions_in_force,
};
use crate::report::documents::team;
use crate::store::{Guideline, Store};

/// The longest text of a guideline, in bytes.
const LONGEST: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(crate) struct ImportGuideline {
    /// A Markdown file
    file: PathBuf,
    /// Who wrote it
    #[arg(long = "as", value_name = "NAME")]
    author: Option<String>,
}

impl ImportGuideline {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let place = || self.file.display().to_string();
        let file = std::fs::File::open(&self.file).with_context(place)?;
        let mut text = String::new();
        let read = file.take(LONGEST + 1).read_to_string(&mut text).with_context(place)?;
        ensure!(read as u64 <= LONGEST, "{}: a guideline has at most {LONGEST} bytes", place());
        let is_empty = text.trim().is_empty();
        ensure!(!is_empty, "{}: the file is empty; expected a guideline in Markdown", place());
        let guideline = Guideline::new(text);
        let mut store = shared.open()?;
        let author = names::name(self.author, &store)?;
        store.set_review_guideline(&guideline, Some(&author))?;
        print_message(&format!(
            "guideline {} is in force; earlier decisions keep theirs (assay guideline outdated)",
            guideline.version
        ));
        Ok(())
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GuidelineArgs {
    #[command(subcommand)]
    command: Option<GuidelineCommand>,
    /// The benchmark whose queues are looked at, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Subcommand)]
enum GuidelineCommand {
    /// What differs between two versions, line by line
    Diff {
        /// The older version, or the beginning of it
        from: String,
        /// The newer version; without it, the one in force for the review
        to: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Decisions in force that were made under another version than the one in force
    Outdated(Which),
    /// Open outdated decisions again: their items wait once more for the person who decided them
    Requeue {
        #[command(flatten)]
        which: Which,
        /// Who opens them again; a lead, once the team has roles
        #[arg(long = "as", value_name = "NAME")]
        lead: Option<String>,
        #[command(flatten)]
        held: HeldFor,
    },
}

/// Which decisions are meant.
#[derive(Debug, Args)]
struct Which {
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Only this queue
    #[arg(long, value_name = "QUEUE")]
    queue: Option<String>,
    /// Only what these people decided
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    people: Vec<String>,
    /// Only what was decided under this version, or the beginning of it
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl GuidelineArgs {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        match self.command {
            None => {
                let in_force = versions_in_force(&store, self.benchmark.as_deref())?;
                self.output.print(&team::guidelines(&store.guidelines()?, &in_force))
            }
            Some(GuidelineCommand::Diff { from, to, output }) => {
                let known = store.guidelines()?;
                let to = match to {
                    Some(to) => to,
                    None => store.review_guideline()?.version,
                };
                let from = version_beginning(&known, &from)?;
                output.print(&team::difference(from, version_beginning(&known, &to)?))
            }
            Some(GuidelineCommand::Outdated(which)) => which.run(&mut store, None),
            Some(GuidelineCommand::Requeue { which, lead, held }) => {
                which.run(&mut store, Some((lead, held.days)))
            }
        }
    }
}

impl Which {
    /// Prints the outdated decisions; a lead opens them again for some days.
    fn run(self, store: &mut Store, again: Option<(Option<String>, u32)>) -> anyhow::Result<()> {
        let Which { benchmark, queue, people, version, output } = self;
        let benchmark = store.the_benchmark(benchmark.as_deref())?;
        let filter = OutdatedFilter { queue, people, version };
        let is_requeued = again.is_some();
        let found = match again {
            None => outdated(store, &benchmark, &filter)?,
            Some((lead, days)) => {
                let lead = names::person(lead, store)?;
                let found = outdated(store, &benchmark, &filter)?;
                requeue(store, &found, &lead, days)?;
                found
            }
        };
        output.print(&team::outdated(&benchmark.name, &found, is_requeued))
    }
}
