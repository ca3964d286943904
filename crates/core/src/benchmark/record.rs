//! What people and machines have said about a question, revision by revision, as far as it is in force.
//!
//! What becomes of the question follows from it ([`super::outcome`]), and so does where it waits.

use super::adjudication::{AdjudicateDecision, Disagreement};
use super::provenance::{FinalState, Provenance, ProvenanceCounts, most_alike};
use super::review::{BlindAnswer, REJECTING, ReviewDecision, ReviewVerdict};
use super::team::majority;
use super::verification::{VerifyDecision, VerifyReason, VerifyVerdict};

/// A decision in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<D> {
    /// Who made it.
    pub by: String,
    /// When: such moments sort as text.
    pub at: String,
    /// What it says.
    pub decision: D,
}

/// What is said about one revision, each person once in each queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RevisionRecord {
    /// How many filters suspect it.
    pub flags: usize,
    /// What reviewers say.
    pub reviews: Vec<Said<ReviewDecision>>,
    /// What adjudicators say.
    pub adjudications: Vec<Said<AdjudicateDecision>>,
    /// What verifiers say.
    pub verifications: Vec<Said<VerifyDecision>>,
}

impl RevisionRecord {
    /// What reviewers say, without names.
    pub fn reviews(&self) -> Vec<&ReviewDecision> {
        self.reviews.iter().map(|review| &review.decision).collect()
    }

    fn adjudications(&self) -> impl Iterator<Item = &AdjudicateDecision> {
        self.adjudications.iter().map(|one| &one.decision)
    }

    /// Whether a filter or a reviewer suspects it.
    pub fn is_suspected(&self) -> bool {
        self.flags > 0 || self.share_of_reviewers(&REJECTING).0 > 0
    }

    /// Whether something speaks against it or has: evidence, an adjudication, or a verification, whose
    /// evidence may be withdrawn.
    pub fn is_in_question(&self) -> bool {
        let is_against = |one: &AdjudicateDecision| one.becomes() != VerifyVerdict::Keep;
        self.is_suspected()
            || !self.verifications.is_empty()
            || self.adjudications().any(is_against)
    }

    /// What more than half of the verifiers say.
    pub fn verified(&self) -> Option<VerifyVerdict> {
        majority(self.verifications.iter().map(|one| one.decision.verdict))
    }

    /// The decision that more than half of the adjudicators make: the same verdict, and the same for the
    /// clean benchmark. `None` where they differ.
    pub fn adopted(&self) -> Option<&AdjudicateDecision> {
        most_alike(self.adjudications()).first().copied()
    }

    /// The answer that the adjudicators give who make this decision; `None` where these differ in it.
    pub fn adopted_answer(&self) -> Option<BlindAnswer> {
        let alike = most_alike(self.adjudications());
        let answer = alike.first()?.answer;
        answer.filter(|_| alike.iter().all(|one| one.answer == answer))
    }

    /// Whether verifiers or adjudicators have settled it.
    pub fn is_settled_by_experts(&self) -> bool {
        self.verified().is_some() || self.adopted().is_some()
    }

    /// Whether it waits for verifiers, or for those of them who have decided to change it.
    pub fn is_for_verifiers(&self) -> bool {
        !self.verifications.is_empty() || self.adopted().is_none()
    }

    /// Whether it waits for adjudicators, or for those of them who have decided to change it.
    pub fn is_for_adjudicators(&self) -> bool {
        !self.adjudications.is_empty() || self.verified().is_none()
    }

    /// How many reviewers give one of these verdicts, and how many reviewers there are.
    fn share_of_reviewers(&self, verdicts: &[ReviewVerdict]) -> (usize, usize) {
        let gives = |review: &&Said<ReviewDecision>| verdicts.contains(&review.decision.verdict);
        (self.reviews.iter().filter(gives).count(), self.reviews.len())
    }

    /// Whether more than half of its reviewers, two at least, find it text-only or wrong.
    pub fn is_rejected(&self) -> bool {
        let (rejecting, all) = self.share_of_reviewers(&REJECTING);
        all >= 2 && 2 * rejecting > all
    }

