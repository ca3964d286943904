//! What the requests of a call used and why it ended, the same for asking and for extracting.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::asker::{Asked, Asker, Stopped};
use assay_core::keyword::Keyword;
use assay_llm::Outcome;

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
pub(super) struct Call<'a> {
    pub asker: &'a Asker,
    pub begun: Instant,
    pub requests: Requests,
    pub spent: Spent,
}

impl<'a> Call<'a> {
    /// A call without requests; `spent` holds what is known before.
    pub fn new(asker: &'a Asker, begun: Instant, spent: Spent) -> Self {
        Call { asker, begun, requests: Requests::default(), spent }
    }

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
