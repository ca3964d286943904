//! `assay gold`: the questions with a known verdict. For leads, as soon as roles are assigned.

use anyhow::bail;
use clap::{Args, Subcommand};

use super::names::OnBenchmark;
use super::value_names::named;
use super::{Output, Shared, names};
use crate::benchmark::decision::{BlindAnswer, ReviewVerdict};
use crate::queue::gold::settled_questions;
use crate::report::documents;
use crate::store::{Annotator, Benchmark, Store};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Gold {
    #[command(subcommand)]
    change: Option<Change>,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Subcommand)]
enum Change {
    /// Name the right verdict of some questions
    Add(Add),
    /// Take back the verdict that was named for some questions
    Remove(Remove),
}

#[derive(Debug, Args)]
struct Add {
    /// The questions' keys
    #[arg(required = true)]
    keys: Vec<String>,
    /// The right verdict
    #[arg(long, value_parser = named::<ReviewVerdict>(), value_name = "VERDICT")]
    verdict: ReviewVerdict,
    /// The answer that a reviewer should give; without it the verdict alone is compared
    #[arg(long, value_name = "LETTER")]
    answer: Option<BlindAnswer>,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
struct Remove {
    /// The questions' keys
    #[arg(required = true)]
    keys: Vec<String>,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
struct Place {
    /// Who asks; a lead, once a person has a role
    #[arg(long = "as", value_name = "NAME")]
    lead: Option<String>,
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    output: Output,
}

impl Gold {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self.change {
            None => {
                let (store, benchmark, lead) = self.place.open(shared)?;
                if !store.is_lead(&lead.name)? {
                    bail!(
                        "gold is for leads, and {} is none; --as NAME says who you are",
                        lead.name
                    );
                }
                self.place.print(&store, &benchmark)
            }
            Some(Change::Add(add)) => {
                let (mut store, benchmark, lead) = add.place.open(shared)?;
                store.add_gold(&lead, &benchmark, &add.keys, add.verdict, add.answer)?;
                add.place.print(&store, &benchmark)
            }
            Some(Change::Remove(remove)) => {
                let (mut store, benchmark, lead) = remove.place.open(shared)?;
                store.remove_gold(&lead, &benchmark, &remove.keys)?;
                remove.place.print(&store, &benchmark)
            }
        }
    }
}

impl Place {
    fn open(&self, shared: &Shared) -> anyhow::Result<(Store, Benchmark, Annotator)> {
        let (store, benchmark) = self.on.open(shared)?;
        let lead = names::person(self.lead.clone(), &store)?;
        Ok((store, benchmark, lead))
    }

    fn print(&self, store: &Store, benchmark: &Benchmark) -> anyhow::Result<()> {
        let settled = settled_questions(store, benchmark)?;
        self.output.print(&documents::gold::Gold::new(&benchmark.name, settled))
    }
}
