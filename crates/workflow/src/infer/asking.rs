//! The calling thread of a call: hands out the requests of passes and commits what comes back.
//!
//! A pass is one request, or it has parts: samples of one answer, or the likelihood of each choice. The
//! parts of a pass are asked one after the other, and each is committed as it arrives. With the last one
//! the pass gets its prediction. A pass with a failed request has no prediction; the next call asks only
//! the parts that are missing.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::time::Instant;

use super::asker::{Asked, Asker};
use super::combined::combined;
use super::options::{AskError, AskOptions};
use super::passes::{decides, read, shown_reference};
use super::plan::PlannedPass;
use super::pool::Supervisor;
use super::questions::Questions;
use super::ranking::written;
use super::schedule::Schedule;
use super::steps::{Ended, Parts, Requests, Step, recorded};
use super::summary::{AskSummary, Progress, Stopped};
use assay_core::benchmark::{Label, Pass, Prediction, PredictionStatus};
use assay_core::keyword::Keyword;
use assay_llm::{Outcome, PromptToken};
use assay_store::{
    NewPrediction, PassPart, QuestionId, RecordedPart, RecordedRequest, Run, Store, StoreError,
};

/// The parts that earlier calls stored for passes without a prediction.
type EarlierParts = HashMap<(QuestionId, Pass), Vec<PassPart>>;

/// The calling thread.
pub(super) struct Asking<'a> {
    pub schedule: Schedule<(usize, PlannedPass)>,
    pub store: &'a mut Store,
    pub run: &'a Run,
    pub questions: &'a Questions,
    pub options: &'a AskOptions,
    pub asker: &'a Asker<'a>,
    pub progress: &'a mut dyn Progress,
    pub summary: AskSummary,
    pub total: usize,
    pub begun: Instant,
    pub earlier: EarlierParts,
    /// Passes with parts left to ask, none of which is in progress.
    pub waiting: Vec<Step>,
    /// Whether nothing new may begin.
    pub ended: bool,
}

/// How a pass ended in this call.
enum PassEnd {
    Whole { status: PredictionStatus, decides: bool },
    Failed,
    Left,
}

/// What a commit writes: the requests of passes of one request, or parts and the passes that they end.
#[derive(Default)]
struct Rows {
    requests: Vec<RecordedRequest>,
    parts: Vec<RecordedPart>,
    whole: Vec<NewPrediction>,
}

/// The stored parts of the open passes of a run; empty if passes do not have parts.
pub(super) fn earlier_parts(
    store: &Store,
    run: &Run,
    options: &AskOptions,
) -> Result<EarlierParts, StoreError> {
    let mut earlier = EarlierParts::new();
    if options.is_in_parts() {
        for stored in store.parts_of_open_passes(run)? {
            earlier.entry((stored.question_id, stored.pass)).or_default().push(stored.part);
        }
    }
    Ok(earlier)
}

impl Supervisor<Requests<'_>> for Asking<'_> {
    type Error = AskError;

    fn next(&mut self) -> Option<Step> {
        if self.asker.stop().is_requested() || self.ended {
            return None;
        }
        if let Some(step) = self.waiting.pop() {
            return Some(step);
        }
        let (ticket, (position, planned)) = self.schedule.begin()?;
        let mut step = Step { ticket, position, planned, parts: None };
        if self.options.is_in_parts() {
            let place = (self.questions.row(position), step.planned.pass);
            let there = self.earlier.remove(&place).unwrap_or_default();
            step.parts = Some(Parts::new(self.numbers(&step), there));
        }
        Some(step)
    }

