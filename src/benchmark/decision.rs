//! Decisions: what a person did with an item, as rows that are only ever appended.
//!
//! A decision never changes. Answering, judging, skipping and noting append a row; so do undo and
//! redo, which name the row that they act on. What is in force for an item follows from reading the
//! rows in order: see [`super::history`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Label;
use super::hand_label::HandExtraction;
use super::verification::VerifyDecision;
use crate::keyword::{Keyword, UnexpectedText};

/// The name of the queue in which questions are reviewed.
pub const QUEUE_REVIEW: &str = "review";

/// The name of the queue in which people read labels from models' texts.
pub const QUEUE_EXTRACT: &str = "extract";

/// The name of the queue in which people decide on questions that are suspected.
pub const QUEUE_VERIFY: &str = "verify";

/// The queues of this program, by the names that rows carry.
pub const QUEUES: [&str; 3] = [QUEUE_REVIEW, QUEUE_EXTRACT, QUEUE_VERIFY];

/// Whether the items of a queue are questions, named by their keys; else they are predictions.
pub fn has_questions_as_items(queue: &str) -> bool {
    queue == QUEUE_REVIEW || queue == QUEUE_VERIFY
}

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

/// What a row of the history says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// The blind answer: step one of a review or a verification, before the reference answer is shown.
    Answer {
        /// The answer.
        answer: BlindAnswer,
    },
    /// The whole review: step two, or both at once from a script.
    Review(ReviewDecision),
    /// The label that a model's text says, read by hand.
    Extract(HandExtraction),
    /// What becomes of a suspected question.
    Verify(VerifyDecision),
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

impl Act {
    /// Whether a row of this queue may hold this act. Every queue takes skips, notes and the like.
    pub fn belongs_to(&self, queue: &str) -> bool {
        match self {
            Act::Answer { .. } => has_questions_as_items(queue),
            Act::Review(_) => queue == QUEUE_REVIEW,
            Act::Extract(_) => queue == QUEUE_EXTRACT,
            Act::Verify(_) => queue == QUEUE_VERIFY,
            Act::Skip | Act::Later | Act::Note { .. } | Act::Undo { .. } | Act::Redo { .. } => true,
        }
    }

    /// Whether it is the last step on an item: the item is decided by it.
    pub fn is_final(&self) -> bool {
        matches!(self, Act::Review(_) | Act::Extract(_) | Act::Verify(_))
    }

    /// Whether the state of its item follows from it. Notes say nothing about the state, and undo
    /// and redo change which other rows are in force.
    pub fn changes_state(&self) -> bool {
        !matches!(self, Act::Note { .. } | Act::Undo { .. } | Act::Redo { .. })
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

    #[test]
    fn a_review_reads_in_the_data_as_people_would_write_it() {
        let act = Act::Review(ReviewDecision {
            answer: BlindAnswer::CannotTell,
            verdict: ReviewVerdict::Wrong,
            reasons: vec![WrongReason::BadPicture],
            note: None,
        });
        let json = r#"{"act":"review","answer":"cannot-tell","verdict":"wrong","reasons":["bad-picture"]}"#;
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        assert_eq!(serde_json::from_str::<Act>(json).unwrap(), act);
    }
}
