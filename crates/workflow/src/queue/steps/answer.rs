//! The blind answer: it comes before the reference answer. An open question takes none.

use super::{Ask, Draft, Given, Input, Next, Refusal, Step};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::{Act, BlindAnswer};
use assay_core::benchmark::{Label, QuestionKind};

/// Asks for the answer where none is in force.
pub(super) struct Answer;

impl Step for Answer {
    fn ask(&self, item: &OpenedQuestion, _: &Draft) -> Option<Ask> {
        let takes_answer = item.question.kind().takes_answer();
        let is_asked = takes_answer && item.answer.is_none() && item.reveal.is_none();
        is_asked.then_some(Ask::Answer)
    }

    fn take(&self, item: &OpenedQuestion, _: Draft, input: Input) -> Option<Next> {
        let Input::Answer(answer) = input else { return None };
        Some(match check(item, answer) {
            Ok(()) => Next::Commit(Act::Answer { answer }),
            Err(refusal) => Next::Refuse(refusal),
        })
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        Given::answers(item)
    }
}

/// Whether the question has a choice.
pub(super) fn is_choice(item: &OpenedQuestion, label: Label) -> bool {
    item.question.choices.iter().any(|choice| choice.label == label)
}

/// Whether the answer is typed.
fn takes_typed(item: &OpenedQuestion) -> bool {
    item.question.kind() == QuestionKind::Short
}

/// Whether an answer is one to the question.
pub(super) fn check(item: &OpenedQuestion, answer: BlindAnswer) -> Result<(), Refusal> {
    match answer {
        _ if !item.question.kind().takes_answer() => Err(Refusal::TakesNoAnswer),
        BlindAnswer::Choice(_) | BlindAnswer::NoneOfTheChoices if takes_typed(item) => {
            Err(Refusal::TypeAnswer)
        }
        BlindAnswer::Typed(_) if !takes_typed(item) => Err(Refusal::ChooseAnswer),
        BlindAnswer::Choice(label) if !is_choice(item, label) => Err(Refusal::NoSuchChoice(label)),
        _ => Ok(()),
    }
}
