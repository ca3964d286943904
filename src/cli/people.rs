//! `assay people`: the team's people, their roles, who wrote which question, and administrative acts.

use clap::{Args, Subcommand};

use super::{Acting, OnBenchmark, Output, Shared, default_name, named, warn_of_twins};
use crate::benchmark::team::Role;
use crate::queue::administration::take_back;
use crate::queue::authors::name_author;
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
    Add(Add),
    /// Name the authors of questions, who do not decide on their own
    Author(Author),
    /// What leads did to the work of others, by whom and when: roles, authors, assignments, checklists, guidelines
    Acts(Output),
    /// Take back an act of a lead: what was in force before it is in force again
    Undo(Undo),
}

#[derive(Debug, Args)]
struct Add {
    /// The person's name, as in --as
    name: String,
    /// What the person may do
    #[arg(long, value_parser = named::<Role>(), default_value = default_name::<Role>(), value_name = "ROLE")]
    role: Role,
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Author {
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
}

#[derive(Debug, Args)]
struct Undo {
    /// The number of the act in `assay people acts`
    #[arg(value_name = "ACT")]
    number: i64,
    #[command(flatten)]
    acting: Acting,
    #[command(flatten)]
    output: Output,
}

impl People {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let mut warnings = Vec::new();
        let output = match self.change {
            None => self.output,
            Some(Change::Add(add)) => {
                warn_of_twins([&add.name], &store)?;
                let by = add.acting.name(&store)?;
                store.set_role(&add.name, Some(add.role), &by)?;
                add.output
            }
            Some(Change::Author(author)) => {
                let benchmark = author.on.find(&store)?;
                warn_of_twins([&author.name], &store)?;
                let annotator = store.annotator(&author.name)?;
                let by = author.acting.name(&store)?;
                let decided = name_author(&mut store, &benchmark, &author.keys, &annotator, &by)?;
                if !decided.is_empty() {
                    warnings.push(format!(
                        "{} had decided on some of these questions ({}); these decisions count no more",
                        annotator.name,
                        decided.join(", ")
                    ));
                }
                author.output
            }
            Some(Change::Acts(output)) => {
                return output.print(&team::acts(&store.administrative_acts()?));
            }
            Some(Change::Undo(undo)) => {
                let by = undo.acting.name(&store)?;
                warnings = take_back(&mut store, undo.number, &by)?;
                undo.output
            }
        };
        output.print(&team::people(&store.people()?, warnings))
    }
}
