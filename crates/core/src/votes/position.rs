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

/// Computes both measures.
pub fn position_bias(judgments: &[Judgment]) -> PositionBias {
    let verdicts =
        judgments.iter().filter_map(|vote| Some((vote.question, vote.reading.verdict().ok()?)));
    let places: Vec<(u32, bool)> = verdicts
        .clone()
        .filter(|(_, verdict)| *verdict != Verdict::Tie)
        .map(|(question, verdict)| (question, verdict == Verdict::First))
        .collect();
    let split = split(&places, "no vote prefers one of the two answers");
    PositionBias {
        first: split.hits,
        second: split.n - split.hits,
        ties: verdicts.count() - places.len(),
        first_share: split.share,
        p: split.p,
        classes: classes(judgments),
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
