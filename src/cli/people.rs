//! `assay people`: the team's people, their roles, who wrote which question, and administrative acts.

use clap::{Args, Subcommand};

use super::{Acting, OnBenchmark, Output, Shared, default_name, named, warn_of_twins};
use crate::benchmark::team::Role;
use crate::queue::administration::{name_author, take_back};
use crate::report::documents::team;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct People {
    #[command(subcommand)]
    change: Option<Change>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Subcommand)]
enum Change {
    /// Add a person, or give a person another role
    Add {
        /// The person's name, as in --as
        name: String,
        /// What the person may do
        #[arg(long, value_parser = named::<Role>(), default_value = default_name::<Role>(), value_name = "ROLE")]
        role: Role,
        #[command(flatten)]
        acting: Acting,
        #[command(flatten)]
        output: Output,
    },
    /// Name the authors of questions, who do not decide on their own
    Author {
        /// Who wrote them
        name: String,
        /// The questions' keys
        #[arg(required = true)]
        keys: Vec<String>,
        #[command(flatten)]
        on: OnBenchmark,
        #[command(flatten)]
        acting: Acting,
        #[command(flatten)]
        output: Output,
    },
    /// What leads did to the work of others, by whom and when: roles, authors, assignments, checklists, guidelines
    Acts(Output),
    /// Take back an act of a lead: what was in force before it is in force again
    Undo {
        /// The number of the act in `assay people acts`
        #[arg(value_name = "ACT")]
        number: i64,
        #[command(flatten)]
        acting: Acting,
        #[command(flatten)]
        output: Output,
    },
}

impl People {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let mut warnings = Vec::new();
        let output = match self.change {
            None => self.output,
            Some(Change::Add { name, role, acting, output }) => {
                warn_of_twins([&name], &store)?;
                let by = acting.name(&store)?;
                store.set_role(&name, Some(role), &by)?;
                output
            }
            Some(Change::Author { name, keys, on, acting, output }) => {
                let benchmark = on.find(&store)?;
                warn_of_twins([&name], &store)?;
                let annotator = store.annotator(&name)?;
                let by = acting.name(&store)?;
                let decided = name_author(&mut store, &benchmark, &keys, &annotator, &by)?;
                if !decided.is_empty() {
                    let (name, decided) = (&annotator.name, decided.join(", "));
                    warnings.push(format!(
                        "{name} had decided on some of these questions ({decided}); these decisions count no more"
                    ));
                }
                output
            }
            Some(Change::Acts(output)) => {
                return output.print(&team::acts(&store.administrative_acts()?));
            }
            Some(Change::Undo { number, acting, output }) => {
                let by = acting.name(&store)?;
                warnings = take_back(&mut store, number, &by)?;
                output
            }
        };
        output.print(&team::people(&store.people()?, warnings))
    }
}
