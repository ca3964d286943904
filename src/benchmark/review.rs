//! What reviewers say of a question: the blind answer, the verdict, the reasons.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Label;
use crate::keyword::{Keyword, UnexpectedText};

/// What an annotator answers before the reference answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum BlindAnswer {
    /// One of the choices.
    Choice(Label),
    /// None of the choices is right.
    NoneOfTheChoices,
    /// The picture does not show what the question asks for.
    CannotTell,
}

impl fmt::Display for BlindAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlindAnswer::Choice(label) => label.fmt(f),
            BlindAnswer::NoneOfTheChoices => f.write_str("none"),
            BlindAnswer::CannotTell => f.write_str("cannot-tell"),
        }
    }
}

impl FromStr for BlindAnswer {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Ok(BlindAnswer::NoneOfTheChoices),
            "cannot-tell" => Ok(BlindAnswer::CannotTell),
            letter => letter
                .parse()
                .map(BlindAnswer::Choice)
                .map_err(|_| UnexpectedText::new("a choice letter, `none` or `cannot-tell`", text)),
        }
    }
}

impl TryFrom<String> for BlindAnswer {
    type Error = UnexpectedText;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<BlindAnswer> for String {
    fn from(answer: BlindAnswer) -> Self {
        answer.to_string()
    }
}

/// The outcome of a review (MMBench §3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewVerdict {
    /// The question is good.
    Keep,
    /// It can be answered without the picture.
    TextOnly,
    /// It is wrong; the reasons say how.
    Wrong,
}

impl Keyword for ReviewVerdict {
    const ALL: &'static [Self] =
        &[ReviewVerdict::Keep, ReviewVerdict::TextOnly, ReviewVerdict::Wrong];

    fn name(self) -> &'static str {
        match self {
            ReviewVerdict::Keep => "keep",
            ReviewVerdict::TextOnly => "text-only",
            ReviewVerdict::Wrong => "wrong",
        }
    }
}

impl fmt::Display for ReviewVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a question is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrongReason {
    /// The question can be read in several ways.
    AmbiguousQuestion,
    /// The choices can be read in several ways or overlap.
    AmbiguousChoices,
    /// Two choices say the same.
    RepeatedChoices,
    /// The reference answer is wrong, another choice is right.
    WrongReferenceAnswer,
    /// No choice is right.
    NoCorrectChoice,
    /// More than one choice is right.
    SeveralCorrectChoices,
    /// The picture does not show what the question asks for.
    UnanswerableFromPicture,
    /// The picture is broken, unreadable or the wrong one.
    BadPicture,
    /// The question does not belong to this ability.
    WrongCategory,
    /// Something else; the note says what.
    Other,
}

impl Keyword for WrongReason {
    /// In the order of the keys 1 to 9 and 0.
    const ALL: &'static [Self] = &[
        WrongReason::AmbiguousQuestion,
        WrongReason::AmbiguousChoices,
        WrongReason::RepeatedChoices,
        WrongReason::WrongReferenceAnswer,
        WrongReason::NoCorrectChoice,
        WrongReason::SeveralCorrectChoices,
        WrongReason::UnanswerableFromPicture,
        WrongReason::BadPicture,
        WrongReason::WrongCategory,
        WrongReason::Other,
    ];

    fn name(self) -> &'static str {
        match self {
            WrongReason::AmbiguousQuestion => "ambiguous-question",
            WrongReason::AmbiguousChoices => "ambiguous-choices",
            WrongReason::RepeatedChoices => "repeated-choices",
            WrongReason::WrongReferenceAnswer => "wrong-reference-answer",
            WrongReason::NoCorrectChoice => "no-correct-choice",
            WrongReason::SeveralCorrectChoices => "several-correct-choices",
            WrongReason::UnanswerableFromPicture => "unanswerable-from-picture",
            WrongReason::BadPicture => "bad-picture",
            WrongReason::WrongCategory => "wrong-category",
            WrongReason::Other => "other",
        }
    }
}

impl WrongReason {
    /// The reason as shown to people: the name with spaces.
    pub fn words(self) -> String {
        self.name().replace('-', " ")
    }

    /// The digit key that chooses it: 1 to 9, then 0.
    pub fn digit(self) -> char {
        let position = Self::ALL.iter().position(|&reason| reason == self).unwrap_or_default();
        char::from_digit((position as u32 + 1) % 10, 10).unwrap_or('0')
    }

    /// The reason that a digit key chooses.
    pub fn from_digit(digit: char) -> Option<WrongReason> {
        Self::all().find(|reason| reason.digit() == digit)
    }
}

impl fmt::Display for WrongReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A finished review of one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDecision {
    /// The annotator's own answer, given blind.
    pub answer: BlindAnswer,
    /// What becomes of the question.
    pub verdict: ReviewVerdict,
    /// For `wrong`: why, each reason once, in the order of [`WrongReason::ALL`].
    #[serde(default)]
    pub reasons: Vec<WrongReason>,
    /// A remark in the annotator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A review that contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidReview {
    /// A wrong question needs a reason.
    #[error("the verdict `wrong` needs at least one reason")]
    NoReason,
    /// Reasons say why a question is wrong, and nothing else.
    #[error("only the verdict `wrong` takes reasons")]
    ReasonsWithoutWrong,
    /// `other` says nothing by itself.
    #[error("the reason `other` needs a note that says what is wrong")]
    OtherWithoutNote,
}

impl ReviewDecision {
    /// Whether verdict, reasons and note go together.
    pub fn check(&self) -> Result<(), InvalidReview> {
        if (self.verdict == ReviewVerdict::Wrong) == self.reasons.is_empty() {
            return Err(match self.verdict {
                ReviewVerdict::Wrong => InvalidReview::NoReason,
                ReviewVerdict::Keep | ReviewVerdict::TextOnly => InvalidReview::ReasonsWithoutWrong,
            });
        }
        let is_silent = self.note.as_deref().is_none_or(|note| note.trim().is_empty());
        if self.reasons.contains(&WrongReason::Other) && is_silent {
            return Err(InvalidReview::OtherWithoutNote);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_digit_of_its_own() {
        for reason in WrongReason::all() {
            assert_eq!(WrongReason::from_digit(reason.digit()), Some(reason));
        }
        assert_eq!(WrongReason::Other.digit(), '0');
    }

    #[test]
    fn a_review_needs_reasons_exactly_when_the_question_is_wrong() {
        let review = |verdict, reasons: &[WrongReason]| ReviewDecision {
            answer: BlindAnswer::CannotTell,
            verdict,
            reasons: reasons.to_vec(),
            note: None,
        };
        let bad_picture = [WrongReason::BadPicture];
        assert_eq!(review(ReviewVerdict::Keep, &[]).check(), Ok(()));
        assert_eq!(review(ReviewVerdict::Wrong, &bad_picture).check(), Ok(()));
        assert_eq!(review(ReviewVerdict::Wrong, &[]).check(), Err(InvalidReview::NoReason));
        assert_eq!(
            review(ReviewVerdict::TextOnly, &bad_picture).check(),
            Err(InvalidReview::ReasonsWithoutWrong)
        );
        let mut other = review(ReviewVerdict::Wrong, &[WrongReason::Other]);
        assert_eq!(other.check(), Err(InvalidReview::OtherWithoutNote));
        other.note = Some(" \n\u{a0}".into());
        assert_eq!(other.check(), Err(InvalidReview::OtherWithoutNote));
        other.note = Some("it is upside down".into());
        assert_eq!(other.check(), Ok(()));
    }
}
