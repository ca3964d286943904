//! A person's vote as a judgment: whose answers were shown in which order, and what is said of the first.

use super::{Reading, Undecided};
use crate::benchmark::PairName;
use crate::benchmark::vote::{Vote, VoteDecision};
use crate::keyword::UnexpectedText;

/// What a vote says of the answer that was shown first.
impl From<Vote> for Reading {
    fn from(vote: Vote) -> Self {
        Reading::Preference(match vote {
            Vote::First => 1.0,
            Vote::FirstSlightly => 0.75,
            Vote::Tie => 0.5,
            Vote::SecondSlightly => 0.25,
            Vote::Second => 0.0,
            Vote::BothBad => return Reading::Undecided(Undecided::BothBad),
        })
    }
}

/// The pair that a person judged, with the models in the order in which their answers were shown, and what is
/// said of the first.
///
/// # Errors
/// If the item is not the name of a pair.
pub fn judged_by_person(
    item: &str,
    decision: &VoteDecision,
) -> Result<(PairName, Reading), UnexpectedText> {
    let name: PairName = item.parse()?;
    let models = decision.order.shown(name.models);
    let scores = |[first, second]: [u8; 2]| Reading::Scores {
        first: f64::from(first),
        second: f64::from(second),
    };
    Ok((PairName { models, ..name }, decision.scores.map_or(decision.vote.into(), scores)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::EndsItem;
    use crate::benchmark::vote::{PairOrder, shown_hash};
    use crate::votes::Verdict;

    fn decision(vote: Vote, order: PairOrder) -> VoteDecision {
        let shown = shown_hash(["yes", "no"]);
        VoteDecision { vote, order, shown, scores: None, reasons: Vec::new(), note: None }
    }

    #[test]
    fn a_vote_judges_the_models_in_the_order_in_which_their_answers_were_shown() {
        let judged = |vote, order| judged_by_person("7/org%2Fx/y/0", &decision(vote, order));
        let (ab, reading) = judged(Vote::First, PairOrder::Ab).unwrap();
        assert_eq!((ab.models, reading), (["org/x".into(), "y".into()], Reading::FIRST));
        let (ba, reading) = judged(Vote::First, PairOrder::Ba).unwrap();
        assert_eq!((ba.models, reading), (["y".into(), "org/x".into()], Reading::FIRST));
        let scored = VoteDecision { scores: Some([2, 4]), ..decision(Vote::Second, PairOrder::Ba) };
        let (_, reading) = judged_by_person("7/org%2Fx/y/0", &scored).unwrap();
        assert_eq!(reading, Reading::Scores { first: 2.0, second: 4.0 });
        assert!(judged_by_person("7/x/0", &decision(Vote::Tie, PairOrder::Ab)).is_err());
    }

    #[test]
    fn people_who_saw_other_orders_and_prefer_the_same_answer_agree() {
        for (here, there) in [
            (Vote::First, Vote::Second),
            (Vote::FirstSlightly, Vote::SecondSlightly),
            (Vote::Tie, Vote::Tie),
            (Vote::BothBad, Vote::BothBad),
        ] {
            let outcome = |vote, order| decision(vote, order).final_act().outcome.to_string();
            assert_eq!(outcome(here, PairOrder::Ab), outcome(there, PairOrder::Ba));
            let opposite = |verdict| match verdict {
                Verdict::First => Verdict::Second,
                Verdict::Tie => Verdict::Tie,
                Verdict::Second => Verdict::First,
            };
            let [here, there] = [here, there].map(|vote| Reading::from(vote).verdict());
            assert_eq!(here.map(opposite), there);
        }
    }
}
