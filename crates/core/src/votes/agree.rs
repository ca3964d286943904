//! A judge against people, people among themselves, and a judge against known answers, on the same pairs of answers.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::mean::Split;
use super::rule::{are_orders, by_pair, judged_items};
use super::{Judgment, Rule, Verdict};
use crate::agreement::{
    Categories, Confusion, Metric, RatingTable, RatingTableBuilder, Tallies, Weights,
    alpha_with_interval, gwet_ac1, kappa,
};
use crate::statistics::{Plan, Statistic};

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
    /// Items on which the votes of those who settle are the majority, whatever others voted.
    pub settled: usize,
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

/// Two votes on one item, and its question.
type Pair = (u32, [Verdict; 2]);

/// People who vote, by number.
#[derive(Clone, Copy, Debug)]
pub struct People<'p> {
    pub all: &'p [u32],
    /// Those whose votes settle what others differ on.
    pub settling: &'p [u32],
}

impl People<'_> {
    /// The people's votes that count: of a pair of answers on which those who settle have a verdict, theirs alone.
    pub fn settled(self, judgments: &[Judgment]) -> Vec<Judgment> {
        let place = |vote: &Judgment| (vote.question, vote.turn, vote.pair());
        let settles = |vote: &Judgment| self.settling.contains(&vote.judge);
        let votes = judgments.iter().filter(|vote| self.all.contains(&vote.judge));
        let last = votes.clone().filter(|vote| settles(vote) && vote.reading.verdict().is_ok());
        let settled: HashSet<_> = last.map(place).collect();
        votes.filter(|vote| settles(vote) || !settled.contains(&place(vote))).copied().collect()
    }
}

/// Compares the judgments of `judge` with those of `people`, each under `rule`.
pub fn agreement(
    judgments: &[Judgment],
    judge: u32,
    people: People<'_>,
    rule: Rule,
    plan: Plan,
) -> Agreement {
    let (mut each, mut with_majority, mut among) = (Vec::new(), Vec::new(), Vec::new());
    let [mut no_majority, mut one_person, mut settled] = [0; 3];
    let mut ratings: Vec<Vec<(u32, Verdict)>> = Vec::new();
    for item in judged_items(judgments, rule) {
        let vote = |person: &u32| Some((*person, *item.verdicts.get(person)?));
        let votes: Vec<(u32, Verdict)> = people.all.iter().filter_map(vote).collect();
        let pair = |one, other| -> Pair { (item.question, [one, other]) };
        for (position, &(_, vote)) in votes.iter().enumerate() {
            among.extend(votes[position + 1..].iter().map(|&(_, other)| pair(vote, other)));
        }
        let by_them = votes.iter().filter(|(person, _)| people.settling.contains(person));
        let by_them: Vec<(u32, Verdict)> = by_them.copied().collect();
        let majority = plurality(if by_them.is_empty() { &votes } else { &by_them });
        settled += usize::from(!by_them.is_empty());
        one_person += usize::from(votes.len() == 1);
        no_majority += usize::from(majority.is_none() && !votes.is_empty());
        if let Some(&own) = item.verdicts.get(&judge) {
            each.extend(votes.iter().map(|&(_, vote)| pair(own, vote)));
            with_majority.extend(majority.map(|majority| pair(own, majority)));
        }
        ratings.push(votes);
    }
    let mut confusion = Confusion::empty(NAMES.len());
    for (_, [own, majority]) in &with_majority {
        confusion.add(*own as u16, *majority as u16);
    }
    let two_raters =
        with_majority.iter().map(|(_, [own, majority])| vec![(0, *own), (1, *majority)]);
    let alpha = |table: &RatingTable| alpha_with_interval(table, &Metric::Nominal, plan);
    Agreement {
        each: Equal::count(&each),
        majority: WithMajority {
            equal: Equal::count(&with_majority),
            kappa: kappa(&confusion, Weights::Unweighted),
            gwet_ac1: of_ratings(two_raters, |table| gwet_ac1(&Tallies::from_table(table))),
            no_majority,
            one_person,
            settled,
        },
        among: Among {
            equal: Equal::count(&among),
            alpha_nominal: of_ratings(ratings.into_iter(), alpha),
            one_person,
        },
    }
}

