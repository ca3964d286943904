//! Asks an endpoint, with all attempts, within the limits that its threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{fmt, fs};

use super::address::Address;
use super::backoff::{self, LONGEST_ASKED};
use super::chance::chance;
use super::endpoint::{Endpoint, EndpointError};
use super::failure::{Failure, FailureKind};
use super::headers::Headers;
use super::http::{Answer, Broken, Http, Settings, certificates};
use super::interpret::Interpreter;
use super::limits::{Pace, Permits};
use super::outcome::Outcome;
use super::prompt_tokens::missing_field;
use super::request::{Body, ChatRequest, Estimate, estimated_tokens};
use super::secret::Secrets;
use super::stop::Stop;

/// A client of one endpoint, shared by all threads of a run.
///
/// Callers may have more threads than the endpoint takes requests at once: a thread holds its place
/// only while its request is under way.
pub struct Client {
    endpoint: Endpoint,
    address: Address,
    http: Http,
    secrets: Secrets,
    permits: Permits,
    pace: Mutex<Pace>,
    epoch: Instant,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.address)
    }
}

/// One attempt.
struct Attempt {
    outcome: Outcome,
    /// The wait before the next one that the server asks for.
    asked: Option<Duration>,
}

impl Client {
    /// A client of the endpoint. Reads the key, from its variable or command.
    ///
    /// # Errors
    /// When a field of the endpoint cannot be used, or the key cannot be had.
    pub fn new(endpoint: Endpoint) -> Result<Self, EndpointError> {
        let address = endpoint.check()?;
        let Headers { list, secrets } = Headers::from_endpoint(&endpoint, &address)?;
        let http = Http::new(Settings {
            connections: endpoint.concurrency,
            timeout: Duration::from_secs_f64(endpoint.timeout),
            is_local: address.is_loopback(),
            trusted: trusted(&endpoint)?,
            headers: list,
        });
        let pace = Pace::new(endpoint.requests_per_minute, endpoint.tokens_per_minute);
        Ok(Client {
            permits: Permits::new(endpoint.concurrency),
            pace: Mutex::new(pace),
            epoch: Instant::now(),
            endpoint,
            address,
            http,
            secrets,
        })
    }

    /// The endpoint.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Its addresses.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// What a request costs at most, roughly. Nothing is sent.
    pub fn estimate(&self, request: &ChatRequest) -> Estimate {
        request.body(&self.endpoint).estimate
    }

    /// Asks, with all attempts. Blocks; ends early when the run stops, but not while a request is
    /// under way.
    pub fn ask(&self, request: &ChatRequest, stop: &Stop) -> Outcome {
        self.send(&request.body(&self.endpoint), stop)
    }

    /// Asks with one attempt, whatever comes of it.
    pub(super) fn ask_once(&self, request: &ChatRequest, stop: &Stop) -> Outcome {
        let attempt = self.attempt(&request.body(&self.endpoint), 1, stop);
        attempt.map_or(Outcome::Stopped { attempts: 0 }, |attempt| attempt.outcome)
    }

    /// Sends a body that was written before, with all attempts.
    pub fn send(&self, body: &Body, stop: &Stop) -> Outcome {
        let mut attempts = 0;
        loop {
            let Some(Attempt { outcome, asked }) = self.attempt(body, attempts + 1, stop) else {
                return Outcome::Stopped { attempts };
            };
            attempts += 1;
            let outcome = match outcome {
                Outcome::Answered(reply)
                    if body.needs_prompt_tokens && reply.prompt_tokens.is_none() =>
                {
                    self.without_prompt_tokens(body, attempts)
                }
                outcome => outcome,
            };
            let failure = match outcome {
                Outcome::Failed(failure) if failure.kind.is_worth_a_retry() => failure,
                outcome => return outcome,
            };
            if attempts >= self.endpoint.max_attempts {
                return Outcome::Failed(failure);
            }
            if let Some(asked) = asked.filter(|asked| *asked > LONGEST_ASKED) {
                let seconds = asked.as_secs();
                let message = format!("{} (to be asked again in {seconds} s)", failure.message);
                return Outcome::Failed(Failure { message, ..failure });
            }
            if let Some(asked) = asked {
                self.pace().pause(self.epoch.elapsed() + asked);
            }
            let wait = asked.unwrap_or_default() + backoff::delay(attempts, chance());
            if !stop.wait(wait) {
                return Outcome::Stopped { attempts };
            }
        }
    }

