//! Whether a judge prefers a place: MLLM-Bench's classes of pairs that were judged in both orders, and
//! the share of the first place among all verdicts.

use serde::Serialize;

use super::mean::Split;
use super::rule::{are_orders, by_pair, has_both_orders};
use super::{Judgment, Verdict};
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
    let judgments: Vec<Judgment> =
        judgments.iter().filter(|vote| vote.has_order).copied().collect();
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

fn classes(judgments: &[Judgment]) -> PositionClasses {
    let mut classes = PositionClasses::default();
    for votes in by_pair(judgments).chunk_by(are_orders) {
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
