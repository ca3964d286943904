//! Reviews as an adjudicator sees them, without names, and which of them a decision adopts.

use uuid::Uuid;

use assay_core::benchmark::adjudication::AdjudicateDecision;
use assay_core::benchmark::adopted_review::{Adoption, ReviewPart};
use assay_core::benchmark::decision::ReviewDecision;

/// A review as the adjudicator sees it: without the name of the reviewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnonymousReview {
    /// Its row.
    pub row: Uuid,
    /// What it says.
    pub review: ReviewDecision,
    /// Milliseconds of attention; 0 where none was measured.
    pub attention_ms: u64,
}

/// Reviews that say what an adjudicator says, and differ in what was left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecidedAdoption {
    /// Their numbers, from 1, in the order in which the adjudicator sees them.
    pub numbers: Vec<usize>,
    /// What they differ in.
    pub parts: Vec<ReviewPart>,
}

/// What overrides all reviews; where one of them says the same, it is adopted.
///
/// # Errors
/// Where several say the same and differ in what was left open: none of them is chosen silently.
pub(super) fn adopted_if_said(
    decision: AdjudicateDecision,
    reviews: &[AnonymousReview],
) -> Result<AdjudicateDecision, UndecidedAdoption> {
    let said: Vec<ReviewDecision> = reviews.iter().map(|one| one.review.clone()).collect();
    match decision.adoption(&said) {
        Adoption::None => Ok(decision),
        Adoption::Review(at) => Ok(decision.with_adopted(reviews[at].row, &said[at])),
        Adoption::Undecided(places, parts) => {
            let numbers = places.into_iter().map(|place| place + 1).collect();
            Err(UndecidedAdoption { numbers, parts })
        }
    }
}
