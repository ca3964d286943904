//! Which review an adjudicator's own decision adopts.
//!
//! An adjudicator says an answer and a verdict, and of reasons, corrected answer and category as much as
//! they want. A review that says the same is adopted with all that it says. Where several say the same as
//! far as it was said, and differ in the rest, none of them is chosen.

use super::adjudication::AdjudicateDecision;
use super::review::{ReviewDecision, ReviewVerdict, WrongReason};
use crate::keyword::{Keyword, keywords};

keywords! {
    /// What an adjudicator may leave open, and reviews then differ in.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ReviewPart: Display {
        /// Why the question is wrong.
        Reasons = "reasons",
        /// The choice that is right instead of the reference answer.
        Corrected = "corrected answer",
        /// The category that was chosen.
        Category = "category",
        /// The words of the reason `other`, which says nothing by itself.
        Words = "words of the reason other",
    }
}

/// Which review is adopted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adoption {
    /// No review says the same: all are overridden.
    None,
    /// The review at this place; where several decide the same in everything, the first of them.
    Review(usize),
    /// The reviews at these places say the same and differ in these parts.
    Undecided(Vec<usize>, Vec<ReviewPart>),
}

impl AdjudicateDecision {
    /// Which of these reviews the decision adopts.
    pub fn adoption(&self, reviews: &[ReviewDecision]) -> Adoption {
        let same: Vec<usize> = (0..reviews.len()).filter(|&at| self.says(&reviews[at])).collect();
        let Some(&first) = same.first() else { return Adoption::None };
        let differs = |part: &ReviewPart| {
            same.iter().any(|&at| !is_same(*part, &reviews[first], &reviews[at]))
        };
        match ReviewPart::all().filter(differs).collect::<Vec<_>>() {
            parts if parts.is_empty() => Adoption::Review(first),
            parts => Adoption::Undecided(same, parts),
        }
    }

    /// Adopts a review that says the same: with what it says beyond that.
    #[must_use]
    pub fn with_adopted(self, row: uuid::Uuid, review: &ReviewDecision) -> Self {
        AdjudicateDecision {
            why: self.why,
            note: self.note,
            guideline_unclear: self.guideline_unclear,
            ..AdjudicateDecision::adopting(row, review)
        }
    }

    /// Whether a review says the same, as far as this decision says anything. Where it gives reasons, the
    /// corrected answer belongs to them: that none is named is said then, too.
    fn says(&self, review: &ReviewDecision) -> bool {
        let gives_reasons = !self.reasons.is_empty();
        let leaves_corrected_open =
            self.verdict == ReviewVerdict::Wrong && !gives_reasons && self.corrected.is_none();
        let words = self.note.as_deref().or(self.why.as_deref());
        let leaves_words_open = words.is_none() || !self.reasons.contains(&WrongReason::Other);
        (self.answer, self.verdict) == (review.answer, review.verdict)
            && (!gives_reasons || self.reasons == review.reasons)
            && (leaves_corrected_open || self.corrected == review.corrected)
            && (self.category.is_none() || self.category == review.category)
            && (leaves_words_open || trimmed(words) == trimmed(review.note.as_deref()))
    }
}

fn is_same(part: ReviewPart, one: &ReviewDecision, other: &ReviewDecision) -> bool {
    match part {
        ReviewPart::Reasons => one.reasons == other.reasons,
        ReviewPart::Corrected => one.corrected == other.corrected,
        ReviewPart::Category => one.category == other.category,
        ReviewPart::Words => {
            !one.reasons.contains(&WrongReason::Other)
                || !other.reasons.contains(&WrongReason::Other)
                || trimmed(one.note.as_deref()) == trimmed(other.note.as_deref())
        }
    }
}

