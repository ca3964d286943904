//! The common interface of the decisions of reviewers, adjudicators and verifiers, so that they are
//! compared in one way.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::benchmark::adjudication::{self, AdjudicateDecision};
use crate::benchmark::decision::{BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::queue_definition::QueueDefinition;
use crate::benchmark::record::{QuestionRecord, Said};
use crate::benchmark::verification::{self, VerifyDecision, VerifyVerdict};
use crate::benchmark::{EndsItem, review};
use crate::keyword::Keyword;

/// A decision on a question that has a verdict, an answer and reasons, whatever its queue.
pub trait Judgement: EndsItem + Clone + Serialize {
    type Verdict: Keyword;

    /// The queue in which it is made. Where that shows the reference answer, the answers were given before
    /// and can be compared with it.
    const QUEUE: QueueDefinition;

    /// Whether those who make it choose a category.
    const CHOOSES_CATEGORY: bool = true;

    /// The decisions in force on a question, and the place of the revision that they are about.
    fn said(record: &QuestionRecord) -> (usize, &[Said<Self>]);

    /// The names of the existing verdicts.
    fn verdicts() -> Vec<String> {
        Self::Verdict::all().map(|verdict| verdict.name().to_owned()).collect()
    }

    /// Whether the verdict is against the question, so that it has reasons.
    fn is_against(&self) -> bool;

    /// The decision without its answer, and without the category that was chosen with it, for
    /// decisions that were not made blind.
    #[must_use]
    fn without_answer(self) -> Self;

    /// The decision with its answer in another form.
    #[must_use]
    fn with_answer(self, answer: Option<BlindAnswer>) -> Self;

    /// Why the question is wrong, in the words of the review.
    fn wrong_reasons(&self) -> BTreeSet<WrongReason> {
        self.final_act().faults().into_iter().collect()
    }
}

impl Judgement for ReviewDecision {
    type Verdict = ReviewVerdict;

    const QUEUE: QueueDefinition = review::QUEUE;

    fn said(record: &QuestionRecord) -> (usize, &[Said<Self>]) {
        (0, &record.current.reviews)
    }

    fn is_against(&self) -> bool {
        self.verdict == ReviewVerdict::Wrong
    }

    fn without_answer(self) -> Self {
        let category = self.final_act().corrected_category().map(str::to_owned);
        ReviewDecision { answer: None, category, ..self }
    }

    fn with_answer(self, answer: Option<BlindAnswer>) -> Self {
        ReviewDecision { answer, ..self }
    }
}

impl Judgement for AdjudicateDecision {
    type Verdict = ReviewVerdict;

    const QUEUE: QueueDefinition = adjudication::QUEUE;

    fn said(record: &QuestionRecord) -> (usize, &[Said<Self>]) {
        (0, &record.current.adjudications)
    }

    fn is_against(&self) -> bool {
        self.verdict == ReviewVerdict::Wrong
    }

    fn without_answer(self) -> Self {
        AdjudicateDecision { answer: None, ..self }
    }

    fn with_answer(self, answer: Option<BlindAnswer>) -> Self {
        AdjudicateDecision { answer, ..self }
    }
}

impl Judgement for VerifyDecision {
    type Verdict = VerifyVerdict;

    const QUEUE: QueueDefinition = verification::QUEUE;
    const CHOOSES_CATEGORY: bool = false;

    fn said(record: &QuestionRecord) -> (usize, &[Said<Self>]) {
        (record.deciding_place(), &record.deciding().verifications)
    }

    fn is_against(&self) -> bool {
        self.verdict == VerifyVerdict::Remove
    }

    fn without_answer(self) -> Self {
        VerifyDecision { answer: None, ..self }
    }

    fn with_answer(self, answer: Option<BlindAnswer>) -> Self {
        VerifyDecision { answer, ..self }
    }
}
