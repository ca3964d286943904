//! The last step on an item, whichever its queue: what a decision says of itself.
//!
//! Histories, tables, words and the store's checks ask here instead of naming each queue's decision.

use std::fmt::Display;

use super::own_reason::Reason;
use super::question_text::InvalidText;
use super::review::{BlindAnswer, WrongReason};
use super::verification::VerifyReason;
use super::{Label, QuestionText};

/// A decision that ends an item of its queue.
pub trait EndsItem {
    /// What it says.
    fn final_act(&self) -> FinalAct<'_>;

    /// Whether what it says goes together.
    ///
    /// # Errors
    /// If it contradicts itself.
    fn check(&self) -> Result<(), InvalidDecision> {
        Ok(())
    }
}

/// What a decision says that ends an item.
#[derive(Clone, Copy)]
pub struct FinalAct<'d> {
    /// The name of the queue that takes it, which is its name in the data too.
    pub queue: &'static str,
    /// The verdict or label in a word, as data has it: `keep`, `B`.
    pub outcome: &'d dyn Display,
    /// The outcome as the annotator saw the item, where that is not the same for all.
    pub as_seen: Option<&'d dyn Display>,
    /// Why.
    pub reasons: GivenReasons<'d>,
    /// The choice that is right instead of the reference answer.
    pub corrected: Option<Label>,
    /// The category that the annotator chose.
    pub category: Option<&'d str>,
    /// A remark in the annotator's own words.
    pub note: Option<&'d str>,
    /// The annotator's own answer to the question.
    pub answer: Option<BlindAnswer>,
    /// The answer that it says is right while the question stays as it is: its reference answer, if it has
    /// one. A blind answer does not say that.
    pub kept_answer: Option<BlindAnswer>,
    /// The hash of what was on the screen, where the decision holds for that alone.
    pub shown: Option<&'d str>,
    /// The new words of the question, where it changes them.
    pub new_text: Option<&'d QuestionText>,
}

/// The reasons of a decision.
#[derive(Clone, Copy)]
pub enum GivenReasons<'d> {
    /// Those of a decision that says what a review says: with an answer if the question has choices, and with
    /// the reasons of the question's kind.
    OfReview(&'d [WrongReason]),
    /// Those of a verification; without reasons those of a decision that takes none.
    OfVerification(&'d [VerifyReason]),
    /// Those of a vote, which say nothing of the question.
    OfVote(&'d [WrongReason]),
}

impl<'d> FinalAct<'d> {
    /// An outcome without anything else.
    pub(super) fn new(queue: &'static str, outcome: &'d dyn Display) -> Self {
        FinalAct {
            queue,
            outcome,
            as_seen: None,
            reasons: GivenReasons::OfVerification(&[]),
            corrected: None,
            category: None,
            note: None,
            answer: None,
            kept_answer: None,
            shown: None,
            new_text: None,
        }
    }

    /// The outcome for the annotator, who knows the item as they saw it.
    pub fn seen_outcome(&self) -> String {
        self.as_seen.unwrap_or(self.outcome).to_string()
    }

    /// The reasons, as shown to people.
    pub fn reason_words(&self) -> Vec<String> {
        match self.reasons {
            GivenReasons::OfReview(reasons) | GivenReasons::OfVote(reasons) => {
                reasons.iter().map(|one| one.words()).collect()
            }
            GivenReasons::OfVerification(reasons) => {
                reasons.iter().map(|one| one.words()).collect()
            }
        }
    }

    /// The reasons by their names in the data.
    pub fn reason_names(&self) -> Vec<&'d str> {
        match self.reasons {
            GivenReasons::OfReview(reasons) | GivenReasons::OfVote(reasons) => {
                reasons.iter().map(Reason::name).collect()
            }
            GivenReasons::OfVerification(reasons) => reasons.iter().map(Reason::name).collect(),
        }
    }

    /// Whether it says what a review says.
    pub fn is_like_a_review(&self) -> bool {
        matches!(self.reasons, GivenReasons::OfReview(_))
    }

    /// Why the question is wrong, or one of two answers is better, as far as it says so.
    pub fn faults(&self) -> Vec<WrongReason> {
        let fault = |reason: &VerifyReason| match reason {
            VerifyReason::Wrong(reason) => Some(*reason),
            VerifyReason::TextOnly => None,
        };
        match self.reasons {
            GivenReasons::OfReview(reasons) | GivenReasons::OfVote(reasons) => reasons.to_vec(),
            GivenReasons::OfVerification(reasons) => reasons.iter().filter_map(fault).collect(),
        }
    }

    /// The category that is right instead of the data's, where that is what is wrong.
    pub fn corrected_category(&self) -> Option<&'d str> {
        self.category.filter(|_| self.faults().contains(&WrongReason::WrongCategory))
    }

    /// The category that the annotator chose beside the answer, where nothing is said against the data's.
    pub fn confirmed_category(&self) -> Option<&'d str> {
        self.category.filter(|_| self.corrected_category().is_none())
    }
}

/// A decision that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDecision {
    /// A wrong question needs a reason.
    #[error("the verdict `wrong` needs at least one reason")]
    NoReason,
    /// Reasons say why a question is wrong, and nothing else.
    #[error("only the verdict `wrong` takes reasons")]
    ReasonsWithoutWrong,
    /// A corrected answer corrects the reference answer.
    #[error("a corrected answer goes with the reason `wrong-reference-answer` alone")]
    CorrectedWithoutReason,
    /// `other` says nothing by itself.
    #[error("the reason `other` needs a note that says what is wrong")]
    OtherWithoutNote,
    /// An adjudicator who overrides all reviews says why.
    #[error("a decision that overrides all reviewers needs a reason")]
    OverridesWithoutReason,
    /// A fix without words fixes nothing.
    #[error("the verdict `fix` needs the words of the question as they shall be")]
    NoWords,
    /// Only a fix changes words.
    #[error("only the verdict `fix` changes the words of a question")]
    WordsWithoutFix,
    /// A good question needs no reason.
    #[error("the verdict `keep` takes no reasons")]
    ReasonsToKeep,
    /// The better score is that of the better answer.
    #[error("scores are from 1 to 5, and the vote is for the higher one")]
    ScoresContradict,
    /// No question has such words.
    #[error(transparent)]
    Text(#[from] InvalidText),
}
