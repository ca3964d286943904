//! The steps of asking: a worker's part for one request, and the calling thread's part.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::asker::{Asked, Asker};
use super::options::{AskError, AskOptions};
use super::parts::Parts;
use super::passes::{decides, read, shown_reference};
use super::pictures::SharedPictures;
use super::plan::{Plan, PlannedPass};
use super::pool::{Supervisor, Threads, Work};
use super::question_prompt::PromptError;
use super::questions::Questions;
use super::ranking::{NO_TEXT, has_texts};
use super::schedule::{Schedule, Ticket};
use super::summary::{AskSummary, Progress, Stopped};
use assay_core::benchmark::{ChoiceOrder, Label, PredictionStatus, Question};
use assay_core::keyword::Keyword;
use assay_llm::{
    ChatRequest, DROPPED, Endpoint, Failure, Outcome, PictureFormat, Price, PromptToken, Reply,
    Stop,
};
use assay_store::{QuestionId, RecordedRequest, RequestOutcome, Run, Store};

/// From this number on, threads continue with other steps while their answers are gathered and
/// committed.
const MANY_AT_ONCE: usize = 64;

/// The time for which answers are gathered if many requests are in progress: a commit takes a few
/// milliseconds.
const GATHER: Duration = Duration::from_millis(3);

/// The threads that ask an endpoint. With few requests at once a killed program should lose no more than
/// these, so nothing is gathered there.
pub(super) fn threads(endpoint: &Endpoint) -> Threads {
    let concurrency = endpoint.concurrency;
    match concurrency < MANY_AT_ONCE {
        true => Threads { count: concurrency, ahead: concurrency / 16, gather: Duration::ZERO },
        false => Threads { count: concurrency, ahead: concurrency / 2, gather: GATHER },
    }
}

/// One pass of a question, to be asked.
#[derive(Debug)]
pub(super) struct Step {
    pub ticket: Ticket,
    pub position: usize,
    pub planned: PlannedPass,
    /// If the pass takes several requests: the parts it has, and which is next.
    pub parts: Option<Parts>,
}

/// A unit for each question, or for each pass if no pass spares another.
pub(super) fn schedule(plan: &Plan, all_passes: bool) -> Schedule<(usize, PlannedPass)> {
    let units = plan.questions.iter().flat_map(|question| {
        let steps = question.passes.iter().map(|pass| (question.position, pass.clone()));
        match all_passes {
            true => steps.map(|step| vec![step]).collect::<Vec<_>>(),
            false => vec![steps.collect()],
        }
    });
    Schedule::new(units)
}

/// The work of the threads: write the request, ask.
pub(super) struct Requests<'a> {
    pub asker: &'a Asker<'a>,
    pub questions: &'a Questions,
    pub options: &'a AskOptions,
    pub pictures: SharedPictures,
}

/// The result of a step.
pub(super) enum Ended {
    Asked {
        asked: Asked,
        reencoded: usize,
    },
    /// The request could not be written.
    NoRequest(PromptError),
}

impl Ended {
    /// The tokens of the prompt, if the answer has them.
    pub fn prompt_tokens(&self) -> Option<&[PromptToken]> {
        match self {
            Ended::Asked { asked: Asked::Ended { outcome, .. }, .. } => match &**outcome {
                Outcome::Answered(reply) => reply.prompt_tokens.as_deref(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The text of a choice by its number in the order of the pass, from 1; 0 is none.
fn nth_choice<'q>(question: &'q Question, order: &ChoiceOrder, number: u32) -> Option<&'q str> {
    let at = (number as usize).checked_sub(1)?;
    let (_, original) = order.shown().nth(at)?;
    question.choice(original).map(|choice| choice.text.as_str())
}

impl Requests<'_> {
    /// The request of a step, with its pictures in these formats.
    fn request(&self, step: &Step, taken: &[PictureFormat]) -> Result<ChatRequest, PromptError> {
        let question = self.questions.question(step.position);
        let picture = |hash| self.pictures.picture(hash, taken);
        let (prompt, input) = (&self.options.prompt, self.options.input);
        let order = &step.planned.order;
        if let (Some(ranking), Some(number)) =
            (self.options.ranking, step.parts.as_ref().and_then(Parts::next))
        {
            let parts = prompt.parts(question, None, input, picture)?;
            return Ok(ranking.request(parts, nth_choice(question, order, number)));
        }
        let mut request = prompt.request(question, order, input, picture)?;
        if let Some(sample) = step.parts.as_ref().and_then(Parts::next) {
            request.vary_seed(self.asker.client().endpoint(), sample);
        }
        Ok(request)
    }

    /// Whether an answer can be used. Without its tokens, the likelihood of a choice is unknown.
    fn check(&self, step: &Step, reply: &Reply) -> Result<(), String> {
        let (Some(ranking), Some(parts)) = (self.options.ranking, &step.parts) else {
            return Ok(());
        };
        let question = self.questions.question(step.position);
        let choice =
            parts.next().and_then(|number| nth_choice(question, &step.planned.order, number));
        let (Some(choice), Some(tokens)) = (choice, &reply.prompt_tokens) else { return Ok(()) };
        match ranking.likelihood(tokens, parts.prompt_alone(), choice).tokens {
            0 => Err(DROPPED.to_owned()),
            _ => Ok(()),
        }
    }
}

impl Work for Requests<'_> {
    type Step = Step;
    type Result = Ended;

    fn perform(&self, step: &Step) -> Ended {
        let question = self.questions.question(step.position);
        if self.options.ranking.is_some() && !has_texts(question) {
            return Ended::Asked { asked: Asked::refuse(NO_TEXT), reencoded: 0 };
        }
        let request = match self.request(step, self.pictures.taken()) {
            Ok(request) => request,
            Err(reason) => return Ended::NoRequest(reason),
        };
        let reencoded = Cell::new(request.reencoded_pictures());
        let formats = request.picture_formats();
        let as_png = |failure: &Failure| {
            if !formats.iter().any(|format| format.may_be_why(failure.kind)) {
                return None;
            }
            let other = self.request(step, &[PictureFormat::Png]).ok()?;
            reencoded.set(other.reencoded_pictures());
            Some(other)
        };
        let asked = self.asker.ask_checked(request, |reply| self.check(step, reply), as_png);
        Ended::Asked { asked, reencoded: reencoded.get() }
    }
}

/// The calling thread: hands out passes, records what comes back.
pub(super) struct Asking<'a> {
    pub schedule: Schedule<(usize, PlannedPass)>,
    pub store: &'a mut Store,
    pub run: &'a Run,
    pub questions: &'a Questions,
    pub stop: &'a Stop,
    pub price: Option<Price>,
    pub progress: &'a mut dyn Progress,
    pub summary: AskSummary,
    pub total: usize,
    pub begun: Instant,
    /// Whether nothing new may begin.
    pub ended: bool,
}

