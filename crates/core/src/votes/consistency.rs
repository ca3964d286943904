//! How steady a judge is: votes that flip between repeats and orders, and triples of models whose win
//! rates run in a circle.

use std::collections::BTreeMap;

use serde::Serialize;

use super::rule::by_pair;
use super::{Judgment, PairTally, Verdict};
use crate::statistics::{Statistic, clustered_share};

/// How often a judge says something else when asked again.
#[derive(Clone, Debug, Serialize)]
pub struct Flips {
    /// Pairs of equal requests whose verdicts differ.
    pub repeats: Statistic,
    /// Pairs of orders whose verdicts, by model, differ.
    pub orders: Statistic,
    /// Pairs of orders that name different models: the stronger kind of flip.
    pub reversals: Statistic,
}

/// Counts flips. Judgments without a verdict are not compared.
pub fn flips(judgments: &[Judgment]) -> Flips {
    let same = |x: &Judgment, y: &Judgment| {
        (x.question, x.turn, x.pair(), x.judge) == (y.question, y.turn, y.pair(), y.judge)
    };
    let (mut repeats, mut orders, mut reversals) = (Vec::new(), Vec::new(), Vec::new());
    for votes in by_pair(judgments.to_vec()).chunk_by(same) {
        let verdict =
            |vote: &Judgment| Some(Verdict::from_preference(vote.preference_for_a().ok()?));
        let votes: Vec<(&Judgment, Verdict)> =
            votes.iter().filter_map(|vote| Some((vote, verdict(vote)?))).collect();
        for (position, &(vote, verdict)) in votes.iter().enumerate() {
            for &(other, other_verdict) in &votes[position + 1..] {
                let flipped = (vote.question, verdict != other_verdict);
                let is_decided = verdict != Verdict::Tie && other_verdict != Verdict::Tie;
                if vote.first == other.first {
                    repeats.push(flipped);
                } else if vote.repeat == other.repeat {
                    orders.push(flipped);
                    reversals.push((vote.question, flipped.1 && is_decided));
                }
            }
        }
    }
    let of_orders = "no pair has verdicts in both orders";
    Flips {
        repeats: clustered_share(&repeats, "no request was repeated"),
        orders: clustered_share(&orders, of_orders),
        reversals: clustered_share(&reversals, of_orders),
    }
}

/// Triples of models by their aggregate win rates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Transitivity {
    /// Triples in which each pair has a winner.
    pub triples: usize,
    /// Triples in a circle, such as a over b, b over c, c over a.
    pub circles: Vec<[String; 3]>,
    /// The share of triples that are not circles.
    pub transitive: Statistic,
}

/// Whether what beats the middle one also beats the last one, in win rates over all questions. A pair
/// at exactly one half, or without a verdict, has no winner.
pub fn transitivity(pairs: &[PairTally]) -> Transitivity {
    let mut names: Vec<&str> = pairs.iter().flat_map(|pair| [pair.a.as_str(), &pair.b]).collect();
    names.sort_unstable();
    names.dedup();
    let is_overall = |pair: &&PairTally| pair.level.as_ref().is_none_or(|level| level == "overall");
    let mut beats: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for pair in pairs.iter().filter(is_overall) {
        let (a, b) = (pair.a.as_str(), pair.b.as_str());
        match pair.a_win_rate.value().map(Verdict::from_preference) {
            None | Some(Verdict::Tie) => {}
            Some(verdict) => {
                beats.insert((a, b), verdict == Verdict::First);
                beats.insert((b, a), verdict == Verdict::Second);
            }
        }
    }
    let mut triples = 0;
    let mut circles = Vec::new();
    for (i, x) in names.iter().enumerate() {
        for (j, y) in names.iter().enumerate().skip(i + 1) {
            for z in &names[j + 1..] {
                let sides = [(*x, *y), (*y, *z), (*z, *x)].map(|side| beats.get(&side).copied());
                let [Some(xy), Some(yz), Some(zx)] = sides else { continue };
                triples += 1;
                if xy == yz && yz == zx {
                    let circle = if xy { [*x, *y, *z] } else { [*z, *y, *x] };
                    circles.push(circle.map(str::to_owned));
                }
            }
        }
    }
    let because = "no three models have a winner in each of their pairs";
    let transitive = Statistic::share(triples - circles.len(), triples, because);
    Transitivity { triples, circles, transitive }
}
