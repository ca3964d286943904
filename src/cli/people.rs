//! `assay people`: the team's people, their roles, and who wrote which question.

use clap::{Args, Subcommand};

use super::{Output, Shared};
use crate::benchmark::team::Role;
use crate::report::documents;
use crate::store::Store;

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
    /// Say who wrote questions: authors do not decide on their own
    Author(Author),
}

#[derive(Debug, Args)]
struct Add {
    /// The person's name, as in --as
    name: String,
    /// What the person may do
    #[arg(long, value_enum, default_value_t, value_name = "ROLE")]
    role: Role,
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
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl People {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let output = match self.change {
            None => self.output,
            Some(Change::Add(add)) => {
                store.set_role(&add.name, add.role)?;
                add.output
            }
            Some(Change::Author(author)) => {
                let benchmark = store.the_benchmark(author.benchmark.as_deref())?;
                let name = store.annotator(&author.name)?.name;
                store.name_author(&benchmark, &author.keys, &name)?;
                author.output
            }
        };
        print(&store, &output)
    }
}

fn print(store: &Store, output: &Output) -> anyhow::Result<()> {
    output.print(&documents::people::People::new(store.people()?))
}
