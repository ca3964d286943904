//! `assay agree rankings`: how far rankings of the same models agree.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Args;

use crate::agreement::published_table::{Decimal, PublishedRow};
use crate::cli::Output;
use crate::formats::published_table::read_published_table;
use crate::report::votes::rankings;
use crate::votes::{RankTable, correlations};

#[derive(Debug, Args)]
pub(crate) struct AgreeRankings {
    /// The table as CSV: names in the first column, ranks or scores of one setting in each other; `-` reads
    /// standard input
    file: PathBuf,
    #[command(flatten)]
    output: Output,
}

impl AgreeRankings {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let name = self.file.display().to_string();
        let table = read_published_table(super::open(&self.file)?).with_context(|| name.clone())?;
        let table = table.table;
        ensure!(
            table.columns.len() > 1,
            "{name}: expected two columns of ranks or scores behind the names, found {}",
            table.columns.len()
        );
        let row = |PublishedRow { name, cells }: PublishedRow| {
            (name, cells.iter().map(|cell| cell.as_ref().map(Decimal::value)).collect())
        };
        let rows = table.rows.into_iter().map(row).collect();
        self.output.print(&rankings(&correlations(&RankTable { columns: table.columns, rows })))
    }
}
