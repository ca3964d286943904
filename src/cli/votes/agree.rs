//! `assay votes agree`: a judge against labels or against people.

use std::collections::BTreeSet;

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::{Chosen, Drawn, Opened, Ruled};
use crate::cli::{OnBenchmark, Output, Shared};
use crate::report::votes::{Part, tables};
use crate::store::Benchmark;
use crate::votes::{JudgeKind, Judgment, LabelAgreement, against_labels, agreement};
use crate::voting::judges;

#[derive(Debug, Args)]
pub(crate) struct VotesAgree {
    #[command(flatten)]
    on: OnBenchmark,
    /// The judge; without it, the only language model that judged
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// label: the labels of a file; all: everyone who is known to be a person; or names of judges
    #[arg(long, value_name = "label|all|NAME,..", value_delimiter = ',', default_value = "all")]
    against: Vec<String>,
    #[command(flatten)]
    ruled: Ruled,
    #[command(flatten)]
    drawn: Drawn,
    #[command(flatten)]
    output: Output,
}

/// The names of the judges of a kind.
fn of_kind(kind: JudgeKind, judges: &[(String, JudgeKind)]) -> impl Iterator<Item = &String> {
    judges.iter().filter(move |(_, own)| *own == kind).map(|(name, _)| name)
}

/// The judge that is meant: the named one, or the only language model.
pub(super) fn the_judge(
    named: Option<&String>,
    judges: &[(String, JudgeKind)],
    benchmark: &Benchmark,
) -> anyhow::Result<String> {
    if let Some(name) = named {
        return Ok(name.clone());
    }
    match &*of_kind(JudgeKind::Model, judges).collect::<Vec<_>>() {
        [one] => Ok((*one).clone()),
        [] => bail!("no language model judged {}; name a judge with --judge", benchmark.name),
        several => {
            let there: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
            bail!("which judge? Name one with --judge: {}", there.join(", "))
        }
    }
}

/// The people who are meant: those who are named, or everyone who is known to be a person.
pub(super) fn the_people(
    named: &[String],
    judge: &str,
    judges: &[(String, JudgeKind)],
) -> Vec<String> {
    if named != ["all"] && !named.is_empty() {
        return named.to_vec();
    }
    of_kind(JudgeKind::Person, judges).filter(|name| *name != judge).cloned().collect()
}

impl VotesAgree {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let judges = judges(&store, &benchmark)?;
        let judge = the_judge(self.judge.as_ref(), &judges, &benchmark)?;
        let with_labels = self.against == ["label"];
        let others = if with_labels {
            of_kind(JudgeKind::Label, &judges).cloned().collect()
        } else {
            the_people(&self.against, &judge, &judges)
        };
        if others.is_empty() {
            let who = if with_labels { "labels" } else { "people" };
            bail!("{} has no votes of {who} to compare {judge} with", benchmark.name);
        }
        drop(store);
        let judges = [judge.clone()].into_iter().chain(others.iter().cloned()).collect();
        let chosen = Chosen { on: self.on, judges };
        let mut opened = chosen.open_by_rule(shared, self.ruled)?;
        let own = opened.loaded.judge(&judge);
        let part = if with_labels {
            opened.head.rule = None;
            labels(&opened, &judge, &others)?
        } else {
            let votes = &opened.loaded.votes;
            let people: Vec<u32> =
                others.iter().filter_map(|name| opened.loaded.judge(name)).collect();
            let own = own.unwrap_or(u32::MAX);
            let (rule, plan) = (self.ruled.rule, self.drawn.plan());
            let found = agreement(&votes.judgments, own, &people, rule, plan);
            Part::new(None, &found, tables::agreement(&found))?
        };
        let part = part.with("judge", judge.into()).with("against", json!(others));
        self.output.print(&opened.head(true).printout(vec![part]))
    }
}

/// The judge against the labels, over all questions and by level.
fn labels(opened: &Opened, judge: &str, others: &[String]) -> anyhow::Result<Part> {
    let loaded = &opened.loaded;
    let better = others.iter().filter_map(|name| loaded.judge(name));
    let better = better.flat_map(|label| loaded.labels(label)).collect();
    let judgments = opened.judgments_of(&[judge.to_owned()]);
    let all = against_labels(&judgments, &better);
    let levels: BTreeSet<String> = loaded.levels.iter().flatten().cloned().collect();
    let of_level = |level: String| {
        let is_in = |vote: &&Judgment| loaded.level(vote.question).as_ref() == Some(&level);
        let own: Vec<Judgment> = judgments.iter().filter(is_in).copied().collect();
        let agreement = against_labels(&own, &better);
        (level, agreement)
    };
    let levels: Vec<(String, LabelAgreement)> = levels.into_iter().map(of_level).collect();
    let each = levels.iter().map(|(level, of)| {
        let mut fields = serde_json::to_value(of)?;
        fields["level"] = level.as_str().into();
        Ok(fields)
    });
    let each: Vec<serde_json::Value> = each.collect::<serde_json::Result<_>>()?;
    let rows: Vec<_> = [("overall".to_owned(), all.clone())].into_iter().chain(levels).collect();
    Ok(Part::new(None, &all, vec![tables::labels(&rows)])?.with("levels", each.into()))
}
