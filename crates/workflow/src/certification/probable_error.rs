//! The probability of an error of each question, calibrated on what is settled, and how early errors were found.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use super::random_order::random_order;
use super::signals::signals;
use crate::outcomes::{RecordedQuestion, recorded_questions};
use assay_core::benchmark::adjudication;
use assay_core::benchmark::decision::ReviewVerdict;
use assay_core::benchmark::gate::DrawnShare;
use assay_core::benchmark::outcome::{Fate, Policy};
use assay_core::benchmark::record::QuestionRecord;
use assay_core::benchmark::team::majority;
use assay_core::certify::discovery::Discovery;
use assay_core::certify::probable_error::{ErrorModel, Signal, Signals};
use assay_store::{Benchmark, QUEUE_REVIEW, QUEUE_VERIFY, Result, Store};

/// The questions of a benchmark, with the probability that each is an error.
#[derive(Clone, Debug)]
pub struct ProbableErrors {
    /// The weights of the signals.
    pub model: ErrorModel,
    /// The questions in the order of the file.
    pub questions: Vec<ProbableError>,
}

/// A question with the probability that it is an error.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbableError {
    /// Its key.
    pub key: String,
    /// The probability by its signals, whatever became of it.
    pub probability: f64,
    /// What speaks for or against it.
    pub signals: Signals,
    /// What became of it.
    pub fate: Fate,
}

/// Whether a question is an error, by the experts; until one decides, by most of its reviewers, once there are as many as
/// are wanted. Both ways alike: if only what reviewers keep counted, errors would seem rarer than they are.
fn is_error(record: &QuestionRecord) -> Option<bool> {
    let deciding = record.deciding();
    match record.outcome(Policy::default()).fate {
        Fate::Kept => Some(false),
        Fate::Fixed | Fate::Removed => Some(true),
        Fate::Open(_)
            if !(deciding.verifications.is_empty() && deciding.adjudications.is_empty()) =>
        {
            None
        }
        Fate::Open(_) => {
            let verdicts = deciding.reviews().into_iter().map(|review| review.verdict);
            let is_kept = majority(verdicts.map(|verdict| verdict == ReviewVerdict::Keep));
            is_kept.filter(|_| deciding.reviews.len() >= record.wanted_reviews).map(|kept| !kept)
        }
    }
}

/// The probabilities of a benchmark.
pub fn probable_errors(store: &mut Store, benchmark: &Benchmark) -> Result<ProbableErrors> {
    let questions = Arc::unwrap_or_clone(recorded_questions(store, benchmark)?);
    let signals = signals(store, benchmark, &questions)?;
    let verified: Vec<(Signals, bool)> = questions
        .iter()
        .zip(&signals)
        .filter_map(|(one, signals)| {
            let is_error = is_error(&one.record)?;
            let mut signals = *signals;
            if !one.record.deciding().is_settled_by_experts() {
                // What reviewers settle does not say how far their doubts can be trusted.
                signals[Signal::Doubts as usize] = 0.0;
                signals[Signal::Time as usize] = 0.0;
            }
            Some((signals, is_error))
        })
        .collect();
    let model = ErrorModel::calibrate(&verified);
    let question = |(one, signals): (&RecordedQuestion, Signals)| ProbableError {
        key: one.key().to_owned(),
        probability: model.probability(&signals),
        signals,
        fate: one.outcome(Policy::default()).fate,
    };
    let questions = questions.iter().zip(signals).map(question).collect();
    Ok(ProbableErrors { model, questions })
}

/// The queues in which a question is looked at.
const LOOKED_AT_IN: [&str; 3] = [QUEUE_REVIEW, adjudication::QUEUE.name, QUEUE_VERIFY];

/// How early errors were found: the questions in the order in which each was first decided on, with what became
/// of it.
pub fn discovery(store: &Store, benchmark: &Benchmark) -> Result<Discovery> {
    store.at_one_moment(|| {
        // The ids put rows of one millisecond in the order in which they were made.
        let mut first: HashMap<String, (String, Uuid)> = HashMap::new();
        for queue in LOOKED_AT_IN {
            for made in store.decisions_in_force(benchmark, queue)? {
                if made.row.act.final_act().is_none() {
                    continue;
                }
                let when = (made.row.created, made.row.id);
                let at = first.entry(made.row.item).or_insert_with(|| when.clone());
                if when < *at {
                    *at = when;
                }
            }
        }
        let questions = recorded_questions(store, benchmark)?;
        let found = |one: &RecordedQuestion| is_error(&one.record) == Some(true);
        let mut reviewed: Vec<(&(String, Uuid), bool)> =
            questions.iter().filter_map(|one| Some((first.get(one.key())?, found(one)))).collect();
        reviewed.sort();
        let in_order: Vec<bool> = reviewed.into_iter().map(|(_, is_error)| is_error).collect();
        let mut at_random = Vec::new();
        if let Some((queue, share)) = random_share(store, benchmark)? {
            let is_item = |one: &&RecordedQuestion| {
                queue == QUEUE_REVIEW || one.record.deciding().is_in_question()
            };
            let items: Vec<&RecordedQuestion> = questions.iter().filter(is_item).collect();
            let keys: Vec<&str> = items.iter().map(|one| one.key()).collect();
            let order = random_order(store, benchmark, share, &keys)?.into_iter();
            let begun = order.take_while(|&at| first.contains_key(keys[at]));
            at_random.extend(begun.map(|at| found(items[at])));
        }
        Ok(Discovery::new(&in_order, &at_random))
    })
}

/// The queue of which a share is handed out at random, and the draw.
fn random_share(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Option<(&'static str, DrawnShare)>> {
    for queue in [QUEUE_REVIEW, QUEUE_VERIFY] {
        let assignment = store.assignment(benchmark, queue)?;
        if let Some(share) = assignment.and_then(|assignment| assignment.random) {
            return Ok(Some((queue, share)));
        }
    }
    Ok(None)
}
