//! The gate: the pictures come after a guess from the text and how sure the annotator is of it.

use super::answer::is_choice;
use super::{Ask, Draft, Given, Input, Next, Refusal, Step};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::{Act, BlindAnswer};
use assay_core::benchmark::gate::{NO_IDEA, TextGuess};

/// Asks for the guess while the store withholds the pictures.
pub(super) struct Gate;

impl Step for Gate {
    fn ask(&self, item: &OpenedQuestion, draft: &Draft) -> Option<Ask> {
        item.question.is_gated().then_some(match draft.choice() {
            Some(_) => Ask::Confidence,
            None => Ask::Guess,
        })
    }

    fn take(&self, item: &OpenedQuestion, draft: Draft, input: Input) -> Option<Next> {
        Some(match (input, draft.choice()) {
            (Input::Answer(BlindAnswer::Choice(label)), _) => match is_choice(item, label) {
                true => Next::Ask(Draft { answer: Some(BlindAnswer::Choice(label)), ..draft }),
                false => Next::Refuse(Refusal::NoSuchChoice(label)),
            },
            (Input::Answer(_) | Input::NoIdea, _) => Next::Commit(Act::Guess(TextGuess::NoIdea)),
            (Input::Confidence(confidence), Some(label)) => {
                Next::Commit(Act::Guess(TextGuess::Choice { label, confidence }))
            }
            _ => return None,
        })
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        Given::labels(item, [NO_IDEA])
    }
}
