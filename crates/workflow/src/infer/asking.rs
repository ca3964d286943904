//! The calling thread of a call: hands out the requests of passes and commits what comes back.
//!
//! A pass has parts: its only answer, samples of one answer, or the likelihood of each choice. The parts of a
//! pass are asked one after the other, and each is committed as it arrives. With the last one the pass gets
//! its prediction. A pass with a failed request has no prediction; the next call asks only the parts that are
//! missing. Parts are kept only if a pass can have several.

use std::collections::HashMap;
use std::time::Duration;

use super::call::{Asked, Call, Report, Requests, Spent};
use super::error::AskError;
use super::options::AskOptions;
use super::parts::combined;
use super::plan::{DECIDING_RULES, PlannedPass, decides};
use super::pool::Supervisor;
use super::question_prompt::PromptError;
use super::ranking::written;
use super::schedule::Schedule;
use super::steps::{Parts, Step, nth_choice};
use assay_core::benchmark::{Pass, Prediction, PredictionStatus};
use assay_core::extract::Choices;
use assay_core::score::ExtractedLabel;
use assay_llm::Outcome;
use assay_store::{
    NewPrediction, PassPart, QuestionId, RecordedPart, Result, Run, Store, StoredQuestion,
};

/// The counts of a call. `answered + refused + failed + reused + spared + left` are all passes of
/// the questions that were examined.
#[derive(Clone, Debug, Default)]
pub struct AskSummary {
    /// The run; `None` if nothing was asked and the model has none.
    pub run: Option<Run>,
    /// Questions that were examined.
    pub questions: usize,
    /// One for each pass, or for each sample.
    pub requests: Requests,
    /// Passes with an answer from this call.
    pub answered: usize,
    /// Passes that were refused in this call.
    pub refused: usize,
    /// Passes whose request failed in this call.
    pub failed: usize,
    /// Passes that had an answer before.
    pub reused: usize,
    /// Passes that were not asked because another pass decided their question.
    pub spared: usize,
    /// Passes that were not asked because the run stopped.
    pub left: usize,
    pub spent: Spent,
}

/// The parts that earlier calls stored for passes without a prediction.
type EarlierParts = HashMap<(QuestionId, Pass), Vec<PassPart>>;

/// The calling thread.
pub(super) struct Asking<'a> {
    pub schedule: Schedule<(usize, PlannedPass)>,
    pub store: &'a mut Store,
    pub run: &'a Run,
    pub questions: &'a [StoredQuestion],
    pub options: &'a AskOptions,
    pub call: Call<'a>,
    pub report: Report<'a>,
    pub summary: AskSummary,
    /// The most passes to be asked when the call began.
    pub total: usize,
    pub earlier: EarlierParts,
    /// Passes with parts left to ask, none of which is in progress.
    pub waiting: Vec<Step>,
}

/// The stored parts of the open passes of a run; empty if they are not kept.
pub(super) fn earlier_parts(
    store: &Store,
    run: &Run,
    options: &AskOptions,
) -> Result<EarlierParts> {
    let mut earlier = EarlierParts::new();
    if options.is_in_parts() {
        for stored in store.parts_of_open_passes(run)? {
            earlier.entry((stored.question_id, stored.pass)).or_default().push(stored.part);
        }
    }
    Ok(earlier)
}

impl Supervisor for Asking<'_> {
    type Step = Step;
    type Result = Result<(Asked, usize), PromptError>;
    type Error = AskError;

    fn next(&mut self) -> Option<Step> {
        if self.call.is_ending() {
            return None;
        }
        if let Some(step) = self.waiting.pop() {
            return Some(step);
        }
        let ((position, planned), rest) = self.schedule.begin()?;
        let numbers = match self.options.ranking {
            Some(ranking) => {
                let choices = &self.questions[position].question.choices;
                ranking.first_part()..=planned.order.texts(choices).count() as u32
            }
            None => 1..=self.options.samples.get(),
        };
        let there = self.earlier.remove(&(self.questions[position].id, planned.pass));
        let parts = Parts::new(numbers, there.unwrap_or_default());
        Some(Step { position, planned, rest, parts })
    }

    /// Passes are counted before they are written: if that fails the call ends with an error and has no
    /// counts.
    fn commit(&mut self, results: Vec<(Step, Self::Result)>) -> Result<(), AskError> {
        let (mut parts, mut whole, mut error) = (Vec::new(), Vec::new(), None);
        for (mut step, result) in results {
            match result {
                Ok((asked, reencoded)) => {
                    let (outcome, elapsed) = self.call.count(asked);
                    match self.add_part(&mut step, outcome, elapsed) {
                        Some(part) => {
                            *self.call.spent.reencoded_pictures.get_or_insert(0) += reencoded;
                            parts.push(part);
                        }
                        None => step.parts.left = true,
                    }
                }
                Err(reason) => {
                    let question = self.questions[step.position].question.key.to_string();
                    error = Some(AskError::Prompt { question, reason });
                    step.parts.left = true;
                }
            }
            match step.parts.left || step.parts.missing.is_empty() {
                true => whole.extend(self.end_pass(step)),
                false => self.waiting.push(step),
            }
        }
        if !parts.is_empty() {
            self.store.record_parts(self.run, &parts, &whole)?;
        }
        let ended = self.summary.answered + self.summary.refused + self.summary.failed;
        (self.report)(ended + self.schedule.spared(), self.total, self.call.so_far());
        error.map_or(Ok(()), Err)
    }
}

