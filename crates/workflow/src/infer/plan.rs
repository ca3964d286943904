//! The passes and questions that still need an answer.

use std::collections::HashSet;

use super::passes::{DECIDING_RULES, decides};
use crate::evaluation::{PreparedBenchmark, ScoredQuestion};
use assay_core::benchmark::{ChoiceOrder, Pass, QuestionKey};
use assay_core::score::{ExtractedPass, RequiredPasses, Strategy};
use assay_store::{Run, Store, StoreError};

/// A pass that a model is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPass {
    pub pass: Pass,
    /// The order in which it shows the choices.
    pub order: ChoiceOrder,
}

/// A question with the passes that need an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedQuestion {
    /// Its position in the benchmark.
    pub position: usize,
    /// The passes to ask, in order.
    pub passes: Vec<PlannedPass>,
}

/// The passes to ask, and the passes that need not be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Questions with passes to ask, in the order of the benchmark.
    pub questions: Vec<PlannedQuestion>,
    /// The number of questions that were examined.
    pub looked_at: usize,
    /// Passes that have an answer already.
    pub reused: usize,
    /// Passes without an answer whose question another pass has decided.
    pub spared: usize,
}

/// The passes that are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// All passes of CircularEval, or only the first.
    pub strategy: Strategy,
    /// Also those of questions that a wrong pass has decided.
    pub all_passes: bool,
    /// Only the first questions of the benchmark.
    pub limit: Option<usize>,
    /// Only these questions.
    pub only: Option<HashSet<QuestionKey>>,
}

impl Wanted {
    /// Whether passes of all questions are wanted.
    pub fn is_whole(&self) -> bool {
        self.limit.is_none() && self.only.is_none()
    }
}

/// A run's answers to one question, as both of the deciding rule sets read them.
struct Known<'a> {
    own: &'a [ExtractedPass],
    field: &'a [ExtractedPass],
}

impl Known<'_> {
    /// Whether a pass has an answer; a failed request is not one.
    fn answers(&self, pass: Pass) -> bool {
        self.own.iter().any(|there| there.pass == pass && !there.extracted.failed)
    }

    /// Whether one of the required passes decides the question.
    fn decides(&self, required: &RequiredPasses) -> bool {
        let is_required = |pass: Pass| required.iter().any(|wanted| wanted == pass);
        self.own.iter().zip(self.field).any(|(own, field)| {
            is_required(own.pass) && decides(own.reference, [own.extracted, field.extracted])
        })
    }
}

impl Plan {
    /// The passes that `wanted` asks for and that `run`, if there is one, does not answer.
    pub fn compute(
        store: &mut Store,
        prepared: &mut PreparedBenchmark,
        run: Option<&Run>,
        wanted: &Wanted,
    ) -> Result<Self, StoreError> {
        let answers = match run {
            Some(run) => {
                let mut read = |rules| {
                    let answers = prepared.run_answers(store, run, rules, None)?;
                    Ok::<_, StoreError>(answers.answers)
                };
                let [own, field] = DECIDING_RULES;
                Some((read(own)?, read(field)?))
            }
            None => None,
        };
        let mut plan = Plan::default();
        let is_wanted = |question: &ScoredQuestion| {
            wanted.only.as_ref().is_none_or(|only| only.contains(&question.sheet.key))
        };
        let questions = prepared.questions().iter().enumerate();
        let limit = wanted.limit.unwrap_or(usize::MAX);
        for (position, question) in questions.filter(|(_, q)| is_wanted(q)).take(limit) {
            plan.looked_at += 1;
            let required = wanted.strategy.required(&question.required);
            let original =
                ChoiceOrder::original(question.sheet.choices.iter().map(|choice| choice.label));
            let mut passes = required.orders(&question.sheet.passes, &original);
            if let Some((own, field)) = &answers {
                let known = Known { own: own.question(position), field: field.question(position) };
                let is_decided = known.decides(required);
                let all = passes.len();
                passes.retain(|(pass, _)| !known.answers(*pass));
                plan.reused += all - passes.len();
                if is_decided && !wanted.all_passes {
                    plan.spared += passes.len();
                    continue;
                }
            }
            if !passes.is_empty() {
                let passes =
                    passes.into_iter().map(|(pass, order)| PlannedPass { pass, order }).collect();
                plan.questions.push(PlannedQuestion { position, passes });
            }
        }
        Ok(plan)
    }

    /// The most passes to be asked.
    pub fn passes(&self) -> usize {
        self.questions.iter().map(|question| question.passes.len()).sum()
    }
}
