//! `assay agree check-table`: checks whether a published table is possible.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::agreement::published_table::{Kind, Known, check};
use crate::cli::{Output, named};
use crate::formats::published_table::read_published_table;
use crate::report::agreement::published_table;

#[derive(Debug, Args)]
pub(crate) struct CheckTable {
    /// The table as CSV: names in the first column, numbers in the others; a row named `n` may
    /// give the number of questions of each column; `-` reads standard input
    file: PathBuf,
    /// Number of questions: behind every column, or behind the overall where columns have their own
    #[arg(long, value_name = "N")]
    n: Option<u64>,
    /// Number of questions behind single columns
    #[arg(long, value_name = "COLUMN=N,..", value_delimiter = ',', value_parser = count)]
    counts: Vec<(String, u64)>,
    /// The column that sums or averages the others; found by its name where it has a usual one
    #[arg(long, value_name = "COLUMN")]
    overall: Option<String>,
    /// What the numbers are; without it, this is guessed and reported
    #[arg(long, value_parser = named::<Kind>())]
    kind: Option<Kind>,
    /// The columns are parts of a whole (win, tie, lose): a row must give all N
    #[arg(long, requires = "n")]
    parts: bool,
    #[command(flatten)]
    output: Output,
}

fn count(text: &str) -> Result<(String, u64), String> {
    let (name, n) = text.rsplit_once('=').ok_or("expected COLUMN=N")?;
    Ok((name.trim().to_owned(), n.trim().parse().map_err(|_| format!("{n} is not a number"))?))
}

impl CheckTable {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let name = self.file.display().to_string();
        let file = read_published_table(super::open(&self.file)?).with_context(|| name.clone())?;
        // Counts of the command line take precedence over the row of counts.
        let is_given = |column: &String| self.counts.iter().any(|(name, _)| name == column);
        let from_file = file.counts.into_iter().filter(|(column, _)| !is_given(column));
        let counts = from_file.chain(self.counts.iter().cloned()).collect();
        let CheckTable { kind, n, overall, parts, output, .. } = self;
        let known = Known { kind, n, counts, overall, parts };
        let verdict = check(&file.table, &known).context(name)?;
        super::print(&output, &published_table(&verdict, output.form), &verdict.notes)
    }
}
