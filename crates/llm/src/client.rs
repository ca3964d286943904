//! Sends requests to an endpoint, with all attempts, within the limits that its threads share.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::address::Address;
use super::backoff::{self, LONGEST_ASKED};
use super::endpoint::{Endpoint, EndpointError};
use super::failure::{Failure, FailureKind};
use super::headers::headers;
use super::http::{Answer, Http};
use super::interpret::Interpreter;
use super::limits::{Pace, Permit, Permits};
use super::outcome::Outcome;
use super::prompt_tokens::{self, PromptLogprobs};
use super::request::{Body, ChatRequest, estimated_tokens};
use super::servers::{Change, Servers};
use super::stop::{Stop, lock};

/// A client of one endpoint, shared by all threads of a run.
///
/// Callers may have more threads than the endpoint accepts requests at once: a thread holds its
/// permit only while its request is in progress.
pub struct Client {
    pub endpoint: Endpoint,
    /// The addresses of its servers, at least one.
    pub addresses: Vec<Address>,
    servers: Mutex<Servers>,
    /// Called with a sentence when a server stops answering, or answers again.
    notice: Box<dyn Fn(&str) + Send + Sync>,
    http: Http,
    pub(super) interpreter: Interpreter,
    permits: Permits,
    pace: Mutex<Pace>,
    epoch: Instant,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.address())
    }
}

/// One attempt.
struct Attempt {
    outcome: Outcome,
    /// The wait before the next one that the server asks for.
    asked: Option<Duration>,
    /// Whether it does not count, because its server does not answer and is awaited or left out.
    is_excused: bool,
}

impl Client {
    /// A client of the endpoint. Reads the key, from its variable or command.
    ///
    /// # Errors
    /// If a field of the endpoint cannot be used, or the key is not available.
    pub fn new(endpoint: Endpoint) -> Result<Self, EndpointError> {
        let addresses = endpoint.addresses()?;
        let (headers, secrets) = headers(&endpoint, &addresses[0])?;
        let http = Http::new(&endpoint, &addresses, headers)?;
        let pace = Pace::new(endpoint.requests_per_minute, endpoint.tokens_per_minute);
        Ok(Client {
            permits: Permits::new(endpoint.concurrency),
            servers: Mutex::new(Servers::new(addresses.len(), endpoint.patience())),
            notice: Box::new(|_| {}),
            pace: Mutex::new(pace),
            epoch: Instant::now(),
            endpoint,
            addresses,
            http,
            interpreter: Interpreter { secrets },
        })
    }

    /// Calls `notice` with a sentence, not yet safe for a terminal, when a server that is awaited
    /// or left out stops answering, and when it answers again.
    #[must_use]
    pub fn with_notices(mut self, notice: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.notice = Box::new(notice);
        self
    }

    /// The addresses of its first server.
    pub fn address(&self) -> &Address {
        &self.addresses[0]
    }

    /// Asks, with all attempts. Blocks; ends early when the run stops, but not while a request is
    /// in progress.
    pub fn ask(&self, request: &ChatRequest, stop: &Stop) -> Outcome {
        self.send(&request.body(&self.endpoint), stop)
    }

    /// Asks with one attempt and returns any result; an answer without the tokens of the prompt is
    /// also accepted.
    pub(super) fn ask_once(&self, request: &ChatRequest, stop: &Stop) -> Outcome {
        let body = request.body(&self.endpoint);
        match self.attempt(&body, 1, stop) {
            Some(Attempt { outcome: Outcome::Answered(reply), .. })
                if reply.prompt_tokens.is_some() =>
            {
                self.checked(&body, Outcome::Answered(reply))
            }
            Some(attempt) => attempt.outcome,
            None => Outcome::Stopped { attempts: 0 },
        }
    }

    /// Sends a body that was written before, with all attempts.
    pub fn send(&self, body: &Body, stop: &Stop) -> Outcome {
        let (mut attempts, mut excused) = (0, 0);
        loop {
            let Some(attempt) = self.attempt(body, attempts + 1, stop) else {
                return Outcome::Stopped { attempts };
            };
            let Attempt { outcome, asked, is_excused } = attempt;
            attempts += 1;
            if is_excused {
                excused += 1;
                continue;
            }
            let failure = match self.checked(body, outcome) {
                Outcome::Failed(failure) if failure.kind.is_worth_a_retry() => failure,
                outcome => return outcome,
            };
            if attempts - excused >= self.endpoint.max_attempts {
                return Outcome::Failed(failure);
            }
            if let Some(asked) = asked.filter(|asked| *asked > LONGEST_ASKED) {
                let seconds = asked.as_secs();
                let message = format!("{} (to be asked again in {seconds} s)", failure.message);
                return Outcome::Failed(Failure { message, ..failure });
            }
            let wait =
                asked.unwrap_or_default() + backoff::delay(attempts - excused, backoff::chance());
            if !stop.wait(wait) {
                return Outcome::Stopped { attempts };
            }
        }
    }

    /// The outcome; a failure if the log-probabilities of the prompt are wanted and cannot be used.
    fn checked(&self, body: &Body, outcome: Outcome) -> Outcome {
        let (Outcome::Answered(reply), Some(form)) = (&outcome, body.prompt_logprobs) else {
            return outcome;
        };
        match prompt_tokens::check(reply.prompt_tokens.as_deref(), form) {
            Ok(()) => outcome,
            Err((kind, message)) => {
                let failure = self.interpreter.failure(kind, None, &message);
                Outcome::Failed(Failure { attempts: reply.attempts, ..failure })
            }
        }
    }

