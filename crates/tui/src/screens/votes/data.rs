//! The votes on a benchmark, and the figures that follow from them by a rule and a judge.

use std::collections::HashMap;
use std::sync::Arc;

use crate::messages::{text, words_of};
use crate::screens::models::basis::after;
use crate::terms;
use crate::widgets::interval::{Scale, with_interval};
use crate::widgets::share::percent;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_core::statistics::{Plan, Statistic};
use assay_core::votes::{
    Feature, JudgeCount, JudgeKind, Judgment, Leaderboard, Method, PairTally, Rule, Standing,
    leaderboard, outcomes, tally,
};
use assay_store::{Benchmark, Result, Store};
use assay_workflow::voting::{LoadedVotes, load};

/// Resamples of questions and their seed.
pub(super) const PLAN: Plan = Plan { resamples: 1_000, seed: 1 };

/// By which rule votes count, and whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Basis {
    pub rule: Rule,
    /// The number of the judge; `None` for all together.
    pub judge: Option<u32>,
}

/// The figures of one basis.
#[derive(Debug)]
pub(super) struct VotesData {
    pub loaded: Arc<LoadedVotes>,
    pub basis: Basis,
    /// Everyone who judged.
    pub judges: Vec<JudgeCount>,
    /// The votes that count here.
    pub judgments: Vec<Judgment>,
    pub board: Leaderboard,
    /// The same with length and with style controlled, where texts of answers are known.
    pub controlled: Option<[Leaderboard; 2]>,
    /// The models by their number, in the order of the leaderboard.
    pub models: Vec<u32>,
    pairs: HashMap<(u32, u32), PairTally>,
}

/// One model against another.
#[derive(Clone, Copy)]
pub(super) struct Side<'d> {
    pub rate: &'d Statistic,
    pub wins: usize,
    pub losses: usize,
    pub pair: &'d PairTally,
}

impl Basis {
    /// The first language model that judged, so that judges are not pooled unasked; without one, all.
    fn of_first_model(loaded: &LoadedVotes) -> Self {
        let mut judges = loaded.votes.judgments.iter().map(|vote| vote.judge);
        let is_model = |judge: &u32| loaded.kinds.get(*judge as usize) == Some(&JudgeKind::Model);
        Basis { rule: Rule::default(), judge: judges.find(is_model) }
    }

    pub fn next_rule(self) -> Self {
        Basis { rule: after(Rule::ALL, &self.rule), ..self }
    }

    /// Each judge, then all together.
    pub fn next_judge(self, judges: usize) -> Self {
        let each = (0..u32::try_from(judges).unwrap_or(u32::MAX)).map(Some);
        let choices: Vec<Option<u32>> = each.chain([None]).collect();
        Basis { judge: after(&choices, &self.judge), ..self }
    }
}

