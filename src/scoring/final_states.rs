//! The final state of every question of a benchmark: who says what becomes of it.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::verification::{SuspectedQuestion, suspected_questions};
use crate::benchmark::Label;
use crate::benchmark::adjudication::{self, AdjudicateDecision};
use crate::benchmark::decision::{Act, ReviewDecision, ReviewVerdict};
use crate::benchmark::provenance::{Provenance, final_state};
use crate::benchmark::verification::{Settlement, VerifyVerdict};
use crate::keyword::keywords;
use crate::store::{Benchmark, QUEUE_REVIEW, QuestionId, Store, StoreError};

/// What was decided on one question, as far as it counts now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionDecisions {
    /// What reviewers say, each once.
    pub reviews: Vec<ReviewDecision>,
    /// What adjudicators say, each once.
    pub adjudications: Vec<AdjudicateDecision>,
    /// When the newest of these reviews was made.
    pub reviewed: Option<String>,
    /// When the newest of these adjudications was made.
    pub adjudicated: Option<String>,
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
                Act::Review(review) => {
                    question.reviews.push(review);
                    question.reviewed = question.reviewed.take().max(Some(decision.row.created));
                }
                Act::Adjudicate(adjudication) => {
                    question.adjudications.push(adjudication);
                    let newest = question.adjudicated.take().max(Some(decision.row.created));
                    question.adjudicated = newest;
                }
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

/// What becomes of a question in the clean benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InCleanBenchmark {
    /// It stays as it is: experts keep it, or nothing speaks against it.
    Stays,
    /// It stays with the answer or the category that adjudicators put right.
    Corrected,
    /// It stays with the words that verifiers fixed.
    Fixed,
    /// It is suspected, nobody has settled it, and it stays until somebody does.
    Unsettled,
    /// It is out.
    Removed,
}

keywords! { InCleanBenchmark: Display {
    Stays = "stays",
    Corrected = "corrected",
    Fixed = "fixed",
    Unsettled = "unsettled",
    Removed = "removed",
} }

/// The last word on a question, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionOutcome {
    /// Its key.
    pub question: String,
    /// Its category in the data.
    pub category: Option<String>,
    /// How many people reviewed it.
    pub reviews: usize,
    /// How many experts adjudicated it.
    pub adjudications: usize,
    /// How many people verified it.
    pub verifications: usize,
    /// Who says what becomes of it after its reviews.
    pub provenance: Provenance,
    /// The verdict that they give; nothing while it is open.
    pub verdict: Option<ReviewVerdict>,
    /// What its verifiers say, who come before everybody else; nothing where there are none.
    pub verified: Option<Settlement>,
    /// What becomes of it.
    pub clean: InCleanBenchmark,
    /// The reference answer that it has in the clean benchmark; nothing where it is out or has none.
    pub answer: Option<Label>,
    /// Whether a review is newer than what adjudicators settled.
    pub reviewed_since: bool,
    /// Whether an adjudicator finds the guideline unclear here.
    pub guideline_unclear: bool,
}

/// The last word on each current question of a benchmark, in the order of the file.
pub fn question_outcomes(
    store: &Store,
    benchmark: &Benchmark,
    reviewers_settle: bool,
) -> Result<Vec<QuestionOutcome>, StoreError> {
    let mut decided = decisions_by_question(store, benchmark)?;
    let suspected = suspected_questions(store, benchmark)?.into_iter();
    let mut suspected: HashMap<QuestionId, SuspectedQuestion> =
        suspected.map(|one| (one.current, SuspectedQuestion { reviewers_settle, ..one })).collect();
    let mut outcomes = Vec::new();
    for entry in store.question_entries(benchmark)? {
        let decisions = decided.remove(entry.key.as_str()).unwrap_or_default();
        let state = final_state(&decisions.reviews, &decisions.adjudications);
        let suspect = suspected.remove(&entry.id);
        let cleaned = suspect.as_ref().map_or(Some(entry.id), SuspectedQuestion::cleaned);
        let corrected = suspect.as_ref().and_then(SuspectedQuestion::corrected);
        let answer = match cleaned {
            Some(id) => corrected.or(store.reference(id)?.answer),
            None => None,
        };
        let is_newer =
            decisions.adjudicated.is_some() && decisions.reviewed > decisions.adjudicated;
        outcomes.push(QuestionOutcome {
            question: entry.key.as_str().to_owned(),
            category: entry.category,
            reviews: decisions.reviews.len(),
            adjudications: decisions.adjudications.len(),
            verifications: suspect.as_ref().map_or(0, |one| one.decisions.len()),
            provenance: state.provenance,
            verdict: state.verdict,
            verified: suspect.as_ref().and_then(said_by_verifiers),
            clean: suspect.as_ref().map_or(InCleanBenchmark::Stays, in_clean_benchmark),
            answer,
            reviewed_since: is_newer,
            guideline_unclear: decisions.adjudications.iter().any(|one| one.guideline_unclear),
        });
    }
    Ok(outcomes)
}

fn said_by_verifiers(suspect: &SuspectedQuestion) -> Option<Settlement> {
    Some(suspect.verification()).filter(|said| *said != Settlement::Open)
}

fn in_clean_benchmark(suspect: &SuspectedQuestion) -> InCleanBenchmark {
    match suspect.settlement() {
        Settlement::Settled(VerifyVerdict::Remove) => InCleanBenchmark::Removed,
        Settlement::Settled(VerifyVerdict::Fix) if suspect.is_corrected() => {
            InCleanBenchmark::Corrected
        }
        Settlement::Settled(VerifyVerdict::Fix) => InCleanBenchmark::Fixed,
        Settlement::Settled(VerifyVerdict::Keep) => InCleanBenchmark::Stays,
        Settlement::Open | Settlement::Unsettled => InCleanBenchmark::Unsettled,
    }
}
