//! Whether a judge prefers a place: MLLM-Bench's classes of pairs that were judged in both orders, and
//! the share of the first place among all verdicts.

use serde::Serialize;

use super::mean::split;
use super::rule::{are_orders, by_pair};
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
    let places: Vec<(u32, bool)> = verdicts
        .clone()
        .filter(|(_, verdict)| *verdict != Verdict::Tie)
        .map(|(question, verdict)| (question, verdict == Verdict::First))
        .collect();
    let split = split(&places, because);
    PositionBias {
        first: split.hits,
        second: split.n - split.hits,
        ties: verdicts.count() - places.len(),
        first_share: split.share,
        p: split.p,
        classes: classes(&judgments),
    }
}

fn classes(judgments: &[Judgment]) -> PositionClasses {
    let mut classes = PositionClasses::default();
    for votes in by_pair(judgments).chunk_by(are_orders) {
        let both_orders = votes.iter().any(|vote| vote.first != votes[0].first);
        let verdicts: Option<Vec<Verdict>> =
            votes.iter().map(|vote| vote.reading.verdict().ok()).collect();
        let Some(verdicts) = verdicts.filter(|_| both_orders) else {
            classes.unpaired += 1;
            continue;
        };
        let count = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
        match count(Verdict::First).cmp(&count(Verdict::Second)) {
            std::cmp::Ordering::Equal => classes.none += 1,
            std::cmp::Ordering::Greater => classes.first += 1,
            std::cmp::Ordering::Less => classes.second += 1,
        }
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