    fn commit(&mut self, results: Vec<(Step, Ended)>) -> Result<(), AskError> {
        let (mut rows, mut ended, mut error) = (Rows::default(), Vec::new(), None);
        for (mut step, end) in results {
            let tokens = end.prompt_tokens().map(<[PromptToken]>::to_vec);
            let request = self.take(&step, end).unwrap_or_else(|reason| {
                error = Some(reason);
                None
            });
            let end = match step.parts.take() {
                None => self.end_request(&step, request, &mut rows),
                Some(mut parts) => {
                    self.add_part(&step, &mut parts, request, tokens.as_deref(), &mut rows);
                    if !parts.left && !parts.missing.is_empty() {
                        step.parts = Some(parts);
                        self.waiting.push(step);
                        continue;
                    }
                    self.end_parts(&step, parts, &mut rows)
                }
            };
            ended.push((step.ticket, end));
        }
        self.keep(&rows)?;
        for (ticket, end) in ended {
            let counter = match end {
                PassEnd::Whole { status: PredictionStatus::Refused, .. } => {
                    &mut self.summary.refused
                }
                PassEnd::Whole { .. } => &mut self.summary.answered,
                PassEnd::Failed => &mut self.summary.failed,
                PassEnd::Left => &mut self.summary.left,
            };
            *counter += 1;
            self.schedule.end(ticket, matches!(end, PassEnd::Whole { decides: true, .. }));
        }
        self.report();
        error.map_or(Ok(()), Err)
    }
}

