//! `assay guideline`: versions of guidelines, their differences, and decisions made under older
//! ones; `assay import guideline`: the instructions for reviewers, written by the team.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};

use super::held_for::HeldFor;
use super::{Output, Shared, config, names, print_message};
use crate::queue::RegisteredQueue;
use crate::queue::guidelines::{OutdatedFilter, outdated, requeue};
use crate::report::documents::guidelines::{GuidelineDifference, Guidelines, OutdatedDocument};
use crate::store::{Guideline, GuidelineVersion, Store};

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
        if read as u64 > LONGEST {
            bail!("{}: a guideline has at most {LONGEST} bytes", place());
        }
        if text.trim().is_empty() {
            bail!("{}: the file is empty; expected a guideline in Markdown", place());
        }
        let guideline = Guideline::new(text);
        let mut store = shared.open()?;
        let author = names::annotator(self.author, configured()?, &store)?;
        store.set_review_guideline(&guideline, Some(&author))?;
        print_message(&format!(
            "guideline {} is in force; earlier decisions keep theirs (assay guideline outdated)",
            guideline.version
        ));
        Ok(())
    }
}

fn configured() -> anyhow::Result<Option<String>> {
    Ok(config::read()?.annotator.map(|set| set.value))
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
    Diff(Diff),
    /// Decisions in force that were made under another version than the one in force
    Outdated(Which),
    /// Open outdated decisions again: their items wait once more for the person who decided them
    Requeue(Requeue),
}

#[derive(Debug, Args)]
struct Diff {
    /// The older version, or the beginning of it
    from: String,
    /// The newer version; without it, the one in force for the review
    to: Option<String>,
    #[command(flatten)]
    output: Output,
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

#[derive(Debug, Args)]
struct Requeue {
    #[command(flatten)]
    which: Which,
    /// Who opens them again; a lead, once the team has roles
    #[arg(long = "as", value_name = "NAME")]
    lead: Option<String>,
    #[command(flatten)]
    held: HeldFor,
}

impl GuidelineArgs {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        match self.command {
            None => {
                let in_force = in_force(&store, self.benchmark.as_deref())?;
                self.output.print(&Guidelines::new(store.guidelines()?, &in_force))
            }
            Some(GuidelineCommand::Diff(diff)) => diff.run(&store),
            Some(GuidelineCommand::Outdated(which)) => {
                let benchmark = store.the_benchmark(which.benchmark.as_deref())?;
                let found = outdated(&store, &benchmark, &which.wanted())?;
                which.output.print(&OutdatedDocument::new(&benchmark.name, found, false))
            }
            Some(GuidelineCommand::Requeue(Requeue { which, lead, held })) => {
                let benchmark = store.the_benchmark(which.benchmark.as_deref())?;
                let name = names::annotator(lead, configured()?, &store)?;
                let lead = store.annotator(&name)?;
                let found = outdated(&store, &benchmark, &which.wanted())?;
                requeue(&mut store, &found, &lead, held.days)?;
                which.output.print(&OutdatedDocument::new(&benchmark.name, found, true))
            }
        }
    }
}

/// The effective version for each queue, if there is a benchmark.
fn in_force(store: &Store, benchmark: Option<&str>) -> anyhow::Result<Vec<(&'static str, String)>> {
    let benchmarks = match benchmark {
        Some(name) => vec![store.the_benchmark(Some(name))?],
        None => store.benchmarks()?,
    };
    let mut versions: Vec<(&'static str, String)> = Vec::new();
    for benchmark in &benchmarks {
        for queue in RegisteredQueue::all() {
            if let Ok(guideline) = (queue.guideline)(store, benchmark) {
                versions.push((queue.name, guideline.version));
            }
        }
    }
    versions.sort();
    versions.dedup();
    Ok(versions)
}

impl Which {
    fn wanted(&self) -> OutdatedFilter {
        OutdatedFilter {
            queue: self.queue.clone(),
            people: self.people.clone(),
            version: self.version.clone(),
        }
    }
}

impl Diff {
    fn run(self, store: &Store) -> anyhow::Result<()> {
        let known = store.guidelines()?;
        let to = match self.to {
            Some(to) => to,
            None => store.review_guideline()?.version,
        };
        let from = version(&known, &self.from)?;
        let to = version(&known, &to)?;
        self.output.print(&GuidelineDifference::new(from, to))
    }
}

/// The version with this prefix.
fn version<'k>(known: &'k [GuidelineVersion], begin: &str) -> anyhow::Result<&'k GuidelineVersion> {
    let begins = |one: &&GuidelineVersion| one.guideline.version.starts_with(begin);
    let found: Vec<&GuidelineVersion> = known.iter().filter(begins).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => bail!("no version of a guideline begins with {begin}; `assay guideline` lists them"),
        several => bail!(
            "{} versions begin with {begin}; write more of it: {}",
            several.len(),
            several.iter().map(|one| &*one.guideline.version).collect::<Vec<_>>().join(", ")
        ),
    }
}
