//! The final state of a question after its reviews: what becomes of it, and who says so.
//!
//! Everything that asks for the outcome of the reviews where experts may have settled it asks here.

use super::adjudication::{AdjudicateDecision, Disagreement};
use super::review::{ReviewDecision, ReviewVerdict};
use crate::keyword::{Keyword, keywords};

/// Who says what becomes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Provenance {
    /// All reviewers, in verdict, answer, corrected answer and category; one reviewer alone agrees with everybody.
    Unanimous,
    /// More than half of the reviewers give the verdict; some differ.
    Majority,
    /// Experts settled it.
    Adjudicated,
    /// Nobody yet: no reviews, no majority, or experts who differ.
    Open,
}

keywords! { Provenance: Display {
    Unanimous = "unanimous",
    Majority = "majority",
    Adjudicated = "adjudicated",
    Open = "open",
} }

/// The final state of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalState {
    /// Who says so.
    pub provenance: Provenance,
    /// The verdict; nothing while it is open.
    pub verdict: Option<ReviewVerdict>,
}

/// The final state that follows from the decisions in force on a question.
pub fn final_state(reviews: &[ReviewDecision], adjudications: &[AdjudicateDecision]) -> FinalState {
    let state = |provenance, verdict| FinalState { provenance, verdict: Some(verdict) };
    let open = FinalState { provenance: Provenance::Open, verdict: None };
    if !adjudications.is_empty() {
        let adopted = adopted(adjudications);
        return adopted.map_or(open, |one| state(Provenance::Adjudicated, one.verdict));
    }
    let has_majority = |verdict: &ReviewVerdict| {
        2 * reviews.iter().filter(|review| review.verdict == *verdict).count() > reviews.len()
    };
    match ReviewVerdict::all().find(has_majority) {
        None => open,
        Some(verdict) if Disagreement::between(reviews).is_none() => {
            state(Provenance::Unanimous, verdict)
        }
        Some(verdict) => state(Provenance::Majority, verdict),
    }
}

/// The decision that more than half of the adjudicators make: the same verdict, the same corrected answer
/// and the same category. Nothing where they differ.
pub fn adopted<'d>(
    adjudications: impl IntoIterator<Item = &'d AdjudicateDecision>,
) -> Option<&'d AdjudicateDecision> {
    let all: Vec<&AdjudicateDecision> = adjudications.into_iter().collect();
    let is_same = |one: &AdjudicateDecision, other: &AdjudicateDecision| {
        (one.verdict, one.corrected, &one.category)
            == (other.verdict, other.corrected, &other.category)
    };
    let has_majority = |one: &&AdjudicateDecision| {
        2 * all.iter().filter(|other| is_same(other, one)).count() > all.len()
    };
    all.iter().copied().find(has_majority)
}

