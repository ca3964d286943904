//! Why an item does not take an input, in the words of the screens.

use crate::messages::text;
use crate::terms::{self, letter};
use assay_workflow::queue::steps::Refusal;

/// Why the item does not take an input.
pub fn refused(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::GuessFirst => text!("gate-guess-first").into(),
        Refusal::LetterFirst => text!("gate-letter-first").into(),
        Refusal::NoGuess => text!("gate-no-guess-here").into(),
        Refusal::CategoryFirst => text!("review-category-first").into(),
        Refusal::AnswerFirst => text!("review-answer-first").into(),
        Refusal::AnswerGiven => text!("review-judge").into(),
        Refusal::TakesNoAnswer => text!("review-open-no-answer").into(),
        Refusal::NoSuchChoice(label) => text!("review-no-choice", letter = letter(*label)),
        Refusal::NoSuchReview(number) => text!("adjudicate-no-review", number),
        Refusal::RightAnswerFirst => text!("adjudicate-choose-first").into(),
        Refusal::Undecided(undecided) => terms::undecided(undecided),
        Refusal::IsReference(label) => text!("panel-is-reference", typed = letter(*label)),
        Refusal::Invalid(..) => text!("panel-needs-reason").into(),
        Refusal::NoteUnchanged => text!("note-unchanged").into(),
        Refusal::VerdictFirst | Refusal::LabelFirst => return None,
    })
}