    /// Whether a review is newer than all adjudications, where there are some.
    pub fn is_reviewed_since_adjudicated(&self) -> bool {
        let adjudicated = self.adjudications.iter().map(|one| &one.at).max();
        adjudicated.is_some_and(|last| self.reviews.iter().any(|review| review.at > *last))
    }

    /// What its adjudicators, or without them its reviewers, make of it, and who says so.
    pub fn final_state(&self) -> FinalState {
        if !self.adjudications.is_empty() {
            return FinalState::new(Provenance::Adjudicated, self.adopted().map(|one| one.verdict));
        }
        let reviews = self.reviews();
        let by = match Disagreement::between(&reviews).is_none() {
            true => Provenance::Unanimous,
            false => Provenance::Majority,
        };
        FinalState::new(by, majority(reviews.iter().map(|review| review.verdict)))
    }

    /// Whether its adjudicators give one of these verdicts, or without them more than half of its reviewers
    /// give them between them.
    fn has_verdict_after_review(&self, wanted: &[ReviewVerdict]) -> bool {
        let (giving, all) = self.share_of_reviewers(wanted);
        match self.adjudications.is_empty() {
            true => 2 * giving > all,
            false => self.adopted().is_some_and(|one| wanted.contains(&one.verdict)),
        }
    }
}

/// What is said about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionRecord {
    /// The current revision, and behind it those from which fixes have led to it.
    pub current: RevisionRecord,
    /// The revisions before the fixes in force, the newest first.
    pub earlier: Vec<RevisionRecord>,
    /// How many people are to review it.
    pub wanted_reviews: usize,
}

impl QuestionRecord {
    /// The revision that decides what becomes of the question, by its place: 0 is the current one. A fix
    /// makes a revision that nothing speaks against; what was verified is the one before it.
    pub fn deciding_place(&self) -> usize {
        let mut revisions = std::iter::once(&self.current).chain(&self.earlier);
        revisions.position(RevisionRecord::is_in_question).unwrap_or(0)
    }

    /// What is said about the revision that decides.
    pub fn deciding(&self) -> &RevisionRecord {
        match self.deciding_place() {
            0 => &self.current,
            place => &self.earlier[place - 1],
        }
    }

    /// Whether the last word on it is one of these verdicts: that of the verifiers, else of the
    /// adjudicators, else of more than half of the reviewers of its words.
    pub fn has_verdict(&self, wanted: &[ReviewVerdict]) -> bool {
        let deciding = self.deciding();
        let is_text_only = |one: &Said<VerifyDecision>| {
            one.decision.verdict == VerifyVerdict::Remove
                && one.decision.reasons.contains(&VerifyReason::TextOnly)
        };
        match deciding.verified() {
            None => self.current.has_verdict_after_review(wanted),
            Some(VerifyVerdict::Keep | VerifyVerdict::Fix) => wanted.contains(&ReviewVerdict::Keep),
            Some(VerifyVerdict::Remove) => {
                wanted.contains(&match deciding.verifications.iter().any(is_text_only) {
                    true => ReviewVerdict::TextOnly,
                    false => ReviewVerdict::Wrong,
                })
            }
        }
    }
}

/// Decisions of people with different names, at different moments.
#[cfg(test)]
pub(super) fn said<D>(decisions: impl IntoIterator<Item = D>) -> Vec<Said<D>> {
    let numbered = decisions.into_iter().enumerate();
    numbered
        .map(|(at, decision)| Said { by: format!("p{at}"), at: at.to_string(), decision })
        .collect()
}

