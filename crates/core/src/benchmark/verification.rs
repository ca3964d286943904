//! What verifiers decide about a question that machines or reviewers suspect.

use serde::{Deserialize, Serialize};

use super::own_reason::{OwnReason, Reason};
use super::question_text::QuestionText;
use super::queue_definition::QueueDefinition;
use super::review::{BlindAnswer, ReviewVerdict, WrongReason, is_said};
use super::{EndsItem, FinalAct, GivenReasons, InvalidDecision, stored_reasons};
use crate::keyword::keywords;

/// The queue in which people decide on questions that are suspected.
pub const QUEUE: QueueDefinition =
    QueueDefinition { shows_evidence: true, ..QueueDefinition::of_questions("verify") };

keywords! {
    /// What becomes of a suspected question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum VerifyVerdict: Display {
        /// It is good: the suspicion was wrong.
        Keep = "keep",
        /// It leaves the benchmark.
        Remove = "remove",
        /// It stays with other words.
        Fix = "fix",
    }
}

/// Why a question is removed or fixed: it needs no picture, or it is wrong in one of the ways of the
/// review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub enum VerifyReason {
    /// It can be answered without the picture.
    TextOnly,
    /// It is wrong.
    Wrong(WrongReason),
}

impl VerifyReason {
    /// Why a question leaves the clean benchmark that is found text-only, or wrong for these reasons.
    pub fn of_review(verdict: ReviewVerdict, reasons: &[WrongReason]) -> Vec<Self> {
        let text_only = (verdict == ReviewVerdict::TextOnly).then_some(VerifyReason::TextOnly);
        let wrong = reasons.iter().map(|&reason| VerifyReason::Wrong(reason));
        text_only.into_iter().chain(wrong).collect()
    }
}

impl Reason for VerifyReason {
    fn named() -> impl Iterator<Item = (Self, &'static str)> {
        let wrong = WrongReason::named().map(|(reason, name)| (VerifyReason::Wrong(reason), name));
        std::iter::once((VerifyReason::TextOnly, "text-only")).chain(wrong)
    }

    fn from_own(own: OwnReason) -> Self {
        VerifyReason::Wrong(WrongReason::Own(own))
    }

    fn own(&self) -> Option<&OwnReason> {
        match self {
            VerifyReason::Wrong(reason) => reason.own(),
            VerifyReason::TextOnly => None,
        }
    }
}

impl VerifyReason {
    /// The reason as shown to people: the name, with spaces where it is one of the review's.
    pub fn words(self) -> String {
        match self {
            VerifyReason::TextOnly => "text-only".into(),
            VerifyReason::Wrong(reason) => reason.words(),
        }
    }
}

impl From<VerifyReason> for String {
    fn from(reason: VerifyReason) -> Self {
        reason.name().to_owned()
    }
}

/// A finished verification of one question by one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyDecision {
    /// The verifier's own answer, given before the evidence was shown; a script may have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<BlindAnswer>,
    /// What becomes of the question.
    pub verdict: VerifyVerdict,
    /// Why it is removed or fixed, as far as the verifier says, in the order of [`Reason::named`].
    #[serde(flatten, with = "stored_reasons")]
    pub reasons: Vec<VerifyReason>,
    /// A remark in the verifier's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// For `fix`: all words of the question as they are now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<Box<QuestionText>>,
}

impl EndsItem for VerifyDecision {
    fn final_act(&self) -> FinalAct<'_> {
        FinalAct {
            reasons: GivenReasons::OfVerification(&self.reasons),
            note: self.note.as_deref(),
            answer: self.answer,
            new_text: self.fix.as_deref(),
            ..FinalAct::new(QUEUE.name, &self.verdict)
        }
    }

    /// Whether verdict, reasons, note and words go together.
    fn check(&self) -> Result<(), InvalidDecision> {
        match (&self.fix, self.verdict) {
            (None, VerifyVerdict::Fix) => return Err(InvalidDecision::NoWords),
            (Some(_), VerifyVerdict::Keep | VerifyVerdict::Remove) => {
                return Err(InvalidDecision::WordsWithoutFix);
            }
            (Some(text), VerifyVerdict::Fix) => text.check()?,
            (None, _) => {}
        }
        if self.verdict == VerifyVerdict::Keep && !self.reasons.is_empty() {
            return Err(InvalidDecision::ReasonsToKeep);
        }
        let is_other = self.reasons.contains(&VerifyReason::Wrong(WrongReason::Other));
        if is_other && !is_said(self.note.as_deref()) {
            return Err(InvalidDecision::OtherWithoutNote);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::VerifyVerdict::{Fix, Keep, Remove};
    use super::*;

    #[test]
    fn reasons_are_those_of_the_review_and_text_only() {
        let reviews = WrongReason::all().map(VerifyReason::Wrong);
        assert!(VerifyReason::all().skip(1).eq(reviews));
        for reason in VerifyReason::all() {
            let json = serde_json::to_value(reason).unwrap();
            assert_eq!(json, reason.name());
            assert_eq!(VerifyReason::from_name(reason.name()), Ok(reason));
        }
    }

    #[test]
    fn words_go_with_a_fix_and_with_nothing_else() {
        let decision = |verdict, reasons: &[VerifyReason]| VerifyDecision {
            answer: None,
            verdict,
            reasons: reasons.to_vec(),
            note: None,
            fix: None,
        };
        assert_eq!(decision(Keep, &[]).check(), Ok(()));
        assert_eq!(decision(Remove, &[]).check(), Ok(()));
        assert_eq!(decision(Fix, &[]).check(), Err(InvalidDecision::NoWords));
        let text_only = [VerifyReason::TextOnly];
        assert_eq!(decision(Remove, &text_only).check(), Ok(()));
        assert_eq!(decision(Keep, &text_only).check(), Err(InvalidDecision::ReasonsToKeep));
        let mut other = decision(Remove, &[VerifyReason::Wrong(WrongReason::Other)]);
        assert_eq!(other.check(), Err(InvalidDecision::OtherWithoutNote));
        other.note = Some("upside down".into());
        assert_eq!(other.check(), Ok(()));
        let words = QuestionText {
            stem: "?".into(),
            hint: None,
            choices: [].into(),
            answer: None,
            short_answer: None,
            category: None,
            l2_category: None,
        };
        let with_words = VerifyDecision { fix: Some(Box::new(words)), ..decision(Keep, &[]) };
        assert_eq!(with_words.check(), Err(InvalidDecision::WordsWithoutFix));
    }
}