/// Whether a question has one of these verdicts: that of the adjudicators, or without them one of those
/// that more than half of the reviewers give between them.
pub fn has_verdict_among(
    reviews: &[ReviewDecision],
    adjudications: &[AdjudicateDecision],
    wanted: &[ReviewVerdict],
) -> bool {
    if !adjudications.is_empty() {
        return adopted(adjudications).is_some_and(|one| wanted.contains(&one.verdict));
    }
    2 * reviews.iter().filter(|review| wanted.contains(&review.verdict)).count() > reviews.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ReviewVerdict::{Keep, TextOnly, Wrong};
    use super::*;
    use crate::benchmark::Label;
    use crate::benchmark::review::{BlindAnswer, WrongReason};

    fn review(verdict: ReviewVerdict) -> ReviewDecision {
        let reasons = (verdict == Wrong).then_some(WrongReason::BadPicture).into_iter().collect();
        let answer = Some(BlindAnswer::Choice(Label::A));
        ReviewDecision { answer, verdict, reasons, corrected: None, category: None, note: None }
    }

    fn settled(verdict: ReviewVerdict) -> AdjudicateDecision {
        AdjudicateDecision::adopting(uuid::Uuid::nil(), &review(verdict))
    }

    fn state(reviews: &[ReviewVerdict], adjudications: &[ReviewVerdict]) -> FinalState {
        let reviews: Vec<_> = reviews.iter().map(|&verdict| review(verdict)).collect();
        let settled: Vec<_> = adjudications.iter().map(|&verdict| settled(verdict)).collect();
        final_state(&reviews, &settled)
    }

    #[test]
    fn reviewers_settle_what_they_agree_on_and_experts_the_rest() {
        let expect = |reviews: &[_], experts: &[_], provenance, verdict| {
            let found = state(reviews, experts);
            assert_eq!(found, FinalState { provenance, verdict }, "{reviews:?} {experts:?}");
        };
        expect(&[], &[], Provenance::Open, None);
        expect(&[Keep], &[], Provenance::Unanimous, Some(Keep));
        expect(&[Wrong, Wrong], &[], Provenance::Unanimous, Some(Wrong));
        expect(&[Keep, Wrong], &[], Provenance::Open, None);
        expect(&[Keep, Wrong, Keep], &[], Provenance::Majority, Some(Keep));
        expect(&[Keep, Wrong, TextOnly], &[], Provenance::Open, None);
        expect(&[Keep, Wrong], &[Wrong], Provenance::Adjudicated, Some(Wrong));
        expect(&[Keep, Keep, Wrong], &[Wrong], Provenance::Adjudicated, Some(Wrong));
        expect(&[Keep, Wrong], &[Wrong, Keep], Provenance::Open, None);
        expect(&[Keep, Keep, Wrong], &[Wrong, Keep], Provenance::Open, None);
        expect(&[Keep, Wrong], &[Wrong, Keep, Wrong], Provenance::Adjudicated, Some(Wrong));
    }

    #[test]
    fn the_same_verdict_over_different_answers_is_a_majority_and_not_unanimous() {
        let other = ReviewDecision { answer: Some(BlindAnswer::CannotTell), ..review(Keep) };
        let found = final_state(&[review(Keep), other], &[]);
        assert_eq!(found, FinalState { provenance: Provenance::Majority, verdict: Some(Keep) });
    }

    #[test]
    fn experts_who_correct_the_answer_differently_have_settled_nothing() {
        let right = |letter| AdjudicateDecision {
            reasons: vec![WrongReason::WrongReferenceAnswer],
            corrected: Label::from_letter(letter),
            ..settled(Wrong)
        };
        assert_eq!(adopted(&[right('B'), right('C')]), None);
        assert_eq!(adopted(&[right('B'), right('C'), right('C')]), Some(&right('C')));
    }

    #[test]
    fn experts_who_choose_different_categories_have_settled_nothing() {
        let right = |category: &str| AdjudicateDecision {
            reasons: vec![WrongReason::WrongCategory],
            category: Some(category.to_owned()),
            ..settled(Wrong)
        };
        assert_eq!(adopted(&[right("ocr"), right("image_style")]), None);
        let most = [right("ocr"), right("image_style"), right("image_style")];
        assert_eq!(adopted(&most), Some(&right("image_style")));
    }

    fn verdicts() -> impl Strategy<Value = Vec<ReviewVerdict>> {
        prop::collection::vec(prop::sample::select(ReviewVerdict::ALL), 0..6)
    }

    proptest! {
        /// Without experts, the state is that of the reviewers' majority, as the export had it before.
        #[test]
        fn a_verdict_is_final_exactly_where_a_question_counts_as_having_it(
            reviews in verdicts(), experts in verdicts(), wanted in prop::sample::select(ReviewVerdict::ALL),
        ) {
            let of: Vec<_> = reviews.iter().map(|&verdict| review(verdict)).collect();
            let by: Vec<_> = experts.iter().map(|&verdict| settled(verdict)).collect();
            let found = final_state(&of, &by);
            prop_assert_eq!(found.verdict == Some(wanted), has_verdict_among(&of, &by, &[wanted]));
            prop_assert_eq!(found.provenance == Provenance::Open, found.verdict.is_none());
            prop_assert!(!has_verdict_among(&of, &by, &[]));
            // The order in which people decided says nothing.
            let (mut turned, mut around) = (of.clone(), by.clone());
            turned.reverse();
            around.reverse();
            prop_assert_eq!(final_state(&turned, &around), found);
        }
    }
}
