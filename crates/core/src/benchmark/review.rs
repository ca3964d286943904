//! What reviewers say of a question: the blind answer, the verdict, the reasons.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};

use super::own_reason::{OwnReason, Reason};
use super::queue_definition::QueueDefinition;
use super::stored_reasons;
use super::{EndsItem, FinalAct, GivenReasons, InvalidDecision, Label};
use crate::keyword::{UnexpectedText, keywords, written_as_text};

/// The queue in which questions are reviewed.
pub const QUEUE: QueueDefinition = QueueDefinition::of_questions("review");

/// What an annotator answers before the reference answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlindAnswer {
    /// One of the choices.
    Choice(Label),
    /// None of the choices is right.
    NoneOfTheChoices,
    /// The picture does not show what the question asks for.
    CannotTell,
    /// What was typed to a question that is answered in a few words or with a number.
    Typed(TypedAnswer),
}

/// A short answer as it was typed, on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypedAnswer(ArrayString<{ TypedAnswer::LONGEST }>);

impl TypedAnswer {
    /// The most bytes.
    pub const LONGEST: usize = 120;

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As much of a text as fits.
    pub fn cut(text: &str) -> Self {
        let end = text.floor_char_boundary(Self::LONGEST);
        TypedAnswer(ArrayString::from(&text[..end]).unwrap_or_default())
    }
}

impl FromStr for TypedAnswer {
    type Err = UnexpectedText;

    /// Without the spaces around it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let typed = text.trim();
        let is_line = !typed.is_empty() && !typed.contains(char::is_control);
        let fits = ArrayString::from(typed).ok().filter(|_| is_line);
        fits.map(TypedAnswer).ok_or_else(|| {
            let expected = format!("an answer on one line of at most {} bytes", Self::LONGEST);
            UnexpectedText::new(expected, text)
        })
    }
}

/// What is before a typed answer in the data, so that `A` is not the choice of this letter.
const TYPED: &str = "typed ";

impl BlindAnswer {
    /// Whether it was typed, so that equal answers may be written in several ways.
    pub const fn is_typed(self) -> bool {
        matches!(self, BlindAnswer::Typed(_))
    }
}

impl fmt::Display for BlindAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlindAnswer::Choice(label) => label.fmt(f),
            BlindAnswer::NoneOfTheChoices => f.write_str("none"),
            BlindAnswer::CannotTell => f.write_str("cannot-tell"),
            BlindAnswer::Typed(typed) => write!(f, "{TYPED}{}", typed.as_str()),
        }
    }
}

written_as_text!(BlindAnswer, WrongReason);

impl FromStr for BlindAnswer {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(typed) = text.strip_prefix(TYPED) {
            return typed.parse().map(BlindAnswer::Typed);
        }
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

keywords! {
    /// The outcome of a review (MMBench §3.2).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ReviewVerdict: Display {
        /// The question is good.
        Keep = "keep",
        /// It can be answered without the picture.
        TextOnly = "text-only",
        /// It is wrong; the reasons say how.
        Wrong = "wrong",
    }
}

/// The verdicts with which a reviewer rejects a question.
pub const REJECTING: [ReviewVerdict; 2] = [ReviewVerdict::TextOnly, ReviewVerdict::Wrong];

/// Why a question is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// An open question: its picture or its words cannot be made out.
    Unclear,
    /// An open question: its picture may not be used freely.
    NotFreeToUse,
    /// An open question: it takes sides, or asks about what people are divided on.
    NotImpartial,
    /// An open question: yes or no answers it.
    YesOrNoQuestion,
    /// An open question: only one answer is right, as where there are choices.
    NotOpenEnded,
    /// An open question: its picture is in data sets that models have seen.
    LeakedPicture,
    /// A custom reason of the benchmark.
    Own(OwnReason),
}

