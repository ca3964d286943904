//! `assay people`: the team's people, their roles, and who wrote which question.

use clap::{Args, Subcommand};

use super::{Output, Shared, config, names};
use crate::benchmark::team::Role;
use crate::queue::authors::name_author;
use crate::report::documents;

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
        let mut warnings = Vec::new();
        let output = match self.change {
            None => self.output,
            Some(Change::Add(add)) => {
                store.set_role(&add.name, add.role)?;
                add.output
            }
            Some(Change::Author(author)) => {
                let benchmark = store.the_benchmark(author.benchmark.as_deref())?;
                let annotator = store.annotator(&author.name)?;
                let configured = config::read()?.annotator.map(|set| set.value);
                let by = names::annotator(None, configured, &store)?;
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
        };
        output.print_with_warnings(&documents::people::People::new(store.people()?, warnings))
    }
}
