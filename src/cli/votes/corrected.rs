//! `assay votes corrected`: win rates of a judge corrected by people's votes.

use std::collections::BTreeMap;

use anyhow::bail;
use clap::Args;

use super::agree::{the_judge, the_people};
use super::{Chosen, Drawn, Ruled};
use crate::cli::{OnBenchmark, Output, Shared, default_name, named};
use crate::report::votes::{Part, tables};
use crate::votes::{Correction, Rule, corrected_win_rates, outcomes};
use crate::voting::judges;

#[derive(Debug, Args)]
pub(crate) struct Corrected {
    #[command(flatten)]
    on: OnBenchmark,
    /// The judge; without it, the only language model that judged
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The people, who must have voted on a random sample of the judge's pairs; without it, everyone who is
    /// known to be a person
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    people: Vec<String>,
    /// How the rates are corrected
    #[arg(long, value_parser = named::<Correction>(), default_value = default_name::<Correction>())]
    method: Correction,
    /// Half widths of the interval for which the number of further votes is computed
    #[arg(long, value_name = "X,..", value_delimiter = ',', default_value = "0.04")]
    within: Vec<String>,
    #[command(flatten)]
    ruled: Ruled,
    #[command(flatten)]
    drawn: Drawn,
    #[command(flatten)]
    output: Output,
}

impl Corrected {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let is_width =
            |text: &String| text.parse::<f64>().is_ok_and(|half| half > 0.0 && half < 1.0);
        if let Some(bad) = self.within.iter().find(|text| !is_width(text)) {
            bail!(crate::cli::WrongUsage(format!(
                "--within {bad}: expected numbers between 0 and 1"
            )));
        }
        let (store, benchmark) = self.on.open(shared)?;
        let judges = judges(&store, &benchmark)?;
        let judge = the_judge(self.judge.as_ref(), &judges, &benchmark)?;
        let people = the_people(&self.people, &judge, &judges);
        if people.is_empty() {
            bail!("no one but {judge} voted on {}; let people vote on its pairs", benchmark.name);
        }
        drop(store);
        let all = [judge.clone()].into_iter().chain(people.iter().cloned()).collect();
        let chosen = Chosen { on: self.on, judges: all };
        let opened = chosen.open_by_rule(shared, self.ruled)?;
        let of_judge =
            outcomes(&opened.judgments_of(std::slice::from_ref(&judge)), self.ruled.rule);
        let of_people = outcomes(&opened.judgments_of(&people), Rule::Single);
        let widths: Vec<&str> = self.within.iter().map(String::as_str).collect();
        let models = &opened.loaded.votes.models;
        let (method, plan) = (self.method, self.drawn.plan());
        let pairs = corrected_win_rates(&of_judge, &of_people, models, method, &widths, plan);
        let table = tables::corrected(&pairs);
        let part = Part::new(None, &BTreeMap::from([("pairs", pairs)]), vec![table])?
            .with("judge", judge.into())
            .with("people", people.into());
        self.output.print(&opened.head(true).printout(vec![part]))
    }
}
