//! The passes and questions that still need an answer, and whether a pass decides its question, so that the
//! passes after it need not be asked.

use std::collections::HashSet;
use std::time::Duration;

use crate::evaluation::{PreparedBenchmark, ScoredQuestion};
use assay_core::benchmark::{ChoiceOrder, Label, Pass, Question, QuestionKey};
use assay_core::extract::RuleSet;
use assay_core::keyword::Keyword;
use assay_core::score::{ExtractedLabel, Strategy};
use assay_llm::Outcome;
use assay_store::{
    QuestionId, RecordedRequest, RequestOutcome, Result, Run, Store, StoreError, StoredQuestion,
};

/// The rule sets that must agree that a pass is wrong: our own reads it as wrong, and the rules
/// that the field scores with do not read it as right. So the same passes exist whichever of them
/// scores.
pub(super) const DECIDING_RULES: [RuleSet; 2] = [RuleSet::Assay, RuleSet::VlmevalkitLate];

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
pub struct Selection {
    /// All passes of CircularEval, or only the first.
    pub strategy: Strategy,
    /// Also those of questions that a wrong pass has decided.
    pub all_passes: bool,
    /// Only the first questions of the benchmark.
    pub limit: Option<usize>,
    /// Only these questions.
    pub only: Option<HashSet<QuestionKey>>,
}

impl Selection {
    /// Whether passes of all questions are wanted.
    pub fn is_whole(&self) -> bool {
        self.limit.is_none() && self.only.is_none()
    }
}

impl Plan {
    /// The passes that `selection` asks for and that `run`, if there is one, does not answer.
    pub fn compute(
        store: &mut Store,
        prepared: &mut PreparedBenchmark,
        run: Option<&Run>,
        selection: &Selection,
    ) -> Result<Self> {
        let mut answers = |run, rules| {
            let answers = prepared.run_answers(store, run, rules, None)?;
            Ok::<_, StoreError>(answers.answers)
        };
        let known = match (run, DECIDING_RULES) {
            (Some(run), [own, field]) => Some((answers(run, own)?, answers(run, field)?)),
            (None, _) => None,
        };
        let mut plan = Plan::default();
        let is_wanted = |question: &ScoredQuestion| {
            selection.only.as_ref().is_none_or(|only| only.contains(&question.sheet.key))
        };
        let questions = prepared.questions().iter().enumerate();
        let limit = selection.limit.unwrap_or(usize::MAX);
        for (position, question) in questions.filter(|(_, q)| is_wanted(q)).take(limit) {
            plan.looked_at += 1;
            let required = selection.strategy.required(&question.required);
            let original =
                ChoiceOrder::original(question.sheet.choices.iter().map(|choice| choice.label));
            let mut passes = required.orders(&question.sheet.passes, &original);
            if let Some((own, field)) = &known {
                let (own, field) = (own.question(position), field.question(position));
                let is_decided = own.iter().zip(field).any(|(own, field)| {
                    required.iter().any(|pass| pass == own.pass)
                        && decides(own.reference, [own.extracted, field.extracted])
                });
                // A failed request is not an answer.
                let is_answered = |pass: Pass| {
                    own.iter().any(|there| there.pass == pass && !there.extracted.failed)
                };
                let all = passes.len();
                passes.retain(|(pass, _)| !is_answered(*pass));
                plan.reused += all - passes.len();
                if is_decided && !selection.all_passes {
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

    /// Those of these questions, which are all of the benchmark, that are to be asked.
    pub(super) fn questions_in<'q>(
        &self,
        all: &'q [StoredQuestion],
    ) -> impl Iterator<Item = &'q Question> {
        self.questions.iter().map(|planned| &all[planned.position].question)
    }

    /// The most passes to be asked.
    pub fn passes(&self) -> usize {
        self.questions.iter().map(|question| question.passes.len()).sum()
    }
}

impl PlannedPass {
    /// The row that records how a request of the pass ended; `None` if the call stopped before.
    pub(super) fn recorded(
        &self,
        question_id: QuestionId,
        outcome: Outcome,
        latency: Duration,
    ) -> Option<RecordedRequest> {
        let usage = outcome.usage().unwrap_or_default();
        let attempts = outcome.attempts();
        let (mut reasoning, mut finish_reason) = (None, None);
        let outcome = match outcome {
            Outcome::Answered(reply) => {
                (reasoning, finish_reason) = (reply.reasoning, reply.finish_reason);
                RequestOutcome::Answered { text: reply.text }
            }
            Outcome::Refused(refusal) => {
                RequestOutcome::Refused { text: refusal.text, kind: refusal.why.name().to_owned() }
            }
            Outcome::Failed(failure) => {
                let kind = failure.kind.name().to_owned();
                RequestOutcome::Failed { kind, message: failure.message }
            }
            Outcome::Stopped { .. } => return None,
        };
        Some(RecordedRequest {
            question_id,
            pass: self.pass,
            order: self.order.clone(),
            outcome,
            reasoning,
            finish_reason,
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            latency,
            attempts,
        })
    }
}

/// Whether a pass from which the deciding rules read these labels decides its question. A pass from which
/// our own rules read nothing does not: an LLM extractor may still read it.
pub(super) fn decides(reference: Option<Label>, [own, field]: [ExtractedLabel; 2]) -> bool {
    let is_right = |label: ExtractedLabel| label.answer.is_right(reference);
    reference.is_some()
        && !own.failed
        && is_right(own) == Some(false)
        && is_right(field) != Some(true)
}
#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::PredictionStatus;

    fn decided(text: &str, status: PredictionStatus, answer: Option<Label>) -> bool {
        let choices = [(Label::A, "a cat"), (Label::from_letter('B').unwrap(), "a dog")];
        decides(answer, ExtractedLabel::read(DECIDING_RULES, status, text, choices.into_iter()))
    }

    #[test]
    fn a_wrong_choice_or_a_refusal_decides_and_a_right_or_unread_answer_does_not() {
        let a = Some(Label::A);
        assert!(decided("B", PredictionStatus::Ok, a));
        assert!(decided("", PredictionStatus::Refused, a));
        assert!(!decided("A", PredictionStatus::Ok, a));
        assert!(!decided("Hm.", PredictionStatus::Ok, a));
        assert!(!decided("B", PredictionStatus::Failed, a));
        assert!(!decided("B", PredictionStatus::Ok, None), "without a reference nothing is wrong");
    }
}