impl VotesData {
    /// Computes the figures; `known` are the votes if they were read before.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
        known: Option<Arc<LoadedVotes>>,
        basis: Option<Basis>,
    ) -> Result<Self> {
        let loaded = match known {
            Some(loaded) => loaded,
            None => Arc::new(load(store, benchmark, &[])?),
        };
        let votes = &loaded.votes;
        let basis = basis.unwrap_or_else(|| Basis::of_first_model(&loaded));
        let judgments = match basis.judge {
            Some(judge) => votes.of_judges(&[judge]),
            None => votes.judgments.clone(),
        };
        let outcomes = outcomes(&judgments, basis.rule);
        let board_by = |method| {
            leaderboard(&outcomes, &votes.models, &votes.styles, method, Feature::ALL, PLAN)
        };
        let controls = [Method::LengthControlled, Method::StyleControlled];
        let board = board_by(Method::BradleyTerry);
        let models = board.models.iter().filter_map(|own| votes.models.find(&own.model)).collect();
        let pairs = tally(&outcomes, &votes.models, None).into_iter().filter_map(|pair| {
            let [a, b] = [&pair.a, &pair.b].map(|name| votes.models.find(name));
            Some(((a?, b?), pair))
        });
        Ok(VotesData {
            pairs: pairs.collect(),
            controlled: (!votes.styles.is_empty()).then(|| controls.map(board_by)),
            judges: votes.judge_counts(),
            loaded: Arc::clone(&loaded),
            basis,
            judgments,
            board,
            models,
        })
    }

    pub fn name(&self, model: u32) -> &str {
        self.loaded.votes.models.name(model)
    }

    /// A model's win rate with length controlled and its strength with style controlled.
    pub fn controlled(&self, model: &str) -> Option<[&Statistic; 2]> {
        let [length, style] = self.controlled.as_ref()?;
        let find = |board| find(board, model);
        Some([&find(length)?.win_rate, &find(style)?.strength])
    }

    /// One model against another; `None` if they were not compared.
    pub fn side(&self, own: u32, other: u32) -> Option<Side<'_>> {
        let pair = self.pairs.get(&(own.min(other), own.max(other)))?;
        let (rate, wins, losses) = match own < other {
            true => (&pair.a_win_rate, pair.a_wins, pair.b_wins),
            false => (&pair.b_win_rate, pair.b_wins, pair.a_wins),
        };
        Some(Side { rate, wins, losses, pair })
    }

    /// The scale of strengths, raw and with style controlled.
    pub fn strengths(&self) -> Scale {
        let style = self.controlled.iter().flat_map(|[_, style]| &style.models);
        Scale::around_zero(self.board.models.iter().chain(style).map(|own| &own.strength))
    }

    /// The model at a place of the leaderboard against each other one, one of them marked.
    pub fn against_others(&self, at: usize, marked: Option<usize>) -> Table {
        let Some(&own) = self.models.get(at) else { return Table::default() };
        let side = |(other, model): (usize, &u32)| Some((other, self.side(own, *model)?));
        let others: Vec<(usize, Side<'_>)> =
            self.models.iter().enumerate().filter_map(side).collect();
        let name = |other: usize| self.name(self.models[other]);
        let meaning =
            |other: usize| if marked == Some(other) { Meaning::Key } else { Meaning::Plain };
        let columns = Table::over(&others)
            .text(text!("votes-over"), |(other, _)| (meaning(*other), name(*other)))
            .most(40)
            .least(8)
            .number(text!("votes-win-rate"), |(_, side)| percent(side.rate));
        with_interval(columns, Scale::SHARE, |(_, side)| side.rate)
            .rank(2)
            .number("n", |(_, side)| side.rate.n())
            .number(text!("votes-wins"), |(_, side)| side.wins)
            .number(text!("votes-ties"), |(_, side)| side.pair.ties)
            .number(text!("votes-losses"), |(_, side)| side.losses)
            .only_if(others.iter().any(|(_, side)| side.pair.unpaired > 0), |table| {
                let unpaired = |(_, side): &(usize, Side<'_>)| (Meaning::Dim, side.pair.unpaired);
                table.number(text!("votes-unpaired"), unpaired).rank(1)
            })
            .only_if(others.iter().any(|(_, side)| !side.pair.undecided.is_empty()), |table| {
                let undecided = |(_, side): &(usize, Side<'_>)| {
                    (Meaning::Warning, terms::no_verdicts(&side.pair.undecided))
                };
                table.text(text!("votes-no-verdict"), undecided).least(6).rank(3)
            })
            .table()
    }

    /// Whether the votes of a judge count here.
    pub fn counts(&self, judge: &str) -> bool {
        self.basis.judge.is_none_or(|own| self.loaded.judge(judge) == Some(own))
    }

    /// What the figures are computed from.
    pub fn describe(&self) -> String {
        let rule = words_of("vote-rule", self.basis.rule.name());
        let judge = match self.basis.judge {
            Some(judge) => self.judges.get(judge as usize).map(with_snapshots).unwrap_or_default(),
            None => text!("votes-all-judges").to_owned(),
        };
        let mut words = text!("votes-basis", rule, judge, votes = self.judgments.len());
        let removed = self.loaded.of_removed_questions;
        if removed > 0 {
            words.push_str(&text!("votes-of-removed", removed));
        }
        words
    }
}

/// A judge with the model and the fingerprint that its server names, or with how many of them there are.
fn with_snapshots(JudgeCount { judge, snapshots, .. }: &JudgeCount) -> String {
    match snapshots.len() {
        0 => judge.clone(),
        1 => format!("{judge} ({})", snapshots.keys().next().map_or("", String::as_str)),
        count => format!("{judge} ({})", text!("votes-snapshots", count)),
    }
}

fn find<'b>(board: &'b Leaderboard, model: &str) -> Option<&'b Standing> {
    board.models.iter().find(|own| own.model == model)
}
