//! Whether a judge prefers longer answers, lists, headings or bold: over all votes, by the size of the
//! difference (MLLM-Bench, Figure 4), and within pairs of models.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mean::{Split, clustered_mean, squares_by_question};
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

/// A vote on two answers that differ.
struct Vote {
    question: u32,
    pair: (u32, u32),
    /// Whether the lower-numbered model of the pair has more.
    a_has_more: bool,
    /// The difference.
    gap: u32,
    /// As in the paper's Figure 4: 1 for the answer with more, 0.5 for a tie, 0 for the other.
    mark: f64,
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
        let pair = vote.pair();
        let amount = |model| {
            styles.get(&(vote.question, vote.turn, model)).map(|style| feature.amount(style))
        };
        let Some((of_a, of_b)) = amount(pair.0).zip(amount(pair.1)) else {
            without_style += 1;
            continue;
        };
        if of_a != of_b {
            let a_has_more = of_a > of_b;
            let for_more = if a_has_more { for_a } else { 1.0 - for_a };
            let (gap, mark) = (of_a.abs_diff(of_b), Verdict::from_preference(for_more).mark());
            votes.push(Vote { question: vote.question, pair, a_has_more, gap, mark });
        }
    }
    let decided = votes.iter().map(|vote| (vote.question, vote.mark > 0.5, vote.mark < 0.5));
    let decided = decided.filter(|(_, more, less)| more != less);
    let decided: Vec<(u32, bool)> = decided.map(|(question, more, _)| (question, more)).collect();
    let because = "no vote prefers one of two answers that differ in it";
    let Split { hits, n, share, p } = Split::new(&decided, because);
    let (by_gap, within_pairs) = (gaps(&votes, edges), within_pairs(&votes));
    FeaturePreference { feature, n, more: hits, share, p, by_gap, within_pairs, without_style }
}

fn gaps(votes: &[Vote], edges: &[u32]) -> Vec<Gap> {
    let starts = std::iter::once(0).chain(edges.iter().copied());
    let ends = edges.iter().copied().map(Some).chain([None]);
    let gap = |(from, to): (u32, Option<u32>)| {
        let inside =
            votes.iter().filter(|vote| vote.gap >= from && to.is_none_or(|to| vote.gap < to));
        let marks = inside.map(|vote| (vote.question, vote.mark));
        let preference = clustered_mean(marks, "no two answers differ by so much");
        Gap { from, to, preference: preference.within_0_and_1() }
    };
    starts.zip(ends).map(gap).collect()
}

/// ½ (mean vote for `a` where its answer has more + mean vote for `b` where its answer has more), over
/// pairs of models with both kinds, weighted by the votes of the rarer kind.
fn within_pairs(votes: &[Vote]) -> Statistic {
    let mut pairs: BTreeMap<(u32, u32), [Vec<&Vote>; 2]> = BTreeMap::new();
    for vote in votes {
        pairs.entry(vote.pair).or_default()[usize::from(vote.a_has_more)].push(vote);
    }
    pairs.retain(|_, [one, other]| !one.is_empty() && !other.is_empty());
    let rarer = |kinds: &[Vec<&Vote>; 2]| kinds[0].len().min(kinds[1].len()) as f64;
    let all: f64 = pairs.values().map(rarer).sum();
    let (mut value, mut residuals) = (0.0, Vec::new());
    for kinds in pairs.values() {
        let weight = rarer(kinds) / all / 2.0;
        for kind in kinds {
            let n = kind.len() as f64;
            let mean = kind.iter().map(|vote| vote.mark).sum::<f64>() / n;
            value += weight * mean;
            residuals
                .extend(kind.iter().map(|vote| (vote.question, weight * (vote.mark - mean) / n)));
        }
    }
    match residuals.len() {
        0 => Statistic::undefined("in no pair of models each has more of it at least once", 0),
        n => {
            let (squares, _) = squares_by_question(residuals.into_iter());
            Statistic::with_standard_error(value, n, squares.sqrt()).within_0_and_1()
        }
    }
}
