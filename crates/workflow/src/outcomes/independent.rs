//! Which decisions are independent of each other, so that their agreement says something: made by people who
//! had not seen what others decided or answered. A blind answer counts only where its annotator had not
//! seen the reference answer either, for instance before taking another answer back.
//!
//! Verifiers and adjudicators see what others answered by design: their verdicts count, and the answers
//! that verifiers gave before they saw it.

use std::collections::HashMap;

use serde::Serialize;
use uuid::Uuid;

use super::readings::decided_questions;
use assay_core::agreement::review::{Judgement, ReviewedQuestion};
use assay_core::benchmark::history::History;
use assay_core::benchmark::queues::shows_others;
use assay_store::{Benchmark, Result, SeenBefore, Store};

/// What is left out of agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NotIndependent {
    /// Decisions of people who had seen what others decided or answered.
    pub decisions: usize,
    /// Answers of people who had seen the reference answer; their verdicts count.
    pub answers: usize,
}

impl NotIndependent {
    /// What is left out and why, in sentences.
    pub fn describe(self) -> Vec<String> {
        let sentence = |count: usize, one: &str, several: &str, treatment: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}: {treatment}")),
            count => Some(format!("{count} {several}: {treatment}")),
        };
        let decisions = sentence(
            self.decisions,
            "decision was made by a person who had seen what others answered",
            "decisions were made by people who had seen what others answered",
            "left out",
        );
        let answers = sentence(
            self.answers,
            "answer was given after the reference answer had been seen",
            "answers were given after the reference answer had been seen",
            "left out; the verdicts count",
        );
        decisions.into_iter().chain(answers).collect()
    }
}

/// Questions with the decisions that are independent of each other, and how many are not.
pub type IndependentDecisions<D> = (Vec<ReviewedQuestion<D>>, NotIndependent);

/// What was decided independently in a queue of questions.
pub fn independent_decisions<D: Judgement>(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<IndependentDecisions<D>> {
    let queue = D::QUEUE.name;
    let questions = decided_questions::<D>(store, benchmark)?;
    let work = IndependentWork::load(store, benchmark, queue)?;
    let histories = store.histories(benchmark, queue)?;
    let histories: HashMap<&str, &History> =
        histories.iter().map(|(name, history)| (name.as_str(), history)).collect();
    let mut left_out = NotIndependent::default();
    let mut compared = Vec::with_capacity(questions.len());
    for ReviewedQuestion { reviews: decided, key, revision, kind, answer, category } in questions {
        let mut reviews = Vec::with_capacity(decided.len());
        for (name, decision) in decided {
            let Some(history) = histories.get(name.as_str()) else { continue };
            if !work.has_independent_verdict(history, &key, revision) {
                left_out.decisions += 1;
                continue;
            }
            let is_blind = !D::QUEUE.shows_reference
                || decision.final_act().answer.is_none()
                || history
                    .answering_row(&key, revision)
                    .is_none_or(|row| !work.seen.contains_key(&row.id));
            left_out.answers += usize::from(!is_blind);
            reviews.push((name, if is_blind { decision } else { decision.without_answer() }));
        }
        compared.push(ReviewedQuestion { key, revision, kind, answer, category, reviews });
    }
    Ok((compared, left_out))
}

/// Which decisions of a queue are independent.
pub struct IndependentWork {
    seen: HashMap<Uuid, SeenBefore>,
    /// All who decide in the queue see what others answered.
    shows_others: bool,
}

impl IndependentWork {
    /// Reads what the annotators of a queue had seen.
    pub fn load(store: &Store, benchmark: &Benchmark, queue: &str) -> Result<Self> {
        let seen = store.seen_before(benchmark, queue)?;
        Ok(IndependentWork { seen, shows_others: shows_others(queue) })
    }

    /// Whether the decision in force on an item was made without having seen what others answered, beyond
    /// what the queue shows to all.
    pub fn has_independent_verdict(&self, history: &History, item: &str, revision: u32) -> bool {
        let decided = history.deciding_row(item, revision).into_iter();
        let mut rows = decided.chain(history.answering_row(item, revision));
        let is_informed = |id: &Uuid| self.seen.get(id) == Some(&SeenBefore::OthersAnswers);
        self.shows_others || rows.all(|row| !is_informed(&row.id))
    }
}
