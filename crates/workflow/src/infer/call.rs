//! The requests of a call: each is sent within the budget, until too many fail, and all are counted, the same
//! for asking and for extracting.
//!
//! They are held back until the first one has ended, so that a key that the server refuses is sent once and
//! not by every thread.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use assay_core::keyword::{Keyword, keywords};
use assay_llm::{
    Budget, ChatRequest, Client, ErrorsInARow, Exhausted, Failure, FailureKind, Outcome, Reply,
    Stop,
};

/// Longer buffers are not kept.
const LONGEST_BUFFER: usize = 1 << 20;

/// The longest time that requests are held back: a key is refused at once, an answer may take minutes.
const LONGEST_HELD: Duration = Duration::from_secs(1);

thread_local! {
    /// The buffer of the thread's last body.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

keywords! {
    /// Why a call stopped before everything was asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Stopped {
        /// The budget is spent.
        Budget = "budget",
        /// A user or a signal interrupted it.
        Interrupted = "interrupted",
        /// Only the first questions were wanted.
        Limit = "limit",
        /// Too many requests in a row failed in the same way.
        Errors = "errors",
    }
}

/// Asks a client within a budget, until too many requests in a row fail. Shared by all threads of a call.
#[derive(Debug)]
pub struct Asker {
    pub client: Client,
    pub budget: Budget,
    pub stop: Stop,
    errors: ErrorsInARow,
    has_begun: AtomicBool,
    /// The first request has ended, or takes too long to wait for.
    first_is_over: Stop,
}

/// The result of a request.
#[derive(Debug)]
pub struct Asked {
    /// [`Outcome::Stopped`] without attempts if it was not sent.
    pub outcome: Outcome,
    /// The duration of all attempts.
    pub elapsed: Duration,
    /// Why the call ends with it, if it does: too many failures in a row, or a budget that is spent.
    pub ends: Option<(Stopped, String)>,
}

impl Asked {
    /// A request that cannot be made counts as a failed request that was never sent.
    pub fn refuse(message: &str) -> Self {
        let kind = FailureKind::BadRequest;
        let failure = Failure { kind, status: None, message: message.to_owned(), attempts: 0 };
        Asked { outcome: Outcome::Failed(failure), elapsed: Duration::ZERO, ends: None }
    }
}

impl Asker {
    /// An asker that ends the call after this number of failures of the same kind in a row.
    pub fn new(client: Client, budget: Budget, stop: Stop, errors_in_a_row: u32) -> Self {
        let errors = ErrorsInARow::new(errors_in_a_row);
        let (has_begun, first_is_over) = (AtomicBool::default(), Stop::new());
        Asker { client, budget, stop, errors, has_begun, first_is_over }
    }

    /// Asks, with all attempts. The request is dropped once its body is written, pictures and all.
    /// `check` says why an answer cannot be used, `other` gives another request in place of one that
    /// failed.
    pub fn ask(
        &self,
        request: ChatRequest,
        check: impl Fn(&Reply) -> Result<(), String>,
        other: impl FnOnce(&Failure) -> Option<ChatRequest>,
    ) -> Asked {
        let is_first = !self.has_begun.swap(true, Ordering::Relaxed);
        if !is_first && self.first_is_over.wait(LONGEST_HELD) {
            self.first_is_over.request();
        }
        let begun = Instant::now();
        let (outcome, ends) = match self.send(request, &check) {
            Ok(mut outcome) => {
                if let Outcome::Failed(failure) = &outcome
                    && let Some(other) = other(failure)
                {
                    let attempts = failure.attempts;
                    if let Ok(second) = self.send(other, &check) {
                        outcome = second.after(attempts);
                    }
                }
                let ends = self.errors.record(&outcome).map(|message| (Stopped::Errors, message));
                if ends.is_some() {
                    self.stop.request();
                }
                (outcome, ends)
            }
            Err(exhausted) => {
                let is_spent = !self.stop.is_requested();
                let ends = is_spent.then(|| (Stopped::Budget, exhausted.to_string()));
                (Outcome::Stopped { attempts: 0 }, ends)
            }
        };
        // The others continue only after the outcome is counted, which may end the call.
        if is_first {
            self.first_is_over.request();
        }
        Asked { outcome, elapsed: begun.elapsed(), ends }
    }

