//! Asks an endpoint, with all attempts, within the limits that its threads share.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, fs};

use chrono::Utc;

use super::address::Address;
use super::backoff::{self, LONGEST_ASKED};
use super::chance::chance;
use super::endpoint::{Endpoint, EndpointError};
use super::error_text::ErrorText;
use super::failure::{Failure, FailureKind, Meaning, bounded, meaning};
use super::http::{Answer, Broken, Http, Settings, certificates};
use super::limits::{Pace, Permits};
use super::outcome::{Outcome, Refusal, RefusedBy, Reply, Usage};
use super::reply::{Completion, Read, read};
use super::request::{Body, ChatRequest, Estimate, estimated_tokens};
use super::secret::{Secret, Secrets};
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

/// What one attempt came to.
enum Attempt {
    Done(Outcome),
    /// Worth another attempt, after the wait that the server asks for.
    Again(Failure, Option<Duration>),
}

impl Client {
    /// A client of the endpoint. Reads the key, from its variable or command.
    ///
    /// # Errors
    /// When a field of the endpoint cannot be used, or the key cannot be had.
    pub fn new(endpoint: Endpoint) -> Result<Self, EndpointError> {
        let address = endpoint.check()?;
        let mut secrets = Secrets::default();
        let mut headers = headers(&endpoint.headers, &mut secrets)?;
        if let Some(key) = endpoint.key()? {
            headers.push(key_header(&address, &key));
            secrets.push(key);
        }
        let http = Http::new(Settings {
            connections: endpoint.concurrency,
            timeout: Duration::from_secs_f64(endpoint.timeout),
            is_local: address.is_loopback(),
            trusted: trusted(&endpoint)?,
            headers,
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

    /// Sends a body that was written before, with all attempts.
    pub fn send(&self, body: &Body, stop: &Stop) -> Outcome {
        let mut attempts = 0;
        loop {
            let Some(attempt) = self.attempt(body, attempts + 1, stop) else {
                return Outcome::Stopped { attempts };
            };
            attempts += 1;
            let (failure, asked) = match attempt {
                Attempt::Done(outcome) => return outcome,
                Attempt::Again(failure, asked) => (failure, asked),
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

    /// Fetches a document of the server, once.
    pub(super) fn get(&self, url: &str, stop: &Stop) -> Result<Vec<u8>, Failure> {
        let stopped = || Broken {
            kind: FailureKind::Cut,
            status: None,
            message: "stopped before it was sent".to_owned(),
        };
        let answer = match self.permits.acquire(stop) {
            Some(permit) => self.http.get(url, permit.number()),
            None => Err(stopped()),
        };
        let answer = answer.map_err(|broken| self.failure(broken, 1))?;
        if (200..300).contains(&answer.status) {
            return Ok(answer.body);
        }
        match self.refused_status(answer, 1, Duration::ZERO) {
            Attempt::Again(failure, _) | Attempt::Done(Outcome::Failed(failure)) => Err(failure),
            Attempt::Done(_) => Err(self.failure(stopped(), 1)),
        }
    }

    /// One attempt; `None` if the run stops before it is sent.
    fn attempt(&self, body: &Body, number: u32, stop: &Stop) -> Option<Attempt> {
        let permit = self.permits.acquire(stop)?;
        let booked = self.wait_for_place(body, stop)?;
        let started = Instant::now();
        let answer = self.http.post(&self.address.chat(), &body.bytes, permit.number());
        drop(permit);
        let latency = started.elapsed();
        let attempt = match answer {
            Ok(answer) if (200..300).contains(&answer.status) => {
                self.completed(&answer, number, latency)
            }
            Ok(answer) => self.refused_status(answer, number, latency),
            Err(broken) => again_or_failed(self.failure(broken, number), None),
        };
        if self.endpoint.tokens_per_minute.is_some() {
            self.pace().correct(booked, used(&attempt, booked));
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
            if begins <= now {
                return Some(tokens);
            }
            if !stop.wait(begins - now) {
                return None;
            }
            // The server may have asked for a pause in the meantime.
            begins = begins.max(self.pace().paused_until());
        }
    }

    /// The answer has the status of success.
    fn completed(&self, answer: &Answer, attempts: u32, latency: Duration) -> Attempt {
        match read(&answer.body) {
            Read::Completion(completion) => {
                Attempt::Done(self.outcome(completion, attempts, latency))
            }
            Read::Bad(message) => {
                let kind = FailureKind::BadReply;
                let broken = Broken { kind, status: Some(answer.status), message };
                again_or_failed(self.failure(broken, attempts), None)
            }
            Read::Error(error) => {
                let status = error.status.unwrap_or(500);
                self.error(status, &error, answer.retry_after.as_deref(), attempts, latency)
            }
        }
    }

    fn outcome(&self, completion: Completion, attempts: u32, latency: Duration) -> Outcome {
        let usage = Usage {
            prompt_tokens: completion.prompt_tokens,
            completion_tokens: completion.completion_tokens,
        };
        let clean = |text: &str| self.secrets.without_in_answer(text).into_owned();
        let text = clean(&completion.text);
        let is_filtered = completion.finish_reason.as_deref() == Some("content_filter");
        if completion.refusal.is_some() || is_filtered {
            return Outcome::Refused(Refusal {
                text: completion.refusal.as_deref().map_or(text, clean),
                why: if is_filtered { RefusedBy::AnswerFilter } else { RefusedBy::Model },
                model: completion.model,
                usage,
                latency,
                attempts,
            });
        }
        Outcome::Answered(Reply {
            text,
            reasoning: completion.reasoning.as_deref().map(clean),
            finish_reason: completion.finish_reason,
            model: completion.model,
            usage,
            logprobs: completion.logprobs,
            latency,
            attempts,
        })
    }

    /// The answer has another status than success.
    fn refused_status(&self, answer: Answer, attempts: u32, latency: Duration) -> Attempt {
        if (300..400).contains(&answer.status) {
            let kind = FailureKind::Redirect;
            let message = self.redirect_message(answer.location.as_deref());
            let broken = Broken { kind, status: Some(answer.status), message };
            return again_or_failed(self.failure(broken, attempts), None);
        }
        let error = ErrorText::from_body(&answer.body);
        self.error(answer.status, &error, answer.retry_after.as_deref(), attempts, latency)
    }

    fn error(
        &self,
        status: u16,
        error: &ErrorText,
        retry_after: Option<&str>,
        attempts: u32,
        latency: Duration,
    ) -> Attempt {
        match meaning(status, error) {
            Meaning::ContentFilter => Attempt::Done(Outcome::Refused(Refusal {
                text: self.said(&error.message),
                why: RefusedBy::RequestFilter,
                model: None,
                usage: Usage::default(),
                latency,
                attempts,
            })),
            Meaning::Failure(kind) => {
                let message = match (error.message.trim(), error.code.trim()) {
                    ("", "") => "the server gave no reason".to_owned(),
                    ("", code) => code.to_owned(),
                    (message, _) => message.to_owned(),
                };
                let failure =
                    self.failure(Broken { kind, status: Some(status), message }, attempts);
                let asked = retry_after.and_then(|header| backoff::retry_after(header, Utc::now()));
                again_or_failed(failure, asked)
            }
        }
    }

    /// Names the other host only: the rest of the address may hold anything.
    fn redirect_message(&self, location: Option<&str>) -> String {
        let uri: Option<ureq::http::Uri> = location.and_then(|location| location.parse().ok());
        match uri.as_ref().and_then(|uri| uri.authority()) {
            Some(authority) => {
                let host = authority.as_str().rsplit('@').next().unwrap_or_default();
                format!("the server points to another address, on {host}; it is not followed")
            }
            None => format!(
                "the server points to another path on {}; it is not followed",
                self.address.host()
            ),
        }
    }

    fn failure(&self, broken: Broken, attempts: u32) -> Failure {
        let Broken { kind, status, message } = broken;
        let message = match kind {
            FailureKind::Connect | FailureKind::Tls => format!("{}: {message}", self.address),
            _ => message,
        };
        Failure { kind, status, message: self.said(&message), attempts }
    }

    /// A text of the server as it is kept: without secrets, then bounded.
    fn said(&self, text: &str) -> String {
        bounded(&self.secrets.without(text))
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn again_or_failed(failure: Failure, asked: Option<Duration>) -> Attempt {
    match failure.kind.is_worth_a_retry() {
        true => Attempt::Again(failure, asked),
        false => Attempt::Done(Outcome::Failed(failure)),
    }
}

/// What a request is taken to use of the tokens of a minute: its prompt and a short answer.
fn expected_tokens(estimate: &Estimate) -> u64 {
    estimate.prompt_tokens + estimate.most_completion_tokens.unwrap_or(64).min(64)
}

fn used(attempt: &Attempt, booked: u64) -> u64 {
    let Attempt::Done(outcome) = attempt else { return booked };
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

/// OpenAI's form of the key, or Azure's.
fn key_header(address: &Address, key: &Secret) -> (String, String) {
    match address.is_azure() {
        true => ("api-key".to_owned(), key.reveal().to_owned()),
        false => ("authorization".to_owned(), format!("Bearer {}", key.reveal())),
    }
}

/// The headers of the endpoint with the values of their variables.
fn headers(
    written: &BTreeMap<String, String>,
    secrets: &mut Secrets,
) -> Result<Vec<(String, String)>, EndpointError> {
    let mut headers = Vec::new();
    for (name, value) in written {
        let value = match value.strip_prefix('$') {
            Some(variable) => {
                let secret = Secret::from_variable(variable)?;
                secrets.push(secret.clone());
                secret.reveal().to_owned()
            }
            None => value.clone(),
        };
        if is_of_keys(name) {
            let last = value.split(' ').next_back().unwrap_or_default();
            secrets.push(Secret::new(last));
        }
        headers.push((name.clone(), value));
    }
    Ok(headers)
}

/// Whether a header of this name holds a key.
fn is_of_keys(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["authorization", "key", "token", "secret", "cookie"].iter().any(|word| name.contains(word))
}

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
