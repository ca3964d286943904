//! The step of the vote: which of two answers is better, or how good each of them is.
//!
//! Why is said before, if at all: the reasons are part of the draft, and the vote commits it.

use super::{Ask, Draft, Given, Input, Next, SaidSoFar, Step, Steps, Verdict, checklist};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::vote::{Ballot, Vote, VoteDecision};

/// The steps of the vote.
pub const VOTE: Steps = Steps(&[&Prefer]);

/// Asks which answer is better.
struct Prefer;

impl Step for Prefer {
    fn ask(&self, item: &OpenedQuestion, _: &Draft) -> Option<Ask> {
        Some(if item.ballot() == Ballot::Scores { Ask::Score } else { Ask::Vote })
    }

    fn take(&self, item: &OpenedQuestion, draft: Draft, input: Input) -> Option<Next> {
        let pair = item.pair.as_ref()?;
        let digit = match input {
            Input::Adopt(place) if place < pair.ballot.digits() => Some(place),
            _ => None,
        };
        let (vote, scores) = match (input, digit, draft.first_score) {
            (Input::Vote(vote), ..) if pair.ballot.offered().contains(&vote) => (vote, None),
            (_, Some(place), first) if pair.ballot == Ballot::Scores => {
                let score = place as u8 + 1;
                let Some(first) = first else {
                    return Some(Next::Ask(Draft { first_score: Some(score), ..draft }));
                };
                (Vote::from_scores([first, score]), Some([first, score]))
            }
            (_, Some(place), _) => (*pair.ballot.offered().get(place)?, None),
            (Input::Verdict(Verdict::Wrong), ..) => {
                return Some(Next::Ask(Draft { verdict: Some(Verdict::Wrong), ..draft }));
            }
            (input, ..) => return checklist::say(item, draft, input, reasoned),
        };
        Some(Next::decided(Act::Vote(VoteDecision {
            vote,
            order: pair.order,
            shown: pair.shown.clone(),
            scores,
            reasons: draft.reasons,
            note: draft.words,
        })))
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        Given {
            labels: item.ballot().typed(),
            reasons: item.question.checklist().names().into_iter().map(str::to_owned).collect(),
            ..Given::default()
        }
    }
}

/// The reasons wait for the vote.
fn reasoned(_: &OpenedQuestion, draft: Draft) -> Next {
    Next::Ask(match draft.is_done() {
        true => Draft { verdict: None, said: SaidSoFar::Part, ..draft },
        false => draft,
    })
}