    /// Fetches a document of the server, once; `None` if the run stops first.
    pub(super) fn get(&self, url: &str, stop: &Stop) -> Option<Result<Vec<u8>, Failure>> {
        let permit = self.permits.acquire(stop)?;
        let answer = self.http.get(url, permit.number);
        drop(permit);
        if let Ok(Answer { status: 200..300, body, .. }) = answer {
            return Some(Ok(body));
        }
        Some(Err(match self.outcome(self.address(), answer, 1, Duration::ZERO).0 {
            Outcome::Failed(failure) => failure,
            _ => self.interpreter.failure(FailureKind::Unauthorized, None, "the server refuses"),
        }))
    }

    /// One attempt; `None` if the run stops before it is sent.
    fn attempt(&self, body: &Body, number: u32, stop: &Stop) -> Option<Attempt> {
        let (permit, server, is_trial) = self.place(stop)?;
        let Some(booked) = self.wait_for_place(body, stop) else {
            lock(&self.servers).leave(server);
            return None;
        };
        let started = Instant::now();
        let address = &self.addresses[server];
        let url = match body.prompt_logprobs {
            Some(PromptLogprobs::Completions) => address.completions(),
            _ => address.chat(),
        };
        let answer = self.http.post(&url, &body.bytes, permit.number);
        // Before the next request gets the permit of this one.
        if let Ok(Answer { status: 400.., retry_after: Some(asked), .. }) = &answer
            && *asked <= LONGEST_ASKED
        {
            lock(&self.pace).pause(self.epoch.elapsed() + *asked);
        }
        drop(permit);
        let (outcome, asked) = self.outcome(address, answer, number, started.elapsed());
        if self.endpoint.tokens_per_minute.is_some() {
            lock(&self.pace).correct(booked, used(&outcome, booked));
        }
        let end = lock(&self.servers).end(server, is_trial, &outcome, self.epoch.elapsed());
        if let Some(change) = end.change {
            self.say(address, change, &outcome);
        }
        Some(Attempt { outcome, asked, is_excused: end.is_excused })
    }

    /// The right to send a request, its server, and whether that did not answer before. Blocks
    /// while no server may be asked; `None` if the run stops first.
    fn place(&self, stop: &Stop) -> Option<(Permit<'_>, usize, bool)> {
        loop {
            let permit = self.permits.acquire(stop)?;
            let pick = lock(&self.servers).pick(self.epoch.elapsed());
            match pick {
                Ok((number, is_trial)) => return Some((permit, number, is_trial)),
                Err(wait) => {
                    drop(permit);
                    if !stop.wait(wait) {
                        return None;
                    }
                }
            }
        }
    }

    fn say(&self, address: &Address, change: Change, outcome: &Outcome) {
        if !lock(&self.servers).are_watched() {
            return;
        }
        let sentence = match (change, outcome) {
            (Change::Back(after), _) => {
                format!("{address} answers again after {:.0} s", after.as_secs_f64())
            }
            (Change::Lost, Outcome::Failed(failure)) => {
                let seconds = self.endpoint.patience().as_secs();
                let next = match self.addresses.len() {
                    1 => format!("waiting for it, {seconds} s at most"),
                    _ => "it is tried again now and then, the others are asked".to_owned(),
                };
                format!("{address} does not answer ({failure}); {next}")
            }
            (Change::Lost, _) => return,
        };
        (self.notice)(&sentence);
    }

    /// Waits until the request may begin. Returns the tokens booked for it; `None` if the run
    /// stops first.
    fn wait_for_place(&self, body: &Body, stop: &Stop) -> Option<u64> {
        // Its prompt and a short answer.
        let answer = body.estimate.most_completion_tokens.unwrap_or(64).min(64);
        let tokens = body.estimate.prompt_tokens + answer;
        let mut begins = lock(&self.pace).book(self.epoch.elapsed(), tokens);
        loop {
            let now = self.epoch.elapsed();
            let left = begins.saturating_sub(now);
            if left.is_zero() {
                return Some(tokens);
            }
            if !stop.wait(left) {
                return None;
            }
            // The server may have asked for a pause in the meantime.
            if lock(&self.pace).paused_until > begins {
                begins = lock(&self.pace).book(self.epoch.elapsed(), 0);
            }
        }
    }

    /// The meaning of an answer, and the wait that it asks for.
    fn outcome(
        &self,
        address: &Address,
        answer: Result<Answer, Failure>,
        attempts: u32,
        latency: Duration,
    ) -> (Outcome, Option<Duration>) {
        let interpreter = &self.interpreter;
        let (outcome, asked) = match answer {
            Ok(Answer { status, retry_after, location, body }) => {
                let outcome = match status {
                    300..400 => interpreter.redirect(status, location.as_deref()),
                    _ => interpreter.outcome(status, &body),
                };
                (outcome, retry_after)
            }
            Err(Failure { kind, status, mut message, .. }) => {
                if matches!(kind, FailureKind::Connect | FailureKind::Tls) {
                    message = format!("{address}: {message}");
                }
                (Outcome::Failed(interpreter.failure(kind, status, &message)), None)
            }
        };
        let mut outcome = outcome.after(attempts - 1);
        if let Outcome::Answered(reply) = &mut outcome {
            reply.latency = latency;
        }
        (outcome, asked)
    }
}

/// The tokens that an attempt used, as far as the server reports them.
fn used(outcome: &Outcome, booked: u64) -> u64 {
    let usage = outcome.usage().unwrap_or_default();
    let of_text = || match outcome {
        Outcome::Answered(reply) => estimated_tokens(&reply.text),
        _ => 0,
    };
    usage
        .prompt_tokens
        .map_or(booked, |prompt| prompt + usage.completion_tokens.unwrap_or_else(of_text))
}
