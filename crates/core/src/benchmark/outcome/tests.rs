use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::super::adjudication::AdjudicateDecision;
use super::super::record::said;
use super::super::review::{BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use super::super::verification::VerifyDecision;
use super::*;
use crate::keyword::Keyword;

use ReviewVerdict::{Keep, TextOnly, Wrong};

const ALONE: Policy = Policy { reviewers_settle: true };

fn review(verdict: ReviewVerdict) -> ReviewDecision {
    let reasons = (verdict == Wrong).then_some(WrongReason::BadPicture);
    ReviewDecision::new(None, verdict, reasons.into_iter().collect())
}

fn verification(verdict: VerifyVerdict) -> VerifyDecision {
    VerifyDecision { answer: None, verdict, reasons: vec![], note: None, fix: None }
}

fn record(
    flags: usize,
    reviews: &[ReviewVerdict],
    adjudications: &[AdjudicateDecision],
    verifications: &[VerifyVerdict],
) -> QuestionRecord {
    let current = RevisionRecord {
        flags,
        reviews: said(reviews.iter().map(|&verdict| review(verdict))),
        adjudications: said(adjudications.iter().cloned()),
        verifications: said(verifications.iter().map(|&verdict| verification(verdict))),
    };
    QuestionRecord { current, earlier: Vec::new(), wanted_reviews: USUAL_REVIEWS }
}

fn adjudication(verdict: ReviewVerdict) -> AdjudicateDecision {
    let reasons = (verdict == Wrong).then_some(WrongReason::BadPicture);
    let reasons = reasons.into_iter().collect();
    AdjudicateDecision { reasons, ..AdjudicateDecision::overriding(None, verdict) }
}

/// Only the reference answer is wrong, and this one is right.
fn corrected(letter: char) -> AdjudicateDecision {
    AdjudicateDecision {
        reasons: vec![WrongReason::WrongReferenceAnswer],
        corrected: Label::from_letter(letter),
        ..adjudication(Wrong)
    }
}

#[test]
fn reviewers_keep_what_as_many_as_are_wanted_have_reviewed_and_nobody_suspects() {
    use WhyOpen::{ReviewedOnce, ReviewersDiffer, Suspected, Unreviewed};
    for (flags, reviews, why) in [
        (0, &[][..], Some(Unreviewed)),
        (0, &[Keep], Some(ReviewedOnce)),
        (0, &[Keep, Keep], None),
        (1, &[], Some(Suspected)),
        (1, &[Keep, Keep], Some(Suspected)),
        (0, &[Wrong], Some(Suspected)),
        (0, &[TextOnly, TextOnly], Some(Suspected)),
        (0, &[Keep, Wrong], Some(ReviewersDiffer)),
        (0, &[Keep, Keep, Wrong], Some(ReviewersDiffer)),
        (1, &[TextOnly, Wrong], Some(ReviewersDiffer)),
    ] {
        let outcome = record(flags, reviews, &[], &[]).outcome(Policy::default());
        assert_eq!(outcome.why_open(), why, "{flags} {reviews:?}");
        let by = why.is_none().then_some(Settlers::Reviewers);
        assert_eq!((outcome.settled_by, outcome.clean_place), (by, Some(0)));
    }
    let once = QuestionRecord { wanted_reviews: 1, ..record(0, &[Keep], &[], &[]) };
    assert_eq!(once.outcome(Policy::default()).fate, Fate::Kept);
}

#[test]
fn verifiers_come_before_adjudicators_and_these_before_reviewers() {
    use VerifyVerdict as V;
    let of = |record: QuestionRecord| {
        let outcome = record.outcome(ALONE);
        (outcome.fate, outcome.settled_by)
    };
    let rejected = [Wrong, Wrong];
    let by = |fate, who| (fate, Some(who));
    assert_eq!(of(record(0, &rejected, &[], &[])), by(Fate::Removed, Settlers::Reviewers));
    let kept = record(0, &rejected, &[adjudication(Keep)], &[]);
    assert_eq!(of(kept), by(Fate::Kept, Settlers::Adjudicators));
    let fixed = record(0, &rejected, &[corrected('C')], &[]);
    assert_eq!(fixed.outcome(ALONE).answer, Label::from_letter('C'));
    assert_eq!(of(fixed), by(Fate::Fixed, Settlers::Adjudicators));
    let removed = record(0, &[Keep, Keep], &[adjudication(Keep)], &[V::Remove]);
    assert_eq!(of(removed), by(Fate::Removed, Settlers::Verifiers));
    // Verifiers who differ leave it to the adjudicators; if these differ too, it is open.
    let tie = record(0, &rejected, &[adjudication(Wrong)], &[V::Keep, V::Remove]);
    assert_eq!(of(tie), by(Fate::Removed, Settlers::Adjudicators));
    let experts = [adjudication(Wrong), adjudication(Keep)];
    let open = |why| (Fate::Open(why), None);
    let split = record(0, &rejected, &experts, &[V::Keep, V::Remove]);
    assert_eq!(of(split), open(WhyOpen::VerifiersDiffer));
    assert_eq!(of(record(0, &rejected, &experts, &[])), open(WhyOpen::Suspected));
    assert_eq!(of(record(0, &[Wrong], &[], &[])), open(WhyOpen::Suspected), "one alone");
}

#[test]
fn a_fix_is_in_the_clean_benchmark_where_most_verifiers_want_it() {
    use VerifyVerdict::{Fix, Keep, Remove};
    for (verdicts, fate, place) in [
        (&[Fix][..], Fate::Fixed, Some(0)),
        (&[Fix, Keep], Fate::Open(WhyOpen::VerifiersDiffer), Some(1)),
        (&[Fix, Keep, Keep], Fate::Kept, Some(1)),
        (&[Fix, Remove, Remove], Fate::Removed, None),
    ] {
        let QuestionRecord { current, .. } = record(1, &[], &[], verdicts);
        let fixed = QuestionRecord {
            current: RevisionRecord::default(),
            earlier: vec![current],
            wanted_reviews: USUAL_REVIEWS,
        };
        let outcome = fixed.outcome(Policy::default());
        assert_eq!((outcome.fate, outcome.clean_place), (fate, place), "{verdicts:?}");
    }
}

fn any_record() -> impl Strategy<Value = QuestionRecord> {
    let experts = vec![
        adjudication(Keep),
        AdjudicateDecision { answer: Some(BlindAnswer::CannotTell), ..adjudication(Keep) },
        adjudication(TextOnly),
        corrected('C'),
        corrected('D'),
    ];
    let revision = (
        0..2usize,
        prop::collection::vec(select(ReviewVerdict::ALL), 0..4),
        prop::collection::vec(select(experts), 0..4),
        prop::collection::vec(select(VerifyVerdict::ALL), 0..4),
        subsequence(vec![0, 1, 2, 3], 0..=4),
    );
    let revision = revision.prop_map(|(flags, reviews, experts, verdicts, said)| {
        let taken = |place: usize| said.contains(&place);
        let flags = if taken(0) { flags } else { 0 };
        let reviews = if taken(1) { reviews } else { vec![] };
        let experts = if taken(2) { experts } else { vec![] };
        let verdicts = if taken(3) { verdicts } else { vec![] };
        record(flags, &reviews, &experts, &verdicts).current
    });
    (prop::collection::vec(revision, 1..4), 1..4usize).prop_map(
        |(mut revisions, wanted_reviews)| {
            let current = revisions.remove(0);
            QuestionRecord { current, earlier: revisions, wanted_reviews }
        },
    )
}

proptest! {
    #[test]
    fn a_question_is_open_or_settled_and_the_counts_are_those_of_all_questions(
        records in prop::collection::vec(any_record(), 0..8),
        reviewers_settle in any::<bool>(),
    ) {
        let policy = Policy { reviewers_settle };
        let outcomes: Vec<Outcome> = records.iter().map(|one| one.outcome(policy)).collect();
        let counts: OutcomeCounts = outcomes.iter().map(|one| one.fate).collect();
        prop_assert_eq!(counts.kept + counts.fixed + counts.removed + counts.open, records.len());
        for (record, outcome) in records.iter().zip(&outcomes) {
            prop_assert_eq!(outcome.why_open().is_none(), outcome.settled_by.is_some());
            prop_assert_eq!(outcome.fate == Fate::Removed, outcome.clean_place.is_none());
            prop_assert!(!outcome.is_corrected() || outcome.fate == Fate::Fixed);
            // An open or a kept question has the words that people judged.
            let is_as_judged = matches!(outcome.fate, Fate::Kept | Fate::Open(_));
            prop_assert!(!is_as_judged || outcome.clean_place == Some(record.deciding_place()));
        }
    }

    #[test]
    fn the_order_in_which_people_decide_and_what_the_policy_says_change_little(
        record in any_record(),
    ) {
        let outcome = record.outcome(Policy::default());
        let mut turned = record.clone();
        for revision in std::iter::once(&mut turned.current).chain(&mut turned.earlier) {
            revision.reviews.reverse();
            revision.adjudications.reverse();
            revision.verifications.reverse();
        }
        prop_assert_eq!(turned.outcome(Policy::default()), outcome.clone());
        // Reviewers who settle only remove, and only what is open.
        let alone = record.outcome(ALONE);
        let removes = alone.fate == Fate::Removed && outcome.why_open().is_some();
        prop_assert!(alone == outcome || removes);
    }
}
