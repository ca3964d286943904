//! Which questions verifiers or adjudicators have settled, so that they do not wait for the others.

use std::collections::HashMap;

use crate::benchmark::adjudication::{self, AdjudicateDecision};
use crate::benchmark::decision::Act;
use crate::benchmark::queues::QUEUE_VERIFY;
use crate::benchmark::settlements::Settlements;
use crate::benchmark::verification::VerifyVerdict;
use crate::store::{Benchmark, Store, StoreError};

/// What verifiers and adjudicators say of the current questions of a benchmark, by their keys.
pub(super) struct SettledQuestions(HashMap<String, Settlements>);

impl SettledQuestions {
    /// Reads what is in force.
    pub(super) fn load(store: &Store, benchmark: &Benchmark) -> Result<Self, StoreError> {
        let mut said: HashMap<String, (Vec<VerifyVerdict>, Vec<AdjudicateDecision>)> =
            HashMap::new();
        for queue in [QUEUE_VERIFY, adjudication::QUEUE.name] {
            for decision in store.current_decisions(benchmark, queue)? {
                let (verdicts, adjudications) = said.entry(decision.row.item).or_default();
                match decision.row.act {
                    Act::Verify(decision) => verdicts.push(decision.verdict),
                    Act::Adjudicate(decision) => adjudications.push(decision),
                    _ => {}
                }
            }
        }
        let settlements = said.into_iter().map(|(key, (verdicts, adjudications))| {
            (key, Settlements::new(verdicts, &adjudications))
        });
        Ok(SettledQuestions(settlements.collect()))
    }

    /// What they say of a question.
    pub(super) fn settlements(&self, key: &str) -> Settlements {
        let none = || Settlements::new([], []);
        self.0.get(key).copied().unwrap_or_else(none)
    }
}
