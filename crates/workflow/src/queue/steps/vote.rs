//! The step of the vote: which of two answers is better.

use super::{Ask, Draft, Given, Input, Next, Step, Steps};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::vote::{Vote, VoteDecision};

/// The steps of the vote.
pub const VOTE: Steps = Steps(&[&Prefer]);

/// Asks which answer is better.
struct Prefer;

impl Step for Prefer {
    fn ask(&self, _: &OpenedQuestion, _: &Draft) -> Option<Ask> {
        Some(Ask::Vote)
    }

    fn take(&self, item: &OpenedQuestion, draft: Draft, input: Input) -> Option<Next> {
        let pair = item.pair.as_ref()?;
        let vote = match input {
            Input::Vote(vote) => vote,
            Input::Adopt(place) => *Vote::by_digit(pair.is_graded).get(place)?,
            Input::Words(words) => {
                return Some(Next::Ask(Draft { words: Some(words), ..draft }));
            }
            _ => return None,
        };
        let is_offered = Vote::offered(pair.is_graded).contains(&vote);
        is_offered.then(|| {
            Next::decided(Act::Vote(VoteDecision {
                vote,
                order: pair.order,
                shown: pair.shown.clone(),
                note: draft.words,
            }))
        })
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        let is_graded = item.pair.as_ref().is_some_and(|pair| pair.is_graded);
        let labels = Vote::offered(is_graded).iter().map(|vote| vote.typed().to_owned());
        Given { labels: labels.collect(), ..Given::default() }
    }
}
