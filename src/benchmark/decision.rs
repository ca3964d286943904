//! Decisions: what a person did with an item, as rows that are only ever appended.
//!
//! A decision is never changed. Answering, judging, skipping and noting append a row; so do
//! taking a row back (`undo`) and bringing it back (`redo`), which name the row they speak of. What
//! is in force for an item follows from reading the rows in order: see [`super::history`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Label;
use super::hand_label::HandExtraction;
use crate::keyword::{Keyword, UnexpectedText};

/// What an annotator answers before the reference answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Answer {
    /// One of the choices.
    Choice(Label),
    /// None of the choices is right.
    NoneOfTheChoices,
    /// The picture does not tell.
    CannotTell,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Choice(label) => label.fmt(f),
            Answer::NoneOfTheChoices => f.write_str("none"),
            Answer::CannotTell => f.write_str("cannot-tell"),
        }
    }
}

impl FromStr for Answer {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Ok(Answer::NoneOfTheChoices),
            "cannot-tell" => Ok(Answer::CannotTell),
            letter => letter
                .parse()
                .map(Answer::Choice)
                .map_err(|_| UnexpectedText::new("a choice letter, `none` or `cannot-tell`", text)),
        }
    }
}

impl TryFrom<String> for Answer {
    type Error = UnexpectedText;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Answer> for String {
    fn from(answer: Answer) -> Self {
        answer.to_string()
    }
}

/// The outcome of a review (MMBench §3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The question is good.
    Keep,
    /// It can be answered without the picture.
    TextOnly,
    /// It is wrong; the reasons say how.
    Wrong,
}

impl Keyword for Verdict {
    const ALL: &'static [Self] = &[Verdict::Keep, Verdict::TextOnly, Verdict::Wrong];

    fn name(self) -> &'static str {
        match self {
            Verdict::Keep => "keep",
            Verdict::TextOnly => "text-only",
            Verdict::Wrong => "wrong",
        }
    }
}

impl fmt::Display for Verdict {
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
    /// The picture does not tell.
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
pub struct Review {
    /// The annotator's own answer, given blind.
    pub answer: Answer,
    /// What becomes of the question.
    pub verdict: Verdict,
    /// For `wrong`: why, each reason once, in the order of [`WrongReason::ALL`].
    #[serde(default)]
    pub reasons: Vec<WrongReason>,
    /// A remark in the annotator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A review that contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incoherent {
    /// Why it is wrong must be told.
    #[error("the verdict `wrong` needs at least one reason")]
    NoReason,
    /// Reasons say why a question is wrong, and nothing else.
    #[error("only the verdict `wrong` takes reasons")]
    ReasonsWithoutWrong,
    /// `other` says nothing by itself.
    #[error("the reason `other` needs a note that says what is wrong")]
    OtherWithoutNote,
}

impl Review {
    /// Whether verdict, reasons and note go together.
    pub fn check(&self) -> Result<(), Incoherent> {
        if (self.verdict == Verdict::Wrong) == self.reasons.is_empty() {
            return Err(match self.verdict {
                Verdict::Wrong => Incoherent::NoReason,
                Verdict::Keep | Verdict::TextOnly => Incoherent::ReasonsWithoutWrong,
            });
        }
        let is_silent = self.note.as_deref().is_none_or(|note| note.trim().is_empty());
        if self.reasons.contains(&WrongReason::Other) && is_silent {
            return Err(Incoherent::OtherWithoutNote);
        }
        Ok(())
    }
}

/// What a row of the history says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// The blind answer: step one of a review, before the reference answer is shown.
    Answer {
        /// The answer.
        answer: Answer,
    },
    /// The whole review: step two, or both at once from a script.
    Review(Review),
    /// The label that a model's text says, read by hand.
    Extract(HandExtraction),
    /// Passed over for good; the item leaves this annotator's queue.
    Skip,
    /// Put off; the item comes back at the end of this annotator's queue.
    Later,
    /// A remark that stands by itself.
    Note {
        /// The remark.
        note: String,
    },
    /// Takes a row back.
    Undo {
        /// The row that no longer counts.
        row: Uuid,
    },
    /// Brings a row that was taken back into force again.
    Redo {
        /// The `undo` row that no longer counts.
        row: Uuid,
    },
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
        let review = |verdict, reasons: &[WrongReason]| Review {
            answer: Answer::CannotTell,
            verdict,
            reasons: reasons.to_vec(),
            note: None,
        };
        let bad_picture = [WrongReason::BadPicture];
        assert_eq!(review(Verdict::Keep, &[]).check(), Ok(()));
        assert_eq!(review(Verdict::Wrong, &bad_picture).check(), Ok(()));
        assert_eq!(review(Verdict::Wrong, &[]).check(), Err(Incoherent::NoReason));
        assert_eq!(
            review(Verdict::TextOnly, &bad_picture).check(),
            Err(Incoherent::ReasonsWithoutWrong)
        );
        let mut other = review(Verdict::Wrong, &[WrongReason::Other]);
        assert_eq!(other.check(), Err(Incoherent::OtherWithoutNote));
        other.note = Some(" \n\u{a0}".into());
        assert_eq!(other.check(), Err(Incoherent::OtherWithoutNote));
        other.note = Some("it is upside down".into());
        assert_eq!(other.check(), Ok(()));
    }

    #[test]
    fn a_review_reads_in_the_data_as_people_would_write_it() {
        let act = Act::Review(Review {
            answer: Answer::CannotTell,
            verdict: Verdict::Wrong,
            reasons: vec![WrongReason::BadPicture],
            note: None,
        });
        let json = r#"{"act":"review","answer":"cannot-tell","verdict":"wrong","reasons":["bad-picture"]}"#;
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        assert_eq!(serde_json::from_str::<Act>(json).unwrap(), act);
    }
}
