//! What experts decide where reviewers differ, and how far they differ.
//!
//! An adjudicator sees the reviews without names, beside the reference answer, and adopts one or overrides
//! all of them. What becomes of the question then is in [`super::outcome`].

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::queue_definition::QueueDefinition;
use super::review::{
    BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason, check_reasons, is_said,
};
use super::verification::{VerifyReason, VerifyVerdict};
use super::{EndsItem, FinalAct, GivenReasons, InvalidDecision, Label, review, stored_reasons};

/// The queue in which experts settle what reviewers differ on.
pub const QUEUE: QueueDefinition = QueueDefinition {
    shows_reference: false,
    settles: Some(review::QUEUE.name),
    ..QueueDefinition::of_questions("adjudicate")
};

/// A settled disagreement: a review that is adopted, or another one that overrides all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjudicateDecision {
    /// The row of the review that is adopted; `None` if all are overridden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adopted: Option<Uuid>,
    /// The answer that is right; an open question has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<BlindAnswer>,
    /// What becomes of the question.
    pub verdict: ReviewVerdict,
    /// For `wrong`: why, in the order of [`Reason::named`](super::own_reason::Reason::named).
    #[serde(flatten, with = "stored_reasons")]
    pub reasons: Vec<WrongReason>,
    /// For a wrong reference answer: the choice that is right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Label>,
    /// The category that is right, where one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Why all reviews are overridden, in the adjudicator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The reviewers differ because the guideline does not say what to do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guideline_unclear: bool,
    /// A remark in the adjudicator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl AdjudicateDecision {
    /// Adopts a review, of which this is the row.
    pub fn adopting(row: Uuid, review: &ReviewDecision) -> Self {
        AdjudicateDecision {
            adopted: Some(row),
            reasons: review.reasons.clone(),
            corrected: review.corrected,
            category: review.category.clone(),
            ..Self::overriding(review.answer, review.verdict)
        }
    }

    /// Overrides all reviews.
    pub fn overriding(answer: Option<BlindAnswer>, verdict: ReviewVerdict) -> Self {
        AdjudicateDecision {
            adopted: None,
            answer,
            verdict,
            reasons: Vec::new(),
            corrected: None,
            category: None,
            why: None,
            guideline_unclear: false,
            note: None,
        }
    }

    /// Whether everything that is wrong is put right by it: the reference answer, the category or both.
    fn puts_right(&self) -> bool {
        let is_right = |reason: &WrongReason| match reason {
            WrongReason::WrongReferenceAnswer => self.corrected.is_some(),
            WrongReason::WrongCategory => self.category.is_some(),
            _ => false,
        };
        self.verdict == ReviewVerdict::Wrong && self.reasons.iter().all(is_right)
    }

    /// The reference answer that the question has from now on, where all that was wrong is put right.
    pub fn new_answer(&self) -> Option<Label> {
        self.corrected.filter(|_| self.puts_right())
    }

    /// The category that the question has from now on, where all that was wrong is put right.
    pub fn new_category(&self) -> Option<&str> {
        self.final_act().corrected_category().filter(|_| self.puts_right())
    }

    /// What becomes of the question in a clean benchmark, in the words of the verification: text-only and
    /// wrong questions leave it, those of which answer and category are put right and nothing else is wrong
    /// stay.
    pub fn becomes(&self) -> VerifyVerdict {
        match (self.verdict, self.puts_right()) {
            (ReviewVerdict::Keep, _) => VerifyVerdict::Keep,
            (_, true) => VerifyVerdict::Fix,
            (ReviewVerdict::TextOnly | ReviewVerdict::Wrong, false) => VerifyVerdict::Remove,
        }
    }

    /// Why it leaves the clean benchmark, in the words of the verification.
    pub fn removal_reasons(&self) -> Vec<VerifyReason> {
        VerifyReason::of_review(self.verdict, &self.reasons)
    }
}