impl<'r> FromIterator<&'r RevisionRecord> for ProvenanceCounts {
    fn from_iter<I: IntoIterator<Item = &'r RevisionRecord>>(records: I) -> Self {
        let mut counts = ProvenanceCounts::default();
        for record in records {
            match record.final_state().provenance {
                Provenance::Unanimous => {
                    counts.unanimous += 1;
                    counts.reviewed_once += usize::from(record.reviews.len() == 1);
                }
                Provenance::Majority => counts.majority += 1,
                Provenance::Adjudicated => counts.adjudicated += 1,
                Provenance::Open => {
                    counts.open += 1;
                    let is_silent = record.reviews.is_empty() && record.adjudications.is_empty();
                    counts.unreviewed += usize::from(is_silent);
                }
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::super::review::WrongReason;
    use super::VerifyVerdict::{Fix, Keep, Remove};
    use super::*;

    fn revision(verified: &[VerifyVerdict], adjudicated: &[ReviewVerdict]) -> RevisionRecord {
        let verified = verified.iter().map(|&verdict| VerifyDecision {
            answer: None,
            verdict,
            reasons: vec![],
            note: None,
            fix: None,
        });
        let adjudicated =
            adjudicated.iter().map(|&verdict| AdjudicateDecision::overriding(None, verdict));
        RevisionRecord {
            verifications: said(verified),
            adjudications: said(adjudicated),
            ..RevisionRecord::default()
        }
    }

    #[test]
    fn more_than_half_of_the_verifiers_settle_and_a_tie_does_not() {
        for (verdicts, expected) in [
            (&[][..], None),
            (&[Remove], Some(Remove)),
            (&[Keep, Remove], None),
            (&[Keep, Remove, Remove], Some(Remove)),
            (&[Keep, Remove, Fix], None),
            (&[Keep, Keep, Remove, Fix], None),
        ] {
            assert_eq!(revision(verdicts, &[]).verified(), expected, "{verdicts:?}");
        }
    }

    #[test]
    fn what_one_group_has_settled_waits_only_for_those_of_the_other_who_have_decided() {
        use ReviewVerdict::{Keep as Stays, TextOnly};
        // Who verified, who adjudicated; whether it is settled, for verifiers, for adjudicators.
        for (verified, adjudicated, expected) in [
            (&[][..], &[][..], [false, true, true]),
            (&[Keep], &[], [true, true, false]),
            (&[Keep, Remove], &[], [false, true, true]),
            (&[], &[Stays], [true, false, true]),
            (&[], &[TextOnly], [true, false, true]),
            (&[], &[Stays, TextOnly], [false, true, true]),
            (&[], &[Stays, TextOnly, Stays], [true, false, true]),
            (&[Keep], &[Stays], [true, true, true]),
            (&[Keep, Remove], &[Stays], [true, true, true]),
        ] {
            let found = revision(verified, adjudicated);
            let found = [
                found.is_settled_by_experts(),
                found.is_for_verifiers(),
                found.is_for_adjudicators(),
            ];
            assert_eq!(found, expected, "{verified:?} {adjudicated:?}");
        }
    }

    #[test]
    fn the_last_word_on_a_question_is_that_of_its_verifiers() {
        let is = |revision: RevisionRecord, wanted: ReviewVerdict| {
            let record = QuestionRecord { current: revision, earlier: vec![], wanted_reviews: 2 };
            record.has_verdict(&[wanted])
        };
        assert!(is(revision(&[], &[ReviewVerdict::TextOnly]), ReviewVerdict::TextOnly));
        assert!(is(revision(&[Keep], &[ReviewVerdict::TextOnly]), ReviewVerdict::Keep));
        assert!(!is(revision(&[Keep], &[ReviewVerdict::TextOnly]), ReviewVerdict::TextOnly));
        let mut removed = revision(&[Remove], &[ReviewVerdict::Keep]);
        assert!(is(removed.clone(), ReviewVerdict::Wrong));
        removed.verifications[0].decision.reasons = vec![VerifyReason::TextOnly];
        assert!(is(removed.clone(), ReviewVerdict::TextOnly));
        removed.verifications[0].decision.reasons =
            vec![VerifyReason::Wrong(WrongReason::BadPicture)];
        assert!(is(removed, ReviewVerdict::Wrong));
    }
}