impl Asking<'_> {
    /// The counts, with what was not asked because the call stopped.
    pub fn into_summary(self) -> AskSummary {
        let left = self.summary.left + self.schedule.left() + self.waiting.len();
        AskSummary { left, ..self.summary }
    }

    /// Writes rows, durably, and counts their requests.
    fn keep(&mut self, rows: &Rows) -> Result<(), StoreError> {
        if !rows.requests.is_empty() {
            self.store.record_requests(self.run, &rows.requests)?;
        }
        if !rows.parts.is_empty() {
            self.store.record_parts(self.run, &rows.parts, &rows.whole)?;
        }
        let of_parts = rows.parts.iter().map(|part| &part.request);
        for request in rows.requests.iter().chain(of_parts) {
            self.summary.requests += 1;
            self.summary.prompt_tokens += request.prompt_tokens.unwrap_or_default();
            self.summary.completion_tokens += request.completion_tokens.unwrap_or_default();
        }
        Ok(())
    }

    /// Reports what was committed so far.
    fn report(&mut self) {
        self.summary.spared += self.schedule.spared() - self.summary.spared_now;
        self.summary.spared_now = self.schedule.spared();
        let price = self.asker.client().endpoint().price;
        let (prompt, completion) = (self.summary.prompt_tokens, self.summary.completion_tokens);
        self.summary.cost = price.map(|price| price.cost(prompt, completion));
        self.summary.elapsed = self.begun.elapsed();
        self.progress.update(&self.summary, self.total);
    }

    /// Lets nothing new begin. The first reason counts.
    fn end(&mut self, reason: Stopped, message: String) {
        if !self.ended {
            self.ended = true;
            self.summary.stopped = Some(reason);
            self.summary.message = Some(message);
        }
    }

    /// The row to record; `None` if nothing was asked.
    fn take(&mut self, step: &Step, end: Ended) -> Result<Option<RecordedRequest>, AskError> {
        let row = self.questions.row(step.position);
        let (asked, reencoded) = match end {
            Ended::Asked { asked, reencoded } => (asked, reencoded),
            Ended::NoRequest(reason) => {
                let question = self.questions.question(step.position).key.to_string();
                return Err(AskError::Prompt { question, reason });
            }
        };
        let (outcome, elapsed) = match asked {
            Asked::Ended { outcome, elapsed, last } => {
                if let Some(message) = last {
                    self.end(Stopped::Errors, message);
                }
                (*outcome, elapsed)
            }
            Asked::NotSent(reason) => {
                if let Some(message) = reason {
                    self.end(Stopped::Budget, message);
                }
                return Ok(None);
            }
        };
        self.summary.reencoded_pictures += reencoded;
        self.summary.attempts += u64::from(outcome.attempts());
        if let Outcome::Failed(failure) = &outcome {
            *self.summary.errors.entry(failure.kind.name()).or_default() += 1;
        }
        Ok(recorded(row, &step.planned, outcome, elapsed))
    }

    /// The end of a pass of one request; `request` is `None` if nothing was asked.
    fn end_request(
        &self,
        step: &Step,
        request: Option<RecordedRequest>,
        rows: &mut Rows,
    ) -> PassEnd {
        let Some(request) = request else { return PassEnd::Left };
        let answer = request.outcome.answer();
        let end = answer.map_or(PassEnd::Failed, |(status, text)| self.whole(step, status, text));
        rows.requests.push(request);
        end
    }

    /// Adds the result of the request for the next part; `request` is `None` if nothing was asked.
    fn add_part(
        &self,
        step: &Step,
        parts: &mut Parts,
        request: Option<RecordedRequest>,
        tokens: Option<&[PromptToken]>,
        rows: &mut Rows,
    ) {
        let (Some(request), Some(number)) = (request, parts.missing.pop_front()) else {
            parts.left = true;
            return;
        };
        let row = self.row((step, parts), number, request, tokens);
        parts.failed |= row.part.is_none();
        // Without the tokens of the prompt no choice can be scored.
        if parts.failed && self.options.ranking.is_some() {
            parts.missing.clear();
        }
        parts.there.extend(row.part.clone());
        rows.parts.push(row);
    }

    /// The result of the request for a part.
    fn row(
        &self,
        (step, parts): (&Step, &Parts),
        number: u32,
        request: RecordedRequest,
        tokens: Option<&[PromptToken]>,
    ) -> RecordedPart {
        let mut row = RecordedPart::from_sample(number, request);
        let (Some(ranking), Some(part), Some(tokens)) =
            (self.options.ranking, &mut row.part, tokens)
        else {
            return row;
        };
        let choice = (number as usize).checked_sub(1);
        match choice.and_then(|at| self.shown_choices(step).nth(at)) {
            None => part.text = written(tokens),
            Some((label, choice)) => {
                part.text = label.to_string();
                part.likelihood = Some(ranking.likelihood(tokens, parts.prompt_alone(), choice));
            }
        }
        row
    }

    /// The end of a pass by the majority of its samples or by its most likely choice.
    fn end_parts(&self, step: &Step, mut parts: Parts, rows: &mut Rows) -> PassEnd {
        if parts.left {
            return PassEnd::Left;
        }
        parts.there.sort_by_key(|part| part.number);
        let by = self.options.ranking.map(|ranking| ranking.by);
        let found = combined(&parts.there, by, || self.shown_choices(step));
        let Some((status, text)) = found.filter(|_| !parts.failed) else { return PassEnd::Failed };
        let end = self.whole(step, status, &text);
        let PlannedPass { pass, order } = step.planned.clone();
        let question_id = self.questions.row(step.position);
        let prediction = Prediction { pass, order, text, status };
        rows.whole.push(NewPrediction { question_id, prediction });
        end
    }

    /// The end of a pass with this answer. Whether it decides its question is read only if there are
    /// passes to spare: reading takes time.
    fn whole(&self, step: &Step, status: PredictionStatus, text: &str) -> PassEnd {
        let reference = || {
            let answer = self.questions.question(step.position).answer;
            shown_reference(&step.planned.order, answer)
        };
        let decides = self.schedule.has_more(&step.ticket)
            && decides(reference(), read(status, text, self.shown_choices(step)));
        PassEnd::Whole { status, decides }
    }

    /// The numbers of the parts of a pass.
    fn numbers(&self, step: &Step) -> RangeInclusive<u32> {
        match self.options.ranking {
            Some(ranking) => ranking.first_part()..=self.shown_choices(step).count() as u32,
            None => 1..=self.options.samples.count(),
        }
    }

    /// The choices that a step shows, with the labels that they have there.
    fn shown_choices(&self, step: &Step) -> impl Iterator<Item = (Label, &str)> {
        step.planned.order.texts(&self.questions.question(step.position).choices)
    }
}