impl EndsItem for AdjudicateDecision {
    fn final_act(&self) -> FinalAct<'_> {
        FinalAct {
            reasons: GivenReasons::OfReview(&self.reasons),
            corrected: self.corrected,
            category: self.category.as_deref(),
            note: self.why.as_deref().or(self.note.as_deref()),
            answer: self.answer,
            kept_answer: self.answer.filter(|_| self.verdict == ReviewVerdict::Keep),
            ..FinalAct::new(QUEUE.name, &self.verdict)
        }
    }

    /// Whether answer, verdict, reasons and words go together.
    fn check(&self) -> Result<(), InvalidDecision> {
        let has_why = is_said(self.why.as_deref());
        if self.adopted.is_none() && self.reasons.is_empty() && !has_why {
            return Err(InvalidDecision::OverridesWithoutReason);
        }
        // The words of a review that is adopted are in its row.
        let has_words = has_why || is_said(self.note.as_deref()) || self.adopted.is_some();
        check_reasons(self.verdict, &self.reasons, self.corrected, has_words)
    }
}

/// How far reviewers differ on a question, in thousandths of them: those who do not say what most say.
/// The greater is worse, verdicts before answers, these before corrected answers and categories last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Disagreement {
    /// Of all, on the verdict.
    pub verdicts: u32,
    /// Of all, on the answer.
    pub answers: u32,
    /// Of those who corrected the reference answer, on the choice that is right.
    pub corrections: u32,
    /// Of those who chose a category, on which one is right.
    pub categories: u32,
}

impl Disagreement {
    /// How far these reviews of one question differ.
    pub fn between(reviews: &[&ReviewDecision]) -> Self {
        let categories = reviews.iter().filter_map(|review| review.category.as_deref());
        Disagreement {
            verdicts: minority(reviews.iter().map(|review| review.verdict)),
            answers: minority(reviews.iter().map(|review| review.answer)),
            corrections: minority(reviews.iter().filter_map(|review| review.corrected)),
            categories: minority(categories),
        }
    }

    /// Whether they agree.
    pub fn is_none(self) -> bool {
        self == Disagreement::default()
    }
}