/// The reasons that Assay has, in the order in which a decision has them; custom ones follow by name.
/// [`Checklist`](super::Checklist) has the order of the keys.
const NAMED: [(WrongReason, &str); 16] = [
    (WrongReason::AmbiguousQuestion, "ambiguous-question"),
    (WrongReason::AmbiguousChoices, "ambiguous-choices"),
    (WrongReason::RepeatedChoices, "repeated-choices"),
    (WrongReason::WrongReferenceAnswer, "wrong-reference-answer"),
    (WrongReason::NoCorrectChoice, "no-correct-choice"),
    (WrongReason::SeveralCorrectChoices, "several-correct-choices"),
    (WrongReason::UnanswerableFromPicture, "unanswerable-from-picture"),
    (WrongReason::BadPicture, "bad-picture"),
    (WrongReason::WrongCategory, "wrong-category"),
    (WrongReason::Other, "other"),
    (WrongReason::Unclear, "unclear"),
    (WrongReason::NotFreeToUse, "not-free-to-use"),
    (WrongReason::NotImpartial, "not-impartial"),
    (WrongReason::YesOrNoQuestion, "yes-or-no-question"),
    (WrongReason::NotOpenEnded, "not-open-ended"),
    (WrongReason::LeakedPicture, "leaked-picture"),
];

impl Reason for WrongReason {
    fn named() -> impl Iterator<Item = (Self, &'static str)> {
        NAMED.into_iter()
    }

    fn from_own(own: OwnReason) -> Self {
        WrongReason::Own(own)
    }

    fn own(&self) -> Option<&OwnReason> {
        if let WrongReason::Own(own) = self { Some(own) } else { None }
    }
}

impl fmt::Display for WrongReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Those that Assay has; a row has custom ones in another field.
impl FromStr for WrongReason {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_name(text)
    }
}

impl WrongReason {
    /// The reason as shown to people: the name with spaces.
    pub fn words(self) -> String {
        self.name().replace('-', " ")
    }
}

/// A finished review of one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDecision {
    /// The annotator's own answer, given blind; an open question has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<BlindAnswer>,
    /// What becomes of the question.
    pub verdict: ReviewVerdict,
    /// For `wrong`: why, each reason once, in the order of [`Reason::named`].
    #[serde(flatten, with = "stored_reasons")]
    pub reasons: Vec<WrongReason>,
    /// For a wrong reference answer: the choice that is right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Label>,
    /// The category that is right, where the reviewer chose one: blind where the benchmark asks for it,
    /// else because that of the data is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// A remark in the annotator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl ReviewDecision {
    /// A review without a corrected answer, a category and a note. An open question takes no answer.
    pub fn new(
        answer: Option<BlindAnswer>,
        verdict: ReviewVerdict,
        reasons: Vec<WrongReason>,
    ) -> Self {
        ReviewDecision { answer, verdict, reasons, corrected: None, category: None, note: None }
    }
}

/// Whether there are words.
pub(super) fn is_said(words: Option<&str>) -> bool {
    words.is_some_and(|words| !words.trim().is_empty())
}

/// Whether a verdict on a question, its reasons and the corrected answer go together. `has_words` says
/// whether there are words for the reason `other`.
pub(super) fn check_reasons(
    verdict: ReviewVerdict,
    reasons: &[WrongReason],
    corrected: Option<Label>,
    has_words: bool,
) -> Result<(), InvalidDecision> {
    if (verdict == ReviewVerdict::Wrong) == reasons.is_empty() {
        return Err(match verdict {
            ReviewVerdict::Wrong => InvalidDecision::NoReason,
            ReviewVerdict::Keep | ReviewVerdict::TextOnly => InvalidDecision::ReasonsWithoutWrong,
        });
    }
    if corrected.is_some() && !reasons.contains(&WrongReason::WrongReferenceAnswer) {
        return Err(InvalidDecision::CorrectedWithoutReason);
    }
    match reasons.contains(&WrongReason::Other) && !has_words {
        true => Err(InvalidDecision::OtherWithoutNote),
        false => Ok(()),
    }
}

