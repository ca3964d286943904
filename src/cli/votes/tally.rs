//! `assay votes tally`: wins, ties and losses of each pair.

use std::collections::BTreeMap;

use clap::Args;

use super::{By, Chosen, Ruled};
use crate::cli::{Output, Shared, named};
use crate::report::votes::{Part, tables};
use crate::votes::{LevelOf, outcomes, tally};

#[derive(Debug, Args)]
pub(crate) struct Tally {
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    ruled: Ruled,
    /// Part the table
    #[arg(long, value_parser = named::<By>(), value_delimiter = ',')]
    by: Vec<By>,
    #[command(flatten)]
    output: Output,
}

impl Tally {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let opened = self.chosen.open_by_rule(shared, self.ruled)?;
        let by_judge = self.by.contains(&By::Judge);
        let parts = opened.parts(by_judge, |judge, loaded| {
            let outcomes = outcomes(&loaded.votes.judgments, self.ruled.rule);
            let level = |question| loaded.level(question);
            let level_of = self.by.contains(&By::Level).then_some(&level as LevelOf<'_>);
            let pairs = tally(&outcomes, &loaded.votes.models, level_of);
            let table = tables::tally(&pairs);
            Ok(Part::new(judge, &BTreeMap::from([("pairs", pairs)]), vec![table])?)
        })?;
        self.output.print(&opened.head(by_judge).printout(parts))
    }
}