    /// Sends a request within the budget.
    fn send(
        &self,
        request: ChatRequest,
        check: &impl Fn(&Reply) -> Result<(), String>,
    ) -> Result<Outcome, Exhausted> {
        let body = request.body_in(BUFFER.take(), &self.client.endpoint);
        drop(request);
        let booking = self.budget.book(body.estimate, &self.stop)?;
        let outcome = self.client.send(&body, &self.stop);
        if body.bytes.capacity() <= LONGEST_BUFFER {
            BUFFER.set(body.bytes);
        }
        match &outcome {
            Outcome::Stopped { attempts: 0 } => booking.cancel(),
            other => booking.settle(other.usage()),
        }
        let Outcome::Answered(reply) = outcome else { return Ok(outcome) };
        Ok(match check(&reply) {
            Ok(()) => Outcome::Answered(reply),
            Err(message) => {
                let (kind, attempts) = (FailureKind::BadReply, reply.attempts);
                Outcome::Failed(Failure { kind, status: None, message, attempts })
            }
        })
    }
}

/// The number of requests of a call.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Requests {
    /// Those that ended.
    pub requests: usize,
    /// The same with their repetitions.
    pub attempts: u64,
}

/// Tokens as the server counts them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Tokens {
    pub prompt: u64,
    /// Of the answers.
    pub completion: u64,
}

/// What the requests of a call used, and why it ended.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Spent {
    pub tokens: Tokens,
    /// `None` if the endpoint has no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Pictures that were re-encoded because the server does not accept their format; `None` if no
    /// pictures are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reencoded_pictures: Option<usize>,
    /// The duration.
    pub seconds: f64,
    /// Why not everything was asked.
    pub stopped: Option<Stopped>,
    /// Failed requests by kind.
    pub errors: BTreeMap<&'static str, usize>,
    /// What stopped it, in a sentence.
    #[serde(skip)]
    pub message: Option<String>,
}

/// Receives the state whenever results were committed: the number of items done and of all, and what
/// was used so far.
pub type Report<'a> = &'a mut dyn FnMut(usize, usize, &Spent);

/// The requests of a call in progress.
pub(crate) struct Call<'a> {
    pub asker: &'a Asker,
    pub begun: Instant,
    pub requests: Requests,
    pub spent: Spent,
}

impl Call<'_> {
    /// Whether nothing new may begin.
    pub fn is_ending(&self) -> bool {
        self.asker.stop.is_requested() || self.spent.message.is_some()
    }

    /// Counts a request. Returns its outcome and duration. The first reason to end the call counts.
    pub fn count(&mut self, Asked { outcome, elapsed, ends }: Asked) -> (Outcome, Duration) {
        if let Some((reason, message)) = ends.filter(|_| self.spent.message.is_none()) {
            self.spent.stopped = Some(reason);
            self.spent.message = Some(message);
        }
        let usage = outcome.usage().unwrap_or_default();
        self.spent.tokens.prompt += usage.prompt_tokens.unwrap_or_default();
        self.spent.tokens.completion += usage.completion_tokens.unwrap_or_default();
        self.requests.attempts += u64::from(outcome.attempts());
        self.requests.requests += usize::from(!matches!(outcome, Outcome::Stopped { .. }));
        if let Outcome::Failed(failure) = &outcome {
            *self.spent.errors.entry(failure.kind.name()).or_default() += 1;
        }
        (outcome, elapsed)
    }

    /// What was used so far.
    pub fn so_far(&mut self) -> &Spent {
        self.spent.cost = self.asker.budget.cost_so_far();
        self.spent.seconds = self.begun.elapsed().as_secs_f64();
        &self.spent
    }

    /// The requests, what they used, and whether a user or a signal ended them.
    pub fn end(mut self) -> (Requests, Spent) {
        if self.asker.stop.is_requested() && self.spent.message.is_none() {
            self.spent.stopped = Some(Stopped::Interrupted);
        }
        self.spent.seconds = self.begun.elapsed().as_secs_f64();
        (self.requests, self.spent)
    }
}
