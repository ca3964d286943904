//! The common interface of the decisions of reviewers, adjudicators and verifiers, so that they are
//! compared in one way.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::benchmark::EndsItem;
use crate::benchmark::adjudication::AdjudicateDecision;
use crate::benchmark::decision::{ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::verification::{VerifyDecision, VerifyVerdict};
use crate::keyword::Keyword;

/// A decision on a question that has a verdict, an answer and reasons, whatever its queue.
pub trait Judgement: EndsItem + Clone + Serialize {
    /// Whether its answers are given before the reference answer is seen, so that they can be compared
    /// with it.
    const IS_BLIND: bool = true;

    /// The names of the existing verdicts.
    fn verdicts() -> Vec<String>;

    /// Whether the verdict is against the question, so that it has reasons.
    fn is_against(&self) -> bool;

    /// The decision without its answer, and without the category that was chosen with it, for
    /// decisions that were not made blind.
    #[must_use]
    fn without_answer(self) -> Self;

    /// Why the question is wrong, in the words of the review.
    fn wrong_reasons(&self) -> BTreeSet<WrongReason> {
        self.final_act().faults().into_iter().collect()
    }
}

impl Judgement for ReviewDecision {
    fn verdicts() -> Vec<String> {
        ReviewVerdict::all().map(|verdict| verdict.name().to_owned()).collect()
    }

    fn is_against(&self) -> bool {
        self.verdict == ReviewVerdict::Wrong
    }

    fn without_answer(self) -> Self {
        let category = self.final_act().corrected_category().map(str::to_owned);
        ReviewDecision { answer: None, category, ..self }
    }
}

impl Judgement for AdjudicateDecision {
    const IS_BLIND: bool = false;

    fn verdicts() -> Vec<String> {
        ReviewDecision::verdicts()
    }

    fn is_against(&self) -> bool {
        self.verdict == ReviewVerdict::Wrong
    }

    fn without_answer(self) -> Self {
        AdjudicateDecision { answer: None, ..self }
    }
}

impl Judgement for VerifyDecision {
    fn verdicts() -> Vec<String> {
        VerifyVerdict::all().map(|verdict| verdict.name().to_owned()).collect()
    }

    fn is_against(&self) -> bool {
        self.verdict == VerifyVerdict::Remove
    }

    fn without_answer(self) -> Self {
        VerifyDecision { answer: None, ..self }
    }
}