impl Supervisor<Requests<'_>> for Asking<'_> {
    type Error = AskError;

    fn next(&mut self) -> Option<Step> {
        if self.is_ending() {
            return None;
        }
        let (ticket, (position, planned)) = self.schedule.begin()?;
        Some(Step { ticket, position, planned, parts: None })
    }

    fn commit(&mut self, results: Vec<(Step, Ended)>) -> Result<(), AskError> {
        let mut requests = Vec::with_capacity(results.len());
        let mut ended = Vec::with_capacity(results.len());
        let mut error = None;
        for (step, end) in results {
            let decides = match self.take(&step, end) {
                Ok(Some(request)) => {
                    // Only if there is something to spare: reading an answer takes time.
                    let answer = request.outcome.answer();
                    let decides = self.schedule.has_more(&step.ticket)
                        && answer.is_some_and(|(status, text)| self.decides(&step, status, text));
                    requests.push(request);
                    decides
                }
                Ok(None) => {
                    self.summary.left += 1;
                    false
                }
                Err(reason) => {
                    error = Some(reason);
                    false
                }
            };
            ended.push((step.ticket, decides));
        }
        self.store.record_requests(self.run, &requests)?;
        for request in &requests {
            self.count(request);
        }
        for (ticket, decides) in ended {
            self.schedule.end(ticket, decides);
        }
        self.report();
        error.map_or(Ok(()), Err)
    }
}

impl Asking<'_> {
    /// Whether nothing new may begin.
    pub fn is_ending(&self) -> bool {
        self.stop.is_requested() || self.ended
    }

    /// Reports what was committed so far.
    pub fn report(&mut self) {
        self.summary.spared += self.schedule.spared() - self.summary.spared_now;
        self.summary.spared_now = self.schedule.spared();
        self.summary.cost = self
            .price
            .map(|price| price.cost(self.summary.prompt_tokens, self.summary.completion_tokens));
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
    pub fn take(&mut self, step: &Step, end: Ended) -> Result<Option<RecordedRequest>, AskError> {
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

    /// The choices that a step shows, with the labels that they have there.
    pub fn shown_choices(&self, step: &Step) -> impl Iterator<Item = (Label, &str)> {
        let question = self.questions.question(step.position);
        step.planned
            .order
            .shown()
            .filter_map(|(label, original)| Some((label, question.choice(original)?.text.as_str())))
    }

    /// Whether an answer decides its question.
    pub fn decides(&self, step: &Step, status: PredictionStatus, text: &str) -> bool {
        let answer = self.questions.question(step.position).answer;
        let reference = shown_reference(&step.planned.order, answer);
        decides(reference, read(status, text, self.shown_choices(step)))
    }

    fn count(&mut self, request: &RecordedRequest) {
        match request.outcome {
            RequestOutcome::Answered { .. } => self.summary.answered += 1,
            RequestOutcome::Refused { .. } => self.summary.refused += 1,
            RequestOutcome::Failed { .. } => self.summary.failed += 1,
        }
        self.count_request(request);
    }

    /// Counts a request that ended, and its tokens.
    pub fn count_request(&mut self, request: &RecordedRequest) {
        self.summary.requests += 1;
        self.summary.prompt_tokens += request.prompt_tokens.unwrap_or_default();
        self.summary.completion_tokens += request.completion_tokens.unwrap_or_default();
    }
}

/// The row that records how a request ended; `None` if the call stopped before.
pub(super) fn recorded(
    question_id: QuestionId,
    planned: &PlannedPass,
    outcome: Outcome,
    elapsed: Duration,
) -> Option<RecordedRequest> {
    let usage = outcome.usage().unwrap_or_default();
    let attempts = outcome.attempts();
    let (reasoning, finish_reason, outcome) = match outcome {
        Outcome::Answered(reply) => {
            (reply.reasoning, reply.finish_reason, RequestOutcome::Answered { text: reply.text })
        }
        Outcome::Refused(refusal) => {
            let kind = refusal.why.name().to_owned();
            (None, None, RequestOutcome::Refused { text: refusal.text, kind })
        }
        Outcome::Failed(failure) => {
            let kind = failure.kind.name().to_owned();
            (None, None, RequestOutcome::Failed { kind, message: failure.message })
        }
        Outcome::Stopped { .. } => return None,
    };
    Some(RecordedRequest {
        question_id,
        pass: planned.pass,
        order: planned.order.clone(),
        outcome,
        reasoning,
        finish_reason,
        prompt_tokens: usage.prompt_tokens,
        completion_tokens: usage.completion_tokens,
        latency: elapsed,
        attempts,
    })
}
