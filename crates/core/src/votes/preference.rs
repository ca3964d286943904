//! Whether a judge prefers longer answers, lists, headings or bold: over all votes, by the size of the
//! difference (MLLM-Bench, Figure 4), and within pairs of models.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mean::{clustered_mean, split};
use super::{Feature, Judgment, Styles, Verdict};
use crate::statistics::Statistic;

/// The preference of judges for the answer with more of a feature.
#[derive(Clone, Debug, Serialize)]
pub struct FeaturePreference {
    pub feature: Feature,
    /// Votes for one of two answers that differ in it.
    pub n: usize,
    /// Those for the answer with more of it.
    pub more: usize,
    pub share: Statistic,
    /// The two-sided exact probability of such a split if it did not matter.
    pub p: Statistic,
    /// The mean vote for the answer with more (1, a tie 0.5, 0), by the size of the difference.
    pub by_gap: Vec<Gap>,
    /// The same within each pair of models, where the better model cannot stand for the longer answer:
    /// half of the votes where one model's answer has more, half where the other's has.
    pub within_pairs: Statistic,
    /// Votes that are left out because the style of an answer is unknown.
    pub without_style: usize,
}

/// Votes whose answers differ by `from` or more and less than `to`.
#[derive(Clone, Debug, Serialize)]
pub struct Gap {
    pub from: u32,
    pub to: Option<u32>,
    pub preference: Statistic,
}

/// A vote on two answers that differ: the question, the pair, whether its lower-numbered model has more,
/// the difference, and the preference for the answer with more.
struct Vote {
    question: u32,
    pair: (u32, u32),
    a_has_more: bool,
    gap: u32,
    for_more: f64,
}

/// Computes the preference; `edges` are the bounds between the gaps, in increasing order.
pub fn feature_preference(
    judgments: &[Judgment],
    styles: &Styles,
    feature: Feature,
    edges: &[u32],
) -> FeaturePreference {
    let mut without_style = 0;
    let mut votes = Vec::new();
    for vote in judgments {
        let Ok(for_a) = vote.preference_for_a() else { continue };
        let (a, b) = vote.pair();
        let amount = |model| {
            styles.get(&(vote.question, vote.turn, model)).map(|style| feature.amount(style))
        };
        let Some((of_a, of_b)) = amount(a).zip(amount(b)) else {
            without_style += 1;
            continue;
        };
        if of_a != of_b {
            let a_has_more = of_a > of_b;
            let for_more = if a_has_more { for_a } else { 1.0 - for_a };
            let gap = of_a.abs_diff(of_b);
            votes.push(Vote { question: vote.question, pair: (a, b), a_has_more, gap, for_more });
        }
    }
    let decided: Vec<(u32, bool)> = votes
        .iter()
        .map(|vote| (vote.question, Verdict::from_preference(vote.for_more)))
        .filter(|(_, verdict)| *verdict != Verdict::Tie)
        .map(|(question, verdict)| (question, verdict == Verdict::First))
        .collect();
    let split = split(&decided, "no vote prefers one of two answers that differ in it");
    FeaturePreference {
        feature,
        n: split.n,
        more: split.hits,
        share: split.share,
        p: split.p,
        by_gap: gaps(&votes, edges),
        within_pairs: within_pairs(&votes),
        without_style,
    }
}

/// Marks a vote as the paper's Figure 4 does: 1 for the answer with more, 0.5 for a tie.
fn mark(vote: &Vote) -> f64 {
    match Verdict::from_preference(vote.for_more) {
        Verdict::First => 1.0,
        Verdict::Tie => 0.5,
        Verdict::Second => 0.0,
    }
}

fn gaps(votes: &[Vote], edges: &[u32]) -> Vec<Gap> {
    let starts = std::iter::once(0).chain(edges.iter().copied());
    let ends = edges.iter().copied().map(Some).chain([None]);
    starts
        .zip(ends)
        .map(|(from, to)| {
            let inside =
                votes.iter().filter(|vote| vote.gap >= from && to.is_none_or(|to| vote.gap < to));
            let marks: Vec<(u32, f64)> = inside.map(|vote| (vote.question, mark(vote))).collect();
            let because = "no two answers differ by so much";
            Gap { from, to, preference: clustered_mean(&marks, because) }
        })
        .collect()
}

/// ½ (mean vote for `a` where its answer has more + mean vote for `b` where its answer has more), over
/// pairs of models with both kinds, weighted by the votes of the rarer kind.
fn within_pairs(votes: &[Vote]) -> Statistic {
    let mut pairs: BTreeMap<(u32, u32), [Vec<&Vote>; 2]> = BTreeMap::new();
    for vote in votes {
        pairs.entry(vote.pair).or_default()[usize::from(vote.a_has_more)].push(vote);
    }
    let rarer = |kinds: &[Vec<&Vote>; 2]| kinds[0].len().min(kinds[1].len()) as f64;
    let all: f64 = pairs.values().map(rarer).sum();
    let (mut value, mut n) = (0.0, 0);
    let mut residuals: BTreeMap<u32, f64> = BTreeMap::new();
    for kinds in pairs.values().filter(|kinds| rarer(kinds) > 0.0) {
        for kind in kinds {
            let mean = kind.iter().map(|vote| mark(vote)).sum::<f64>() / kind.len() as f64;
            let weight = rarer(kinds) / all / 2.0;
            value += weight * mean;
            n += kind.len();
            for vote in kind {
                let residual = weight * (mark(vote) - mean) / kind.len() as f64;
                *residuals.entry(vote.question).or_default() += residual;
            }
        }
    }
    let se = residuals.values().map(|residual| residual * residual).sum::<f64>().sqrt();
    match n {
        0 => Statistic::undefined("in no pair of models each has more of it at least once", 0),
        _ => Statistic::with_standard_error(value, n, se),
    }
}
