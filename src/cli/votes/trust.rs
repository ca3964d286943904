//! How far judges can be trusted: `assay votes agree`, `corrected` and `trust`.

use anyhow::{bail, ensure};
use clap::Args;

use super::{Chosen, Drawn, Opened, Ruled};
use crate::cli::{PrintOn, Shared, WrongUsage, default_name, named};
use crate::report::votes::{Part, tables};
use crate::votes::{Correction, JudgeKind, People, agreement, corrected_win_rates, outcomes};
use crate::voting::AllVotes;
use crate::voting::trust::Trust;

/// A judge that is compared with others.
#[derive(Debug, Args)]
struct Compared {
    #[command(flatten)]
    on: PrintOn,
    /// The judge; without it, the only language model that judged
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    #[command(flatten)]
    ruled: Ruled,
    #[command(flatten)]
    drawn: Drawn,
}

impl Compared {
    /// Prints what is computed from the votes of the judge and of the others, who are named or all of a kind. JSON
    /// has them under `name`.
    fn print(
        self,
        shared: &Shared,
        (name, others): (&str, Vec<String>),
        kind: JudgeKind,
        part: impl Fn(&mut Opened, &[String], &[String]) -> Part,
    ) -> anyhow::Result<()> {
        let Compared { on, judge, ruled, .. } = self;
        let (store, benchmark) = on.open(shared)?;
        let all = AllVotes::load(&store, &benchmark)?;
        let of_kind = |kind: JudgeKind| {
            let own = all.judges().filter(move |(_, own)| *own == kind);
            own.map(|(name, _)| name.to_owned()).collect::<Vec<String>>()
        };
        let judge = match (judge, &*of_kind(JudgeKind::Model)) {
            (Some(name), _) => name,
            (None, [one]) => one.clone(),
            (None, []) => {
                bail!("no language model judged {}; name a judge with --judge", benchmark.name)
            }
            (None, several) => bail!("which judge? Name one with --judge: {}", several.join(", ")),
        };
        let mut of_all = of_kind(kind);
        of_all.retain(|name| *name != judge);
        let others = if others.is_empty() { of_all } else { others };
        ensure!(
            !others.is_empty(),
            "{} has no votes of {} to compare {judge} with",
            benchmark.name,
            if kind == JudgeKind::Label { "labels" } else { "people" }
        );
        let judges = [&[judge.clone()][..], &others].concat();
        let mut opened = Opened::new(&store, &benchmark, all.of(&judges)?, Some(ruled))?;
        let mut part = part(&mut opened, std::slice::from_ref(&judge), &others);
        part.fields.insert("judge".to_owned(), judge.into());
        part.fields.insert(name.to_owned(), others.into());
        opened.head.warnings.retain(|warning| !warning.contains("--by judge"));
        on.print(&opened.head.printout(vec![part]))
    }
}

#[derive(Debug, Args)]
pub(crate) struct VotesAgree {
    #[command(flatten)]
    compared: Compared,
    /// label: the labels of a file; all: everyone who is known to be a person; or names of judges
    #[arg(long, value_name = "label|all|NAME,..", value_delimiter = ',', default_value = "all")]
    against: Vec<String>,
}

impl VotesAgree {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let VotesAgree { against, compared } = self;
        let (others, kind) = match &*against {
            [one] if one == "label" => (Vec::new(), JudgeKind::Label),
            [one] if one == "all" => (Vec::new(), JudgeKind::Person),
            named => (named.to_vec(), JudgeKind::Person),
        };
        let (rule, plan) = (compared.ruled.rule, compared.drawn.plan());
        compared.print(shared, ("against", others), kind, |opened, judge, others| {
            let loaded = &opened.loaded;
            if kind == JudgeKind::Label {
                opened.head.rule = None;
                let (all, levels) = loaded.against_labels(judge, others);
                return tables::labels(&all, &levels);
            }
            let number = |name: &String| loaded.judge(name);
            let all: Vec<u32> = others.iter().filter_map(number).collect();
            let people = People { all: &all, settling: &loaded.settling };
            let own = judge.iter().find_map(number).unwrap_or(u32::MAX);
            tables::agreement(&agreement(&loaded.votes.judgments, own, people, rule, plan))
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct Corrected {
    #[command(flatten)]
    compared: Compared,
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
}

impl Corrected {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let Corrected { people, method, within, compared } = self;
        for text in &within {
            let is_width = text.parse::<f64>().is_ok_and(|half| half > 0.0 && half < 1.0);
            let why = "expected numbers between 0 and 1";
            ensure!(is_width, WrongUsage(format!("--within {text}: {why}")));
        }
        let (rule, plan) = (compared.ruled.rule, compared.drawn.plan());
        let people = ("people", people);
        compared.print(shared, people, JudgeKind::Person, |Opened { loaded, .. }, judge, people| {
            let of_judge = outcomes(&loaded.judgments_of(judge), rule);
            let of_people = loaded.outcomes_of_people(people);
            let widths: Vec<&str> = within.iter().map(String::as_str).collect();
            let models = &loaded.votes.models;
            tables::corrected(&corrected_win_rates(
                &of_judge, &of_people, models, method, &widths, plan,
            ))
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct TrustFlags {
    #[command(flatten)]
    chosen: Chosen,
    /// The people with whom judges are compared; without it, everyone who is known to be a person
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    people: Vec<String>,
    #[command(flatten)]
    ruled: Ruled,
    #[command(flatten)]
    drawn: Drawn,
}

impl TrustFlags {
    pub(super) fn run(mut self, shared: &Shared) -> anyhow::Result<()> {
        if !self.chosen.judges.is_empty() {
            self.chosen.judges.extend(self.people.iter().cloned());
        }
        let mut opened = self.chosen.open(shared, Some(self.ruled))?;
        let (loaded, mut people) = (&opened.loaded, self.people);
        if let Some(unknown) = people.iter().find(|name| loaded.judge(name).is_none()) {
            bail!("{unknown} has no votes on {}", opened.head.benchmark);
        }
        if people.is_empty() {
            people = loaded.judges_of(JudgeKind::Person);
        }
        let trust = Trust::compute(loaded, &people, self.ruled.rule, self.drawn.plan());
        opened.head.warnings.retain(|warning| !warning.contains("--by judge"));
        let table = tables::trust(&trust, &opened.head.drills);
        self.chosen.on.print(&opened.head.printout(vec![table]))
    }
}
