//! `assay gold`: the questions with a known verdict. For leads, as soon as roles are assigned.

use anyhow::bail;
use clap::{Args, Subcommand};

use super::queues::answer_from;
use super::{PrintOn, Shared, named, names};
use crate::benchmark::decision::ReviewVerdict;
use crate::queue::gold::settled_questions;
use crate::report::documents::team;

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
    Add {
        /// The questions' keys
        #[arg(required = true)]
        keys: Vec<String>,
        /// The right verdict
        #[arg(long, value_parser = named::<ReviewVerdict>(), value_name = "VERDICT")]
        verdict: ReviewVerdict,
        /// The answer that a reviewer should give; without it the verdict alone is compared
        #[arg(long, value_name = "ANSWER")]
        answer: Option<String>,
        #[command(flatten)]
        place: Place,
    },
    /// Take back the verdict that was named for some questions
    Remove {
        /// The questions' keys
        #[arg(required = true)]
        keys: Vec<String>,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Debug, Args)]
struct Place {
    /// Who asks; a lead, once a person has a role
    #[arg(long = "as", value_name = "NAME")]
    lead: Option<String>,
    #[command(flatten)]
    on: PrintOn,
}

impl Gold {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let place = match &self.change {
            None => &self.place,
            Some(Change::Add { place, .. } | Change::Remove { place, .. }) => place,
        };
        let (mut store, benchmark) = place.on.open(shared)?;
        let lead = names::person(place.lead.clone(), &store)?;
        match &self.change {
            None if !store.is_lead(&lead.name)? => {
                bail!("gold is for leads, and {} is none; --as NAME says who you are", lead.name);
            }
            None => {}
            Some(Change::Add { keys, verdict, answer, .. }) => {
                let sheets = store.question_sheets(&benchmark)?;
                let first = sheets.iter().find(|sheet| sheet.key.as_str() == keys[0]);
                let kind = first.map_or((false, &[][..]), |sheet| {
                    (sheet.short.is_some(), sheet.choices.as_slice())
                });
                let answer = answer.as_deref().map(|text| answer_from(kind, text)).transpose()?;
                store.add_gold(&lead, &benchmark, keys, *verdict, answer)?;
            }
            Some(Change::Remove { keys, .. }) => store.remove_gold(&lead, &benchmark, keys)?,
        }
        let settled = settled_questions(&store, &benchmark)?;
        place.on.print(&team::gold(&benchmark.name, &settled))
    }
}