impl EndsItem for ReviewDecision {
    fn final_act(&self) -> FinalAct<'_> {
        FinalAct {
            reasons: GivenReasons::OfReview(&self.reasons),
            corrected: self.corrected,
            category: self.category.as_deref(),
            note: self.note.as_deref(),
            answer: self.answer,
            ..FinalAct::new(QUEUE.name, &self.verdict)
        }
    }

    /// Whether verdict, reasons and note go together.
    fn check(&self) -> Result<(), InvalidDecision> {
        check_reasons(self.verdict, &self.reasons, self.corrected, is_said(self.note.as_deref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::Keyword;

    #[test]
    fn a_review_needs_reasons_exactly_when_the_question_is_wrong() {
        let review = |verdict, reasons: &[WrongReason]| {
            ReviewDecision::new(Some(BlindAnswer::CannotTell), verdict, reasons.to_vec())
        };
        let bad_picture = [WrongReason::BadPicture];
        assert_eq!(review(ReviewVerdict::Keep, &[]).check(), Ok(()));
        assert_eq!(review(ReviewVerdict::Wrong, &bad_picture).check(), Ok(()));
        assert_eq!(review(ReviewVerdict::Wrong, &[]).check(), Err(InvalidDecision::NoReason));
        assert_eq!(
            review(ReviewVerdict::TextOnly, &bad_picture).check(),
            Err(InvalidDecision::ReasonsWithoutWrong)
        );
        let mut corrected = review(ReviewVerdict::Wrong, &[WrongReason::WrongReferenceAnswer]);
        corrected.corrected = Some(Label::A);
        assert_eq!(corrected.check(), Ok(()));
        corrected.reasons = bad_picture.to_vec();
        assert_eq!(corrected.check(), Err(InvalidDecision::CorrectedWithoutReason));
        let mut other = review(ReviewVerdict::Wrong, &[WrongReason::Other]);
        assert_eq!(other.check(), Err(InvalidDecision::OtherWithoutNote));
        other.note = Some(" \n\u{a0}".into());
        assert_eq!(other.check(), Err(InvalidDecision::OtherWithoutNote));
        other.note = Some("it is upside down".into());
        assert_eq!(other.check(), Ok(()));
    }

    #[test]
    fn a_typed_answer_is_not_the_choice_of_that_letter() {
        let typed: BlindAnswer = "typed A".parse().unwrap();
        assert_ne!(typed, BlindAnswer::Choice(Label::A));
        assert_eq!(typed.to_string().parse(), Ok(typed));
        assert_eq!(" 12 cm ".parse::<TypedAnswer>().unwrap().as_str(), "12 cm");
        let long = "é".repeat(TypedAnswer::LONGEST);
        for text in ["", "  ", "a\nb", "a\u{1b}", &long] {
            assert!(text.parse::<TypedAnswer>().is_err(), "{text:?}");
        }
        assert_eq!(TypedAnswer::cut(&long).as_str().chars().count(), TypedAnswer::LONGEST / 2);
    }

    #[test]
    fn a_reason_is_shown_in_words() {
        assert_eq!(WrongReason::WrongReferenceAnswer.words(), "wrong reference answer");
    }

    #[test]
    fn verdicts_and_reasons_are_written_by_their_names() {
        for verdict in ReviewVerdict::all() {
            assert_eq!(verdict.to_string(), verdict.name());
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.name());
            assert_eq!(ReviewVerdict::from_name(verdict.name()), Ok(verdict));
        }
        for (reason, name) in WrongReason::named() {
            assert_eq!((reason.name(), reason.to_string().as_str()), (name, name));
            assert_eq!(serde_json::to_value(reason).unwrap(), name);
            assert_eq!(WrongReason::from_name(name), Ok(reason));
        }
    }
}
