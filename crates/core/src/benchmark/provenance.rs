//! The final state of a question after its reviews: the verdict, and who says so. What becomes of it, which
//! verifiers may settle too, is in [`super::outcome`].

use serde::Serialize;

use super::Label;
use super::adjudication::AdjudicateDecision;
use super::review::{BlindAnswer, ReviewVerdict};
use super::team::majority;
use super::verification::VerifyVerdict;
use crate::keyword::keywords;

keywords! {
    /// Who says what becomes of a question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Provenance: Display {
        /// All reviewers agree, or one reviewed alone.
        Unanimous = "unanimous",
        /// More than half of the reviewers give the verdict.
        Majority = "majority",
        /// Experts settled it.
        Adjudicated = "adjudicated",
        /// No one yet.
        Open = "open",
    }
}

/// The final state of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalState {
    /// Who says so.
    pub provenance: Provenance,
    /// The verdict; `None` while it is open.
    pub verdict: Option<ReviewVerdict>,
}

impl FinalState {
    /// The verdict that these people give, if they give one.
    pub(super) fn new(by: Provenance, verdict: Option<ReviewVerdict>) -> Self {
        FinalState { provenance: verdict.map_or(Provenance::Open, |_| by), verdict }
    }
}

/// The decisions of more than half of the adjudicators that have the same result, as they were made.
pub(super) fn most_alike<'d>(
    adjudications: impl Iterator<Item = &'d AdjudicateDecision>,
) -> Vec<&'d AdjudicateDecision> {
    let mut all: Vec<&AdjudicateDecision> = adjudications.collect();
    let most = majority(all.iter().map(|one| result(one)));
    all.retain(|one| Some(result(one)) == most);
    all
}

/// The verdict, what becomes of the question, and with which answer and category it stays, if it does.
fn result(
    one: &AdjudicateDecision,
) -> (ReviewVerdict, VerifyVerdict, Option<BlindAnswer>, Option<Label>, Option<&str>) {
    let becomes = one.becomes();
    let right = one.answer.filter(|_| becomes == VerifyVerdict::Keep);
    (one.verdict, becomes, right, one.new_answer(), one.new_category())
}

/// How many questions of a benchmark have which final state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProvenanceCounts {
    /// All reviewers agree.
    pub unanimous: usize,
    /// More than half of the reviewers agree.
    pub majority: usize,
    /// Experts settled them.
    pub adjudicated: usize,
    /// Not settled.
    pub open: usize,
    /// Of the open ones, those without a review.
    pub unreviewed: usize,
    /// Of the unanimous ones, those that one person reviewed.
    pub reviewed_once: usize,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ReviewVerdict::{Keep, TextOnly, Wrong};
    use super::*;
    use crate::benchmark::record::{QuestionRecord, RevisionRecord, said};
    use crate::benchmark::review::{ReviewDecision, WrongReason};
    use crate::keyword::Keyword;

    fn review(verdict: ReviewVerdict) -> ReviewDecision {
        let reasons = (verdict == Wrong).then_some(WrongReason::BadPicture).into_iter().collect();
        let answer = Some(BlindAnswer::Choice(Label::A));
        ReviewDecision { answer, verdict, reasons, corrected: None, category: None, note: None }
    }

    fn settled(verdict: ReviewVerdict) -> AdjudicateDecision {
        AdjudicateDecision::adopting(uuid::Uuid::nil(), &review(verdict))
    }

    fn state(reviews: &[ReviewVerdict], adjudications: &[ReviewVerdict]) -> FinalState {
        let reviews = said(reviews.iter().map(|&verdict| review(verdict)));
        let adjudications = said(adjudications.iter().map(|&verdict| settled(verdict)));
        RevisionRecord { reviews, adjudications, ..RevisionRecord::default() }.final_state()
    }

    fn experts(adjudications: &[AdjudicateDecision]) -> RevisionRecord {
        let adjudications = said(adjudications.iter().cloned());
        RevisionRecord { adjudications, ..RevisionRecord::default() }
    }

    fn adopted(adjudications: &[AdjudicateDecision]) -> Option<AdjudicateDecision> {
        experts(adjudications).adopted().cloned()
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
        let reviews = said([review(Keep), other]);
        let found = RevisionRecord { reviews, ..RevisionRecord::default() }.final_state();
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
        assert_eq!(adopted(&[right('B'), right('C'), right('C')]), Some(right('C')));
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
        assert_eq!(adopted(&most), Some(right("image_style")));
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
        assert_eq!(adopted(&[removes.clone(), fix, removes.clone()]), Some(removes.clone()));
        // Both remove it, for whatever reason.
        let blurred = settled(Wrong);
        assert_eq!(adopted(&[blurred.clone(), removes]), Some(blurred));
    }

    #[test]
    fn experts_who_keep_it_with_different_answers_have_settled_nothing() {
        let says = |letter| AdjudicateDecision {
            answer: Label::from_letter(letter).map(BlindAnswer::Choice),
            ..settled(Keep)
        };
        assert_eq!(adopted(&[says('A'), says('B')]), None);
        assert_eq!(experts(&[says('A'), says('B'), says('B')]).adopted_answer(), says('B').answer);
        // Where it leaves the benchmark the answer decides nothing, and none is theirs together.
        let out = |letter| AdjudicateDecision { answer: says(letter).answer, ..settled(TextOnly) };
        assert!(adopted(&[out('A'), out('B')]).is_some());
        assert_eq!(experts(&[out('A'), out('B')]).adopted_answer(), None);
    }

    proptest! {
        /// Without experts, the state is that of the reviewers' majority, as the export had it before.
        #[test]
        fn a_verdict_is_final_exactly_where_a_question_counts_as_having_it(
            reviews in prop::collection::vec(prop::sample::select(ReviewVerdict::ALL), 0..6),
            experts in prop::collection::vec(prop::sample::select(ReviewVerdict::ALL), 0..6),
            wanted in prop::sample::select(ReviewVerdict::ALL),
        ) {
            let current = RevisionRecord {
                reviews: said(reviews.iter().map(|&verdict| review(verdict))),
                adjudications: said(experts.iter().map(|&verdict| settled(verdict))),
                ..RevisionRecord::default()
            };
            let record = QuestionRecord { current, earlier: vec![], wanted_reviews: 2 };
            let found = record.current.final_state();
            prop_assert_eq!(found.verdict == Some(wanted), record.has_verdict(&[wanted]));
            prop_assert_eq!(found.provenance == Provenance::Open, found.verdict.is_none());
            prop_assert!(!record.has_verdict(&[]));
            // The order in which people decided says nothing.
            let turned: Vec<_> = reviews.iter().copied().rev().collect();
            let around: Vec<_> = experts.iter().copied().rev().collect();
            prop_assert_eq!(state(&turned, &around), found);
        }
    }
}