/// How often two snapshots of a judge say the same of the same answers in the same order, so that no preference for
/// a place counts as a difference.
pub fn between_snapshots(own: &[Judgment]) -> Equal {
    let place = |vote: &Judgment| (vote.question, vote.turn, vote.first, vote.second);
    let mut known: Vec<&Judgment> = own.iter().filter(|vote| vote.snapshot > 0).collect();
    known.sort_by_key(|vote| place(vote));
    let mut pairs: Vec<Pair> = Vec::new();
    for votes in known.chunk_by(|one, other| place(one) == place(other)) {
        for (position, vote) in votes.iter().enumerate() {
            let others = votes[position + 1..].iter();
            let others = others.filter(|other| other.snapshot != vote.snapshot);
            let verdict = |vote: &Judgment| vote.reading.verdict().ok();
            let both = others.filter_map(|other| Some([verdict(vote)?, verdict(other)?]));
            pairs.extend(both.map(|both| (vote.question, both)));
        }
    }
    Equal::count(&pairs)
}

/// A statistic of the verdicts on items, each with the number of who gave it.
fn of_ratings(
    items: impl Iterator<Item = Vec<(u32, Verdict)>>,
    statistic: impl Fn(&RatingTable) -> Statistic,
) -> Statistic {
    let mut table = RatingTableBuilder::default();
    for (item, verdicts) in items.enumerate() {
        for (rater, verdict) in verdicts {
            table.add(&item.to_string(), &rater.to_string(), Some(NAMES[verdict as usize]));
        }
    }
    match table.finish(Categories::Declared(NAMES.map(str::to_owned).to_vec())) {
        Ok(table) => statistic(&table),
        Err(problem) => Statistic::undefined(problem.to_string(), 0),
    }
}

/// The verdict with more votes than each other one.
fn plurality(votes: &[(u32, Verdict)]) -> Option<Verdict> {
    let all = [Verdict::First, Verdict::Tie, Verdict::Second];
    let count = |verdict: Verdict| votes.iter().filter(|(_, vote)| *vote == verdict).count();
    let most = all.map(count).into_iter().max()?;
    let mut found = all.into_iter().filter(|&verdict| count(verdict) == most);
    found.next().filter(|_| found.next().is_none())
}

impl Equal {
    fn count(pairs: &[Pair]) -> Equal {
        let count = |is_counted: fn(&&Pair) -> bool| {
            let pairs = pairs.iter().filter(is_counted);
            let units = pairs.map(|&(question, [one, other])| (question, one == other));
            let because = "no two votes are on the same item";
            let Split { n, hits, share, .. } = Split::new(&units.collect::<Vec<_>>(), because);
            EqualVotes { n, agree: hits, share }
        };
        Equal {
            with_ties: count(|_| true),
            without_ties: count(|(_, votes)| !votes.contains(&Verdict::Tie)),
        }
    }
}

/// How often a judge prefers the answer that is known to be the better one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LabelAgreement {
    /// Pairs with a label.
    pub n: usize,
    pub right: usize,
    pub wrong: usize,
    /// Pairs whose orders sum to 0, or that have no verdict.
    pub undecided: usize,
    /// Pairs whose orders name different answers.
    pub inconsistent: usize,
    /// Right pairs over all pairs.
    pub accuracy: Statistic,
    /// Pairs that have no label.
    pub without_label: usize,
}

/// Compares judgments with labels, the model whose answer is better by question: +1 for each order that
/// names it, −1 for each that names the other, right if the sum is above 0.
pub fn against_labels(judgments: &[Judgment], labels: &BTreeMap<u32, u32>) -> LabelAgreement {
    let [mut right, mut wrong, mut undecided, mut inconsistent, mut without_label] = [0; 5];
    for votes in by_pair(judgments.to_vec()).chunk_by(are_orders) {
        let label = labels.get(&votes[0].question);
        let in_pair = |model: &&u32| [votes[0].first, votes[0].second].contains(model);
        let Some(&label) = label.filter(in_pair) else {
            without_label += 1;
            continue;
        };
        let names_label = |vote: &Judgment| match vote.reading.verdict().ok()? {
            Verdict::First => Some(vote.first == label),
            Verdict::Second => Some(vote.second == label),
            Verdict::Tie => None,
        };
        let (agreeing, contrary): (Vec<bool>, Vec<bool>) =
            votes.iter().filter_map(names_label).partition(|agrees| *agrees);
        *match agreeing.len().cmp(&contrary.len()) {
            Ordering::Greater => &mut right,
            Ordering::Less => &mut wrong,
            Ordering::Equal => &mut undecided,
        } += 1;
        inconsistent += usize::from(!agreeing.is_empty() && !contrary.is_empty());
    }
    let n = right + wrong + undecided;
    let accuracy = Statistic::share(right, n, "no pair has a label");
    LabelAgreement { n, right, wrong, undecided, inconsistent, accuracy, without_label }
}
