//! What judges prefer whatever an answer says: a place, longer answers and forms, answers of their own model.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;

use super::mean::{Split, clustered_mean, squares_by_question};
use super::rule::{are_orders, by_pair, has_both_orders};
use super::{Feature, Judgment, Outcome, Styles, Verdict};
use crate::statistics::Statistic;

/// The preference of judges for a place.
#[derive(Clone, Debug, Serialize)]
pub struct PositionBias {
    /// Votes for the answer shown first.
    pub first: usize,
    /// Votes for the answer shown second.
    pub second: usize,
    pub ties: usize,
    /// The share of the first place among votes for one of the two; its error is by question.
    pub first_share: Statistic,
    /// The two-sided exact probability of such a split if both places were equal.
    pub p: Statistic,
    pub classes: PositionClasses,
}

/// Pairs of answers by what the two orders say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PositionClasses {
    /// The same model in both orders, or two ties.
    pub none: usize,
    /// The first place in both orders, or once beside a tie.
    pub first: usize,
    /// The second place in both orders, or once beside a tie.
    pub second: usize,
    /// One order is missing or has no verdict.
    pub unpaired: usize,
}

/// Computes both measures from the judgments of which it is known which answer was shown first.
pub fn position_bias(judgments: &[Judgment]) -> PositionBias {
    let because = match judgments.iter().any(|vote| vote.has_order) {
        false if !judgments.is_empty() => "the file does not say which answer was shown first",
        _ => "no vote prefers one of the two answers",
    };
    let known = judgments.iter().filter(|vote| vote.has_order);
    let judgments = by_pair(known.copied().collect());
    let verdicts =
        judgments.iter().filter_map(|vote| Some((vote.question, vote.reading.verdict().ok()?)));
    let places = verdicts.clone().filter(|(_, verdict)| *verdict != Verdict::Tie);
    let places = places.map(|(question, verdict)| (question, verdict == Verdict::First));
    let Split { hits, n, share, p } = Split::new(&places.collect::<Vec<_>>(), because);
    PositionBias {
        first: hits,
        second: n - hits,
        ties: verdicts.count() - n,
        first_share: share,
        p,
        classes: classes(&judgments),
    }
}

fn classes(sorted: &[Judgment]) -> PositionClasses {
    let mut classes = PositionClasses::default();
    for votes in sorted.chunk_by(are_orders) {
        let leads = votes.iter().map(|vote| Some(vote.reading.verdict().ok()?.mark() - 0.5));
        let lead = leads.sum::<Option<f64>>().filter(|_| has_both_orders(votes));
        *match lead {
            None => &mut classes.unpaired,
            Some(lead) if lead > 0.0 => &mut classes.first,
            Some(lead) if lead < 0.0 => &mut classes.second,
            Some(_) => &mut classes.none,
        } += 1;
    }
    classes
}

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
    let measure = |vote: &Judgment| {
        let (for_a, pair) = (vote.preference_for_a().ok()?, vote.pair());
        let amount = |model| {
            styles.get(&(vote.question, vote.turn, model)).map(|style| feature.amount(style))
        };
        let measured = amount(pair.0).zip(amount(pair.1)).map(|(of_a, of_b)| {
            let a_has_more = of_a > of_b;
            let for_more = if a_has_more { for_a } else { 1.0 - for_a };
            let (gap, mark) = (of_a.abs_diff(of_b), Verdict::from_preference(for_more).mark());
            Vote { question: vote.question, pair, a_has_more, gap, mark }
        });
        Some(measured)
    };
    let measured: Vec<Option<Vote>> = judgments.par_iter().filter_map(measure).collect();
    let without_style = measured.iter().filter(|vote| vote.is_none()).count();
    let votes: Vec<Vote> = measured.into_iter().flatten().filter(|vote| vote.gap > 0).collect();
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
            let (squares, _) = squares_by_question(residuals);
            Statistic::with_standard_error(value, n, squares.sqrt()).within_0_and_1()
        }
    }
}

/// The win rate of a model according to itself and according to other judges.
#[derive(Clone, Debug, Serialize)]
pub struct SelfPreference {
    /// The judge's own preference for its model, over the items that others judged as well.
    pub own: Statistic,
    /// The mean preference of the other judges on the same items.
    pub others: Statistic,
    /// The difference, item by item.
    pub difference: Statistic,
    /// Items that only this judge judged.
    pub judged_alone: usize,
}

/// Compares `judge` with all others on the items that contain `model`, the one the judge is.
pub fn self_preference(outcomes: &[Outcome], judge: u32, model: u32) -> SelfPreference {
    let mut items: BTreeMap<(u32, u16, u32), [Vec<f64>; 2]> = BTreeMap::new();
    let of_model = outcomes.iter().filter(|outcome| outcome.a == model || outcome.b == model);
    for outcome in of_model {
        let own = if outcome.a == model { *outcome } else { outcome.turned() };
        let by = usize::from(own.judge != judge);
        let item = items.entry((own.question, own.turn, own.b)).or_default();
        item[by].extend(own.preference());
    }
    let judged_alone =
        items.values().filter(|[own, others]| !own.is_empty() && others.is_empty()).count();
    items.retain(|_, [own, others]| !own.is_empty() && !others.is_empty());
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let of = |value: fn(f64, f64) -> f64| {
        let values =
            items.iter().map(|(key, [own, others])| (key.0, value(mean(own), mean(others))));
        clustered_mean(values, "no item was judged by this judge and by another")
    };
    SelfPreference {
        own: of(|own, _| own).within_0_and_1(),
        others: of(|_, others| others).within_0_and_1(),
        difference: of(|own, others| own - others),
        judged_alone,
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::votes;
    use super::*;

    #[test]
    fn a_vote_of_unknown_order_says_nothing_about_places_and_the_others_still_do() {
        let mut judgments = votes(&["q1 a b j 1", "q2 a b j 1", "q2 b a j 2"]).judgments;
        judgments[0].has_order = false;
        let found = position_bias(&judgments);
        assert_eq!((found.first, found.second, found.classes.none), (1, 1, 1));
        for vote in &mut judgments {
            vote.has_order = false;
        }
        let because = position_bias(&judgments).p.because().unwrap().to_owned();
        assert!(because.contains("does not say which answer was shown first"), "{because}");
    }
}
