//! The final state of every question of a benchmark: who says what becomes of it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::benchmark::adjudication::{self, AdjudicateDecision};
use crate::benchmark::decision::{Act, ReviewDecision};
use crate::benchmark::provenance::{Provenance, final_state};
use crate::store::{Benchmark, QUEUE_REVIEW, Store, StoreError};

/// What was decided on one question, as far as it counts now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionDecisions {
    /// What reviewers say, each once.
    pub reviews: Vec<ReviewDecision>,
    /// What adjudicators say, each once.
    pub adjudications: Vec<AdjudicateDecision>,
}

/// What was decided on the current questions of a benchmark, by their keys.
pub fn decisions_by_question(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<BTreeMap<String, QuestionDecisions>, StoreError> {
    let mut decided: BTreeMap<String, QuestionDecisions> = BTreeMap::new();
    for queue in [QUEUE_REVIEW, adjudication::QUEUE.name] {
        for decision in store.current_decisions(benchmark, queue)? {
            let question = decided.entry(decision.row.item).or_default();
            match decision.row.act {
                Act::Review(review) => question.reviews.push(review),
                Act::Adjudicate(adjudication) => question.adjudications.push(adjudication),
                _ => {}
            }
        }
    }
    Ok(decided)
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
    /// Nobody has settled them.
    pub open: usize,
    /// Of the open ones, those that nobody has reviewed.
    pub unreviewed: usize,
    /// Of the unanimous ones, those that one person reviewed.
    pub reviewed_once: usize,
}

/// Counts the final states of the current questions.
pub fn provenance_counts(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<ProvenanceCounts, StoreError> {
    let decided = decisions_by_question(store, benchmark)?;
    let nothing = QuestionDecisions::default();
    let mut counts = ProvenanceCounts::default();
    for entry in store.question_entries(benchmark)? {
        let question = decided.get(entry.key.as_str()).unwrap_or(&nothing);
        match final_state(&question.reviews, &question.adjudications).provenance {
            Provenance::Unanimous => {
                counts.unanimous += 1;
                counts.reviewed_once += usize::from(question.reviews.len() == 1);
            }
            Provenance::Majority => counts.majority += 1,
            Provenance::Adjudicated => counts.adjudicated += 1,
            Provenance::Open => {
                counts.open += 1;
                counts.unreviewed += usize::from(*question == nothing);
            }
        }
    }
    Ok(counts)
}