impl Asking<'_> {
    /// The counts, with what was not asked because the call stopped.
    pub fn into_summary(self) -> AskSummary {
        let waiting = self.waiting.iter().map(|step| 1 + step.rest.count()).sum::<usize>();
        let left = self.summary.left + self.schedule.left() + waiting;
        let spared = self.summary.spared + self.schedule.spared();
        let (requests, spent) = self.call.end();
        AskSummary { requests, spared, left, spent, ..self.summary }
    }

    /// Adds the result of the request for the next part of a pass. Returns its row; `None` if nothing was
    /// asked.
    fn add_part(
        &self,
        Step { position, planned, parts, .. }: &mut Step,
        mut outcome: Outcome,
        elapsed: Duration,
    ) -> Option<RecordedPart> {
        let tokens = match &mut outcome {
            Outcome::Answered(reply) => reply.prompt_tokens.take(),
            _ => None,
        };
        let request = planned.recorded(self.questions[*position].id, outcome, elapsed)?;
        let number = parts.missing.pop_front()?;
        let mut row = RecordedPart::from_sample(number, request);
        if let (Some(ranking), Some(part), Some(tokens)) =
            (self.options.ranking, &mut row.part, tokens)
        {
            match nth_choice(&self.questions[*position].question, &planned.order, number) {
                None => part.text = written(&tokens),
                Some((label, choice)) => {
                    part.text = label.to_string();
                    part.likelihood =
                        Some(ranking.likelihood(&tokens, parts.prompt_alone(), choice));
                }
            }
        }
        parts.failed |= row.part.is_none();
        // Without the tokens of the prompt no choice can be scored.
        if parts.failed && self.options.ranking.is_some() {
            parts.missing.clear();
        }
        match self.options.is_in_parts() {
            true => parts.there.extend(row.part.clone()),
            false => parts.there.extend(row.part.take()),
        }
        Some(row)
    }

    /// Counts the end of a pass. Returns its prediction: the only answer, the majority of the samples or the
    /// most likely choice; `None` if a request failed or was not sent.
    fn end_pass(&mut self, step: Step) -> Option<NewPrediction> {
        let Step { position, planned: PlannedPass { pass, order }, rest, mut parts } = step;
        parts.there.sort_by_key(|part| part.number);
        let question = &self.questions[position].question;
        let choices = || order.texts(&question.choices);
        let rank_by = self.options.ranking.map(|ranking| ranking.by);
        let found = match parts.left || parts.failed {
            true => None,
            false => combined(parts.there, rank_by, || Choices::new(choices())),
        };
        let Some((status, text)) = found else {
            self.summary.left += usize::from(parts.left);
            self.summary.failed += usize::from(!parts.left);
            self.schedule.end(rest, false);
            return None;
        };
        match status {
            PredictionStatus::Refused => self.summary.refused += 1,
            _ => self.summary.answered += 1,
        }
        // Read only if there are passes to spare: reading takes time.
        let reference = || question.answer.and_then(|answer| order.shown_label_of(answer));
        let labels = || ExtractedLabel::read(DECIDING_RULES, status, &text, choices());
        let decides = rest.count() > 0 && decides(reference(), labels());
        self.schedule.end(rest, decides);
        let prediction = Prediction { pass, order, text, status };
        Some(NewPrediction { question_id: self.questions[position].id, prediction })
    }
}
