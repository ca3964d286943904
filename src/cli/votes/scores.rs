//! `assay votes scores`: mean scores, and ratios to an anchor's.

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use super::{By, Chosen};
use crate::cli::{Output, Shared, named};
use crate::report::votes::{Part, tables};
use crate::votes::{LevelOf, mean_scores, score_ratios};

#[derive(Debug, Args)]
pub(crate) struct Scores {
    #[command(flatten)]
    chosen: Chosen,
    /// The model to whose scores those of the others are compared, where answers were scored in pairs
    #[arg(long, value_name = "MODEL")]
    anchor: Option<String>,
    /// Part the tables; levels part those against an anchor
    #[arg(long, value_parser = named::<By>(), value_delimiter = ',')]
    by: Vec<By>,
    #[command(flatten)]
    output: Output,
}

impl Scores {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let opened = self.chosen.open(shared)?;
        let by_judge = self.by.contains(&By::Judge);
        let find = |name: &String| {
            let models = &opened.loaded.votes.models;
            models.find(name).with_context(|| {
                let there = models.in_order().join(", ");
                format!("no model with votes is called {name} (there are: {there})")
            })
        };
        let anchor = self.anchor.as_ref().map(find).transpose()?;
        let parts = opened.parts(by_judge, |judge, loaded| {
            let votes = &loaded.votes;
            let models = mean_scores(&votes.scores, &votes.models);
            let table = tables::scores(&models);
            let Some(anchor) = anchor else {
                return Ok(Part::new(judge, &json!({ "models": models }), vec![table])?);
            };
            let level = |question| loaded.level(question);
            let level_of = self.by.contains(&By::Level).then_some(&level as LevelOf<'_>);
            let ratios = score_ratios(&votes.judgments, anchor, &votes.models, level_of);
            let tables = vec![table, tables::ratios(&ratios)];
            Ok(Part::new(judge, &json!({ "models": models, "ratios": ratios }), tables)?)
        })?;
        self.output.print(&opened.head(by_judge).printout(parts))
    }
}
