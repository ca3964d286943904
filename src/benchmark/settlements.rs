//! The two groups who settle a question, and where it waits: what one group has settled does not wait for
//! the other.

use super::adjudication::AdjudicateDecision;
use super::provenance::adopted;
use super::verification::{Settlement, VerifyVerdict, settlement};

/// What verifiers and adjudicators say of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlements {
    verifiers: Settlement,
    adjudicators: Settlement,
}

impl Settlements {
    /// What follows from the decisions in force on one revision of a question.
    pub fn new<'d>(
        verdicts: impl IntoIterator<Item = VerifyVerdict>,
        adjudications: impl IntoIterator<Item = &'d AdjudicateDecision>,
    ) -> Self {
        let mut adjudications = adjudications.into_iter().peekable();
        let adjudicators = match adjudications.peek() {
            None => Settlement::Open,
            Some(_) => adopted(adjudications)
                .map_or(Settlement::Unsettled, |one| Settlement::Settled(one.becomes())),
        };
        Settlements { verifiers: settlement(verdicts), adjudicators }
    }

    /// Whether one of the groups has settled it.
    pub fn is_settled(self) -> bool {
        is_settled(self.verifiers) || is_settled(self.adjudicators)
    }

    /// Whether somebody has adjudicated it.
    pub fn is_adjudicated(self) -> bool {
        self.adjudicators != Settlement::Open
    }

    /// Whether it waits for verifiers, or for those of them who have decided to change it.
    pub fn is_for_verifiers(self) -> bool {
        self.verifiers != Settlement::Open || !is_settled(self.adjudicators)
    }

    /// Whether it waits for adjudicators, or for those of them who have decided to change it.
    pub fn is_for_adjudicators(self) -> bool {
        self.is_adjudicated() || !is_settled(self.verifiers)
    }
}

fn is_settled(settlement: Settlement) -> bool {
    matches!(settlement, Settlement::Settled(_))
}

#[cfg(test)]
mod tests {
    use super::super::Label;
    use super::super::review::{BlindAnswer, ReviewVerdict};
    use super::VerifyVerdict::{Keep, Remove};
    use super::*;

    fn settlements(verified: &[VerifyVerdict], adjudicated: &[ReviewVerdict]) -> Settlements {
        let answer = Some(BlindAnswer::Choice(Label::A));
        let decisions: Vec<_> = adjudicated
            .iter()
            .map(|&verdict| AdjudicateDecision::overriding(answer, verdict))
            .collect();
        Settlements::new(verified.iter().copied(), &decisions)
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
            let found = settlements(verified, adjudicated);
            let found = [found.is_settled(), found.is_for_verifiers(), found.is_for_adjudicators()];
            assert_eq!(found, expected, "{verified:?} {adjudicated:?}");
        }
    }
}
