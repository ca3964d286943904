//! The last step on an item, whichever its queue: what a decision says of itself.
//!
//! Histories, tables, words and the store's checks ask here instead of naming each queue's decision.

use super::own_reason::Reason;
use super::review::{BlindAnswer, WrongReason};
use super::{Label, QuestionText};

/// A decision that ends an item of its queue.
pub trait FinalAct {
    /// The name of the queue that takes it, which is its name in the data too.
    fn queue(&self) -> &'static str;

    /// The verdict or label in a word, as data has it: `keep`, `B`.
    fn outcome(&self) -> String;

    /// The reasons, as shown to people.
    fn reason_words(&self) -> Vec<String> {
        let reasons = self.reasons_of_review().unwrap_or_default().iter();
        reasons.map(|reason| reason.words()).collect()
    }

    /// The reasons by their names in the data.
    fn reason_names(&self) -> Vec<&str> {
        let reasons = self.reasons_of_review().unwrap_or_default().iter();
        reasons.map(Reason::name).collect()
    }

    /// The reasons where it says what a review says: with an answer if the question has choices, and with
    /// the reasons of the question's kind.
    fn reasons_of_review(&self) -> Option<&[WrongReason]> {
        None
    }

    /// Why the question is wrong, as far as it says so.
    fn faults(&self) -> Vec<WrongReason> {
        self.reasons_of_review().unwrap_or_default().to_vec()
    }

    /// The choice that is right instead of the reference answer.
    fn corrected(&self) -> Option<Label> {
        None
    }

    /// The category that the annotator chose.
    fn category(&self) -> Option<&str> {
        None
    }

    /// The category that is right instead of the data's, where that is what is wrong.
    fn corrected_category(&self) -> Option<&str> {
        let reasons = self.reasons_of_review().unwrap_or_default();
        self.category().filter(|_| reasons.contains(&WrongReason::WrongCategory))
    }

    /// The category that the annotator chose beside the answer, where nothing is said against the data's.
    fn confirmed_category(&self) -> Option<&str> {
        self.category().filter(|_| self.corrected_category().is_none())
    }

    /// A remark in the annotator's own words.
    fn note(&self) -> Option<&str> {
        None
    }

    /// The annotator's own answer to the question.
    fn answer(&self) -> Option<BlindAnswer> {
        None
    }

    /// The answer that it says is right while the question stays as it is: its reference answer, if it has
    /// one. A blind answer does not say that.
    fn kept_answer(&self) -> Option<BlindAnswer> {
        None
    }

    /// The hash of what was on the screen, where the decision holds for that alone.
    fn shown(&self) -> Option<&str> {
        None
    }

    /// The new words of the question, where it changes them.
    fn new_text(&self) -> Option<&QuestionText> {
        None
    }

    /// Why it contradicts itself, if it does.
    fn contradiction(&self) -> Option<String>;
}