fn trimmed(words: Option<&str>) -> Option<&str> {
    words.map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::benchmark::review::BlindAnswer;

    const A: BlindAnswer = BlindAnswer::Choice(Label::A);

    fn wrong(reasons: &[WrongReason]) -> ReviewDecision {
        ReviewDecision::new(Some(A), ReviewVerdict::Wrong, reasons.to_vec())
    }

    fn keep() -> ReviewDecision {
        ReviewDecision::new(Some(A), ReviewVerdict::Keep, vec![])
    }

    fn says_wrong(reasons: &[WrongReason]) -> AdjudicateDecision {
        AdjudicateDecision {
            reasons: reasons.to_vec(),
            ..AdjudicateDecision::overriding(Some(A), ReviewVerdict::Wrong)
        }
    }

    #[test]
    fn reviews_that_differ_in_what_was_left_open_are_never_chosen_between() {
        use WrongReason::{
            BadPicture, NoCorrectChoice, Other, WrongCategory, WrongReferenceAnswer,
        };
        let right = |letter| ReviewDecision {
            corrected: Label::from_letter(letter),
            ..wrong(&[WrongReferenceAnswer])
        };
        let belongs = |category: &str| ReviewDecision {
            category: Some(category.into()),
            ..wrong(&[WrongCategory])
        };
        let because = |words: &str| ReviewDecision { note: Some(words.into()), ..wrong(&[Other]) };
        let confirmed =
            |category: &str| ReviewDecision { category: Some(category.into()), ..keep() };
        let keeps = AdjudicateDecision::overriding(Some(A), ReviewVerdict::Keep);
        for (decision, reviews, part) in [
            (
                says_wrong(&[]),
                [wrong(&[BadPicture]), wrong(&[NoCorrectChoice])],
                ReviewPart::Reasons,
            ),
            (says_wrong(&[]), [right('B'), right('C')], ReviewPart::Corrected),
            (
                says_wrong(&[WrongCategory]),
                [belongs("ocr"), belongs("style")],
                ReviewPart::Category,
            ),
            (keeps, [confirmed("ocr"), confirmed("style")], ReviewPart::Category),
            (says_wrong(&[]), [because("upside down"), because("cut off")], ReviewPart::Words),
        ] {
            let found = decision.adoption(&reviews);
            assert_eq!(found, Adoption::Undecided(vec![0, 1], vec![part]), "{reviews:?}");
            let turned = [reviews[1].clone(), reviews[0].clone()];
            assert_eq!(decision.adoption(&turned), found, "whichever comes first");
            let alike = [reviews[1].clone(), reviews[1].clone()];
            assert_eq!(decision.adoption(&alike), Adoption::Review(0));
        }
    }

    #[test]
    fn what_is_said_chooses_among_them() {
        let belongs = |category: &str| ReviewDecision {
            category: Some(category.into()),
            ..wrong(&[WrongReason::WrongCategory])
        };
        let reviews = [keep(), belongs("ocr"), belongs("style")];
        let said = says_wrong(&[WrongReason::WrongCategory]);
        let named =
            |category: &str| AdjudicateDecision { category: Some(category.into()), ..said.clone() };
        assert_eq!(named("style").adoption(&reviews), Adoption::Review(2));
        assert_eq!(named("emotion").adoption(&reviews), Adoption::None);
        let keeps = AdjudicateDecision::overriding(Some(A), ReviewVerdict::Keep);
        assert_eq!(keeps.adoption(&reviews), Adoption::Review(0));
    }

    #[test]
    fn other_reasons_and_other_words_are_no_adoption() {
        use WrongReason::{BadPicture, Other, RepeatedChoices, WrongReferenceAnswer};
        let reviews = [wrong(&[BadPicture]), keep()];
        assert_eq!(says_wrong(&[RepeatedChoices]).adoption(&reviews), Adoption::None);
        assert_eq!(says_wrong(&[BadPicture, RepeatedChoices]).adoption(&reviews), Adoption::None);
        assert_eq!(says_wrong(&[BadPicture]).adoption(&reviews), Adoption::Review(0));
        let corrected =
            ReviewDecision { corrected: Some(Label::A), ..wrong(&[WrongReferenceAnswer]) };
        let open = says_wrong(&[WrongReferenceAnswer]);
        assert_eq!(open.adoption(&[corrected]), Adoption::None, "no right choice is named");
        let because = |words: &str| ReviewDecision { note: Some(words.into()), ..wrong(&[Other]) };
        let said =
            |words: &str| AdjudicateDecision { note: Some(words.into()), ..says_wrong(&[Other]) };
        assert_eq!(said("cut off").adoption(&[because("upside down")]), Adoption::None);
        assert_eq!(said("cut off").adoption(&[because(" cut off")]), Adoption::Review(0));
    }

    #[test]
    fn an_adopted_review_gives_what_was_left_open_and_the_adjudicators_words_stay() {
        let review = ReviewDecision {
            category: Some("ocr".into()),
            note: Some("theirs".into()),
            ..wrong(&[WrongReason::WrongCategory])
        };
        let said = AdjudicateDecision {
            why: Some("mine".into()),
            note: Some("a remark".into()),
            guideline_unclear: true,
            ..says_wrong(&[])
        };
        let adopted = said.with_adopted(uuid::Uuid::nil(), &review);
        assert_eq!(adopted.reasons, review.reasons);
        assert_eq!(adopted.category.as_deref(), Some("ocr"));
        let words = (adopted.why.as_deref(), adopted.note.as_deref());
        assert_eq!(words, (Some("mine"), Some("a remark")));
        assert!(adopted.guideline_unclear && adopted.adopted.is_some());
    }
}
