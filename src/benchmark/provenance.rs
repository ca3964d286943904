//! The final state of a question after its reviews: what becomes of it, and who says so.
//!
//! Everything that asks for the outcome of the reviews where experts may have settled it asks here.

use super::Label;
use super::adjudication::{AdjudicateDecision, Disagreement};
use super::review::{BlindAnswer, ReviewDecision, ReviewVerdict};
use super::verification::VerifyVerdict;
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

/// The decision that more than half of the adjudicators make: the same verdict, and the same for the clean
/// benchmark. Nothing where they differ.
pub fn adopted<'d>(
    adjudications: impl IntoIterator<Item = &'d AdjudicateDecision>,
) -> Option<&'d AdjudicateDecision> {
    most_alike(adjudications).first().copied()
}

/// The answer that the adjudicators give who make this decision; nothing where these differ in it.
pub fn adopted_answer<'d>(
    adjudications: impl IntoIterator<Item = &'d AdjudicateDecision>,
) -> Option<BlindAnswer> {
    let alike = most_alike(adjudications);
    let answer = alike.first()?.answer;
    answer.filter(|_| alike.iter().all(|one| one.answer == answer))
}

/// The decisions of more than half of the adjudicators that come to the same, as they were made.
fn most_alike<'d>(
    adjudications: impl IntoIterator<Item = &'d AdjudicateDecision>,
) -> Vec<&'d AdjudicateDecision> {
    let all: Vec<&AdjudicateDecision> = adjudications.into_iter().collect();
    let alike = |one: &&AdjudicateDecision| -> Vec<&'d AdjudicateDecision> {
        all.iter().copied().filter(|other| comes_to(other) == comes_to(one)).collect()
    };
    all.iter().map(alike).find(|alike| 2 * alike.len() > all.len()).unwrap_or_default()
}

/// What a decision comes to: the verdict, what becomes of the question, and with which answer and category
/// it stays, if it does.
fn comes_to(
    one: &AdjudicateDecision,
) -> (ReviewVerdict, VerifyVerdict, Option<BlindAnswer>, Option<Label>, Option<&str>) {
    let becomes = one.becomes();
    let right = one.answer.filter(|_| becomes == VerifyVerdict::Keep);
    (one.verdict, becomes, right, one.new_answer(), one.new_category())
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
    use crate::benchmark::review::WrongReason;

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

    #[test]
    fn experts_of_whom_one_finds_more_wrong_than_can_be_put_right_have_settled_nothing() {
        let fix = AdjudicateDecision {
            reasons: vec![WrongReason::WrongReferenceAnswer],
            corrected: Label::from_letter('B'),
            ..settled(Wrong)
        };
        let removes = AdjudicateDecision {
            reasons: vec![WrongReason::WrongReferenceAnswer, WrongReason::BadPicture],
            ..fix.clone()
        };
        assert_eq!(adopted(&[fix.clone(), removes.clone()]), None);
        assert_eq!(adopted(&[removes.clone(), fix.clone()]), None);
        assert_eq!(adopted(&[removes.clone(), fix, removes.clone()]), Some(&removes));
        // Both remove it, for whatever reason.
        let blurred = settled(Wrong);
        assert_eq!(adopted(&[blurred.clone(), removes]), Some(&blurred));
    }

    #[test]
    fn experts_who_keep_it_with_different_answers_have_settled_nothing() {
        let says = |letter| AdjudicateDecision {
            answer: Label::from_letter(letter).map(BlindAnswer::Choice),
            ..settled(Keep)
        };
        assert_eq!(adopted(&[says('A'), says('B')]), None);
        assert_eq!(adopted_answer(&[says('A'), says('B'), says('B')]), says('B').answer);
        // Where it leaves the benchmark the answer decides nothing, and none is theirs together.
        let out = |letter| AdjudicateDecision { answer: says(letter).answer, ..settled(TextOnly) };
        assert!(adopted(&[out('A'), out('B')]).is_some());
        assert_eq!(adopted_answer(&[out('A'), out('B')]), None);
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
