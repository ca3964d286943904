//! Why an input makes no sense at a step.

use super::{Ask, Input};
use crate::queue::opened::UndecidedAdoption;
use assay_core::benchmark::adjudication::QUEUE as ADJUDICATE;
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_core::benchmark::{InvalidDecision, Label};
use assay_store as store;

/// Why an input makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The guess comes first.
    GuessFirst,
    /// The choice that is guessed comes before how sure the guess is.
    LetterFirst,
    /// The item asks for no guess.
    NoGuess,
    /// The answer comes first.
    AnswerFirst,
    /// The answer is given already.
    AnswerGiven,
    /// An open question takes no answer.
    TakesNoAnswer,
    /// The answer is typed: there are no choices.
    TypeAnswer,
    /// The answer is one of the choices.
    ChooseAnswer,
    /// The category comes first.
    CategoryFirst,
    /// The verdict comes first.
    VerdictFirst,
    /// The label of the text comes first.
    LabelFirst,
    /// The note is the one that is in force.
    NoteUnchanged,
    /// The question has no such choice.
    NoSuchChoice(Label),
    /// The choice is the reference answer, so it is not right instead of it.
    IsReference(Label),
    /// An adjudicator says which answer is right before the verdict.
    RightAnswerFirst,
    /// There is no review of this number.
    NoSuchReview(usize),
    /// Several reviews say the same and differ in what was left open.
    Undecided(UndecidedAdoption),
    /// A decision of this queue that contradicts itself.
    Invalid(&'static str, InvalidDecision),
}

impl Refusal {
    /// Why a step that asks for something else does not take an input.
    pub(super) fn out_of_turn(takes_answer: bool, ask: Ask, input: &Input) -> Self {
        match (input, ask) {
            (_, Ask::Label) => Refusal::LabelFirst,
            (Input::Confidence(_), Ask::Guess) => Refusal::LetterFirst,
            (Input::Confidence(_) | Input::NoIdea, _) => Refusal::NoGuess,
            (_, Ask::Guess | Ask::Confidence) => Refusal::GuessFirst,
            (_, Ask::Category) => Refusal::CategoryFirst,
            (Input::Answer(_), _) if !takes_answer => Refusal::TakesNoAnswer,
            (Input::Answer(_), _) => Refusal::AnswerGiven,
            (_, Ask::Answer) => Refusal::AnswerFirst,
            _ => Refusal::VerdictFirst,
        }
    }

    /// Why there is no act where the inputs end while this is asked.
    pub(super) fn missing(ask: Ask) -> Self {
        match ask {
            Ask::Guess | Ask::Confidence => Refusal::GuessFirst,
            Ask::Answer => Refusal::AnswerFirst,
            Ask::Category => Refusal::CategoryFirst,
            Ask::Verdict | Ask::KeepAgain | Ask::Vote | Ask::Score => Refusal::VerdictFirst,
            Ask::Reasons | Ask::RightCategory => {
                Refusal::Invalid(QUEUE_REVIEW, InvalidDecision::NoReason)
            }
            Ask::Words => Refusal::Invalid(QUEUE_REVIEW, InvalidDecision::OtherWithoutNote),
            Ask::Why => Refusal::Invalid(ADJUDICATE.name, InvalidDecision::OverridesWithoutReason),
            Ask::Label => Refusal::LabelFirst,
        }
    }

    /// Whether a reason is all that is missing.
    pub fn lacks_reason(&self) -> bool {
        use InvalidDecision::{NoReason, OverridesWithoutReason};
        matches!(self, Refusal::Invalid(_, NoReason | OverridesWithoutReason))
    }

    /// The refusal of the store that says the same of an item, where it has one.
    pub fn by_the_store(&self, item: &str) -> Option<store::Refusal> {
        let item = item.to_owned();
        match self {
            Refusal::GuessFirst => Some(store::Refusal::GuessFirst { item }),
            Refusal::NoGuess => Some(store::Refusal::NoGuessAsked { item }),
            Refusal::CategoryFirst => Some(store::Refusal::CategoryFirst { item }),
            Refusal::NoSuchChoice(label) => {
                Some(store::Refusal::NoSuchChoice { item, label: *label })
            }
            _ => None,
        }
    }
}
