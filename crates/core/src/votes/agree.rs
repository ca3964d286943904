//! A judge against people, and people among themselves, on the same pairs of answers.

use serde::Serialize;

use super::rule::judged_items;
use super::{Judgment, Rule, Verdict};
use crate::agreement::{
    Categories, Confusion, Metric, RatingTable, RatingTableBuilder, Tallies, Weights,
    alpha_with_interval, gwet_ac1, kappa,
};
use crate::statistics::{Plan, Statistic, clustered_share};

const NAMES: [&str; 3] = ["first", "tie", "second"];

/// How far a judge agrees with people.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The judge's votes with each person's.
    pub each: Equal,
    /// The judge's votes with the people's majority.
    pub majority: WithMajority,
    /// Every pair of people's votes on one item: the ceiling for any judge.
    pub among: Among,
}

/// Pairs of votes that are equal, with ties and without.
#[derive(Clone, Debug, Serialize)]
pub struct Equal {
    pub with_ties: EqualVotes,
    /// Leaves out pairs of votes in which either is a tie.
    pub without_ties: EqualVotes,
}

/// Pairs of votes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EqualVotes {
    pub n: usize,
    pub agree: usize,
    /// With an interval that lets the votes on one question depend on each other.
    pub share: Statistic,
}

/// The judge beside the majority.
#[derive(Clone, Debug, Serialize)]
pub struct WithMajority {
    #[serde(flatten)]
    pub equal: Equal,
    pub kappa: Statistic,
    pub gwet_ac1: Statistic,
    /// Items on which no verdict of the people has more votes than each other one.
    pub no_majority: usize,
    /// Items with one person's vote: its majority is that vote.
    pub one_person: usize,
}

/// People among themselves.
#[derive(Clone, Debug, Serialize)]
pub struct Among {
    #[serde(flatten)]
    pub equal: Equal,
    pub alpha_nominal: Statistic,
    /// Items with one person's vote, which agree with no one and do not count.
    pub one_person: usize,
}

/// Two votes on one item.
type Pair = (u32, Verdict, Verdict);

/// Compares the judgments of `judge` with those of `people`, each under `rule`.
pub fn agreement(
    judgments: &[Judgment],
    judge: u32,
    people: &[u32],
    rule: Rule,
    plan: Plan,
) -> Agreement {
    let items = judged_items(judgments, rule);
    let (mut each, mut with_majority, mut among) = (Vec::new(), Vec::new(), Vec::new());
    let mut confusion = Confusion::empty(NAMES.len());
    let (mut majorities, mut ratings) = (Ratings::default(), Ratings::default());
    let (mut no_majority, mut one_person) = (0, 0);
    for (at, item) in items.iter().enumerate() {
        let mut votes = Vec::new();
        for person in people {
            if let Some(&vote) = item.verdicts.get(person) {
                ratings.add(at, &person.to_string(), vote);
                votes.push(vote);
            }
        }
        one_person += usize::from(votes.len() == 1);
        for (position, &vote) in votes.iter().enumerate() {
            among.extend(votes[position + 1..].iter().map(|&other| (item.question, vote, other)));
        }
        let majority = plurality(&votes);
        no_majority += usize::from(majority.is_none() && !votes.is_empty());
        let Some(&own) = item.verdicts.get(&judge) else { continue };
        each.extend(votes.iter().map(|&vote| (item.question, own, vote)));
        if let Some(majority) = majority {
            with_majority.push((item.question, own, majority));
            confusion.add(own as u16, majority as u16);
            majorities.add(at, "judge", own);
            majorities.add(at, "people", majority);
        }
    }
    Agreement {
        each: Equal::count(&each),
        majority: WithMajority {
            equal: Equal::count(&with_majority),
            kappa: kappa(&confusion, Weights::Unweighted),
            gwet_ac1: majorities.statistic(|table| gwet_ac1(&Tallies::from_table(table))),
            no_majority,
            one_person,
        },
        among: Among {
            equal: Equal::count(&among),
            alpha_nominal: ratings
                .statistic(|table| alpha_with_interval(table, &Metric::Nominal, plan)),
            one_person,
        },
    }
}

/// Verdicts as ratings of items.
#[derive(Default)]
struct Ratings(RatingTableBuilder);

impl Ratings {
    fn add(&mut self, item: usize, rater: &str, verdict: Verdict) {
        self.0.add(&item.to_string(), rater, Some(NAMES[verdict as usize]));
    }

    fn statistic(self, of: impl Fn(&RatingTable) -> Statistic) -> Statistic {
        match self.0.finish(Categories::Declared(NAMES.map(str::to_owned).to_vec())) {
            Ok(table) => of(&table),
            Err(problem) => Statistic::undefined(problem.to_string(), 0),
        }
    }
}

/// The verdict with more votes than each other one.
fn plurality(votes: &[Verdict]) -> Option<Verdict> {
    let count = |verdict: Verdict| votes.iter().filter(|&&vote| vote == verdict).count();
    let all = [Verdict::First, Verdict::Tie, Verdict::Second];
    let most = all.into_iter().max_by_key(|&verdict| count(verdict))?;
    let alone = all.into_iter().all(|other| other == most || count(other) < count(most));
    alone.then_some(most)
}

impl Equal {
    fn count(pairs: &[Pair]) -> Equal {
        let of = |pairs: &mut dyn Iterator<Item = &Pair>| {
            let units: Vec<(u32, bool)> =
                pairs.map(|&(question, one, other)| (question, one == other)).collect();
            EqualVotes {
                n: units.len(),
                agree: units.iter().filter(|(_, equal)| *equal).count(),
                share: clustered_share(&units, "no two votes are on the same item"),
            }
        };
        let is_decided = |pair: &&Pair| pair.1 != Verdict::Tie && pair.2 != Verdict::Tie;
        Equal {
            with_ties: of(&mut pairs.iter()),
            without_ties: of(&mut pairs.iter().filter(is_decided)),
        }
    }
}