    fn without_prompt_tokens(&self, body: &Body, attempts: u32) -> Outcome {
        let interpreter = self.interpreter(attempts, Duration::ZERO);
        let message = missing_field(body.is_raw);
        Outcome::Failed(interpreter.failure(FailureKind::BadRequest, None, &message))
    }

    /// Fetches a document of the server, once; `None` if the run stops first.
    pub(super) fn get(&self, url: &str, stop: &Stop) -> Option<Result<Vec<u8>, Failure>> {
        let permit = self.permits.acquire(stop)?;
        let answer = self.http.get(url, permit.number());
        drop(permit);
        let body = match answer {
            Ok(Answer { status: 200..300, body, .. }) => return Some(Ok(body)),
            answer => self.outcome(answer, 1, Duration::ZERO).outcome,
        };
        let interpreter = self.interpreter(1, Duration::ZERO);
        Some(Err(match body {
            Outcome::Failed(failure) => failure,
            _ => interpreter.failure(FailureKind::Unauthorized, None, "the server refuses"),
        }))
    }

    /// One attempt; `None` if the run stops before it is sent.
    fn attempt(&self, body: &Body, number: u32, stop: &Stop) -> Option<Attempt> {
        let permit = self.permits.acquire(stop)?;
        let booked = self.wait_for_place(body, stop)?;
        let started = Instant::now();
        let url = if body.is_raw { self.address.completions() } else { self.address.chat() };
        let answer = self.http.post(&url, &body.bytes, permit.number());
        drop(permit);
        let attempt = self.outcome(answer, number, started.elapsed());
        if self.endpoint.tokens_per_minute.is_some() {
            self.pace().correct(booked, used(&attempt.outcome, booked));
        }
        Some(attempt)
    }

    /// Waits until the request may begin. Returns the tokens booked for it; `None` if the run
    /// stops first.
    fn wait_for_place(&self, body: &Body, stop: &Stop) -> Option<u64> {
        let tokens = expected_tokens(&body.estimate);
        let mut begins = self.pace().book(self.epoch.elapsed(), tokens);
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
            if self.pace().paused_until() > begins {
                begins = self.pace().book(self.epoch.elapsed(), 0);
            }
        }
    }

    fn outcome(&self, answer: Result<Answer, Broken>, attempts: u32, latency: Duration) -> Attempt {
        let interpreter = self.interpreter(attempts, latency);
        let answer = match answer {
            Ok(answer) => answer,
            Err(Broken { kind, status, message }) => {
                let message = match kind {
                    FailureKind::Connect | FailureKind::Tls => {
                        format!("{}: {message}", self.address)
                    }
                    _ => message,
                };
                let failure = interpreter.failure(kind, status, &message);
                return Attempt { outcome: Outcome::Failed(failure), asked: None };
            }
        };
        let Answer { status, retry_after, location, body } = answer;
        let outcome = match status {
            300..400 => interpreter.redirect(status, location.as_deref()),
            _ => interpreter.outcome(status, &body),
        };
        let asked =
            retry_after.and_then(|header| backoff::retry_after(&header, SystemTime::now().into()));
        Attempt { outcome, asked }
    }

    fn interpreter(&self, attempts: u32, latency: Duration) -> Interpreter<'_> {
        Interpreter { secrets: &self.secrets, attempts, latency }
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a request is taken to use of the tokens of a minute: its prompt and a short answer.
fn expected_tokens(estimate: &Estimate) -> u64 {
    estimate.prompt_tokens + estimate.most_completion_tokens.unwrap_or(64).min(64)
}

/// The tokens that an attempt did use, as far as the server says.
fn used(outcome: &Outcome, booked: u64) -> u64 {
    let Some(usage) = outcome.usage() else { return booked };
    let of_text = || match outcome {
        Outcome::Answered(reply) => estimated_tokens(&reply.text),
        _ => 0,
    };
    match usage.prompt_tokens {
        Some(prompt) => prompt + usage.completion_tokens.unwrap_or_else(of_text),
        None => booked,
    }
}

/// The certificates that the endpoint names, in PEM.
fn trusted(endpoint: &Endpoint) -> Result<Option<Vec<u8>>, EndpointError> {
    let Some(path) = &endpoint.ca_file else { return Ok(None) };
    let wrong = |found: String| EndpointError::Field {
        field: "ca_file".to_owned(),
        expected: "a file of certificates (PEM)".to_owned(),
        found,
    };
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| wrong(format!("{shown}: {error}")))?;
    match certificates(&bytes).is_empty() {
        true => Err(wrong(format!("{shown}, which holds none"))),
        false => Ok(Some(bytes)),
    }
}