/// The share, in thousandths, that is not the most common value.
fn minority<T: PartialEq>(values: impl Iterator<Item = T>) -> u32 {
    let values: Vec<T> = values.collect();
    let count = |one: &T| values.iter().filter(|other| *other == one).count();
    let most = values.iter().map(count).max().unwrap_or(0);
    match values.len() {
        0 => 0,
        all => ((all - most) * 1000 / all) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(answer: BlindAnswer, verdict: ReviewVerdict, right: Option<Label>) -> ReviewDecision {
        let is_wrong = verdict == ReviewVerdict::Wrong;
        let reasons = is_wrong.then_some(WrongReason::WrongReferenceAnswer);
        let reasons = reasons.into_iter().collect();
        ReviewDecision {
            answer: Some(answer),
            verdict,
            reasons,
            corrected: right,
            category: None,
            note: None,
        }
    }

    const A: BlindAnswer = BlindAnswer::Choice(Label::A);
    const NONE: BlindAnswer = BlindAnswer::NoneOfTheChoices;

    #[test]
    fn it_has_the_name_of_its_queue_in_the_data_and_says_only_what_it_knows() {
        let keep = review(A, ReviewVerdict::Keep, None);
        let adopted = AdjudicateDecision::adopting(Uuid::nil(), &keep);
        let act = crate::benchmark::decision::Act::Adjudicate(adopted);
        let json = r#"{"act":"adjudicate","adopted":"00000000-0000-0000-0000-000000000000","answer":"A","verdict":"keep","reasons":[]}"#;
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        assert_eq!(serde_json::from_str::<crate::benchmark::decision::Act>(json).unwrap(), act);
        assert_eq!(act.name(), QUEUE.name);
        assert!(act.belongs_to(QUEUE.name) && !act.belongs_to("review"));
        let answer = crate::benchmark::decision::Act::Answer { answer: A };
        assert!(!answer.belongs_to(QUEUE.name), "an adjudicator answers nothing blind");
    }

    #[test]
    fn overriding_everybody_needs_a_reason_and_adopting_somebody_none() {
        let keep = AdjudicateDecision::overriding(Some(A), ReviewVerdict::Keep);
        assert_eq!(keep.check(), Err(InvalidDecision::OverridesWithoutReason));
        let blank = AdjudicateDecision { why: Some(" ".into()), ..keep.clone() };
        assert_eq!(blank.check(), Err(InvalidDecision::OverridesWithoutReason));
        let said = AdjudicateDecision { why: Some("look at the sign".into()), ..keep.clone() };
        assert_eq!(said.check(), Ok(()));
        let wrong = AdjudicateDecision { verdict: ReviewVerdict::Wrong, ..said.clone() };
        assert_eq!(wrong.check(), Err(InvalidDecision::NoReason));
        let reasons = vec![WrongReason::BadPicture];
        let bad = AdjudicateDecision { reasons: reasons.clone(), why: None, ..wrong.clone() };
        assert_eq!(bad.check(), Ok(()), "what is wrong is reason enough");
        let kept = AdjudicateDecision { reasons, ..said.clone() };
        assert_eq!(kept.check(), Err(InvalidDecision::ReasonsWithoutWrong));
        let corrected = AdjudicateDecision { corrected: Some(Label::A), ..bad.clone() };
        assert_eq!(corrected.check(), Err(InvalidDecision::CorrectedWithoutReason));
        let other = AdjudicateDecision { reasons: vec![WrongReason::Other], ..bad };
        assert_eq!(other.check(), Err(InvalidDecision::OtherWithoutNote));
        let adopted = AdjudicateDecision { adopted: Some(Uuid::nil()), ..other };
        assert_eq!(adopted.check(), Ok(()), "its words are in the row that is adopted");
    }

    #[test]
    fn a_corrected_answer_is_a_fix_where_nothing_else_is_wrong() {
        let corrected = review(A, ReviewVerdict::Wrong, Some(Label::A));
        let mut decision = AdjudicateDecision::adopting(Uuid::nil(), &corrected);
        assert_eq!(decision.new_answer(), Some(Label::A));
        assert_eq!(decision.becomes(), VerifyVerdict::Fix);
        decision.reasons.push(WrongReason::BadPicture);
        assert_eq!((decision.new_answer(), decision.becomes()), (None, VerifyVerdict::Remove));
        let keep = AdjudicateDecision::overriding(Some(A), ReviewVerdict::Keep);
        let text_only = AdjudicateDecision::overriding(Some(A), ReviewVerdict::TextOnly);
        assert_eq!(keep.becomes(), VerifyVerdict::Keep);
        assert_eq!(text_only.becomes(), VerifyVerdict::Remove);
        assert_eq!(text_only.removal_reasons(), [VerifyReason::TextOnly]);
    }

    #[test]
    fn verdicts_that_differ_are_worse_than_answers_and_halves_worse_than_one_of_three() {
        use ReviewVerdict::{Keep, Wrong};
        let between =
            |reviews: &[ReviewDecision]| Disagreement::between(&reviews.iter().collect::<Vec<_>>());
        let keep = review(A, Keep, None);
        assert!(between(&[]).is_none());
        assert!(between(&[keep.clone(), keep.clone()]).is_none());
        let answers = between(&[keep.clone(), review(NONE, Keep, None)]);
        let of_three = [keep.clone(), keep.clone(), review(A, Wrong, Some(Label::A))];
        let of_three = between(&of_three);
        let halves = between(&[keep, review(A, Wrong, Some(Label::A))]);
        assert!(halves > of_three && of_three > answers && !answers.is_none());
        let right = |letter| review(A, Wrong, Label::from_letter(letter));
        let corrections = between(&[right('B'), right('C')]);
        assert!(corrections < answers && !corrections.is_none());
    }
}
