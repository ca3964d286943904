//! The outcome of a request. Each call of [`Client::ask`](super::Client::ask) gives exactly one.

use std::time::Duration;

use serde_json::Value;

use super::failure::Failure;
use super::prompt_tokens::PromptToken;
use assay_core::keyword::keywords;

/// The outcome of a request after all its attempts.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The model answered; the answer may be empty or cut.
    Answered(Reply),
    /// The model or a filter refused. To be recorded as such, and not as a failure.
    Refused(Refusal),
    /// No answer.
    Failed(Failure),
    /// The run stopped before there was an answer. Every answer that was paid for is returned.
    Stopped {
        /// The number of attempts before.
        attempts: u32,
    },
}

/// Tokens as the server counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Of the prompt; `None` if the server does not report it.
    pub prompt_tokens: Option<u64>,
    /// Of the answer, reasoning included; `None` if the server does not report it.
    pub completion_tokens: Option<u64>,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The answer itself. Empty if the model said nothing.
    pub text: String,
    /// The reasoning of a model before its answer, if the server separates it.
    pub reasoning: Option<String>,
    /// Why the answer ends: `stop`, `length`, or another word of the server.
    pub finish_reason: Option<String>,
    /// The model as the server names it.
    pub model: Option<String>,
    /// The server's configuration as the server names it.
    pub system_fingerprint: Option<Box<str>>,
    pub usage: Usage,
    /// Log-probabilities of the answer's tokens, as the server sends them.
    pub logprobs: Option<Value>,
    /// The tokens of the prompt with their log-probabilities, if they were requested and the server
    /// gives them.
    pub prompt_tokens: Option<Vec<PromptToken>>,
    /// From the last attempt's first byte sent to its last byte read.
    pub latency: Duration,
    /// The number of attempts.
    pub attempts: u32,
}

/// A refused request.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The text of the refusal; may be empty.
    pub text: String,
    /// Who refused, as far as the server says.
    pub why: RefusedBy,
    pub usage: Usage,
    /// The number of attempts.
    pub attempts: u32,
}

keywords! {
    /// Who refused a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RefusedBy {
        /// The model, in the field `refusal`.
        Model = "model",
        /// A filter cut the answer: `finish_reason` is `content_filter`.
        AnswerFilter = "answer-filter",
        /// A filter rejected the request.
        RequestFilter = "request-filter",
    }
}

impl Outcome {
    /// The number of attempts.
    pub fn attempts(&self) -> u32 {
        match self {
            Outcome::Answered(reply) => reply.attempts,
            Outcome::Refused(refusal) => refusal.attempts,
            Outcome::Failed(failure) => failure.attempts,
            Outcome::Stopped { attempts } => *attempts,
        }
    }

    /// The outcome of a request that was tried in another form before.
    #[must_use]
    pub fn after(mut self, earlier: u32) -> Self {
        match &mut self {
            Outcome::Answered(reply) => reply.attempts += earlier,
            Outcome::Refused(refusal) => refusal.attempts += earlier,
            Outcome::Failed(failure) => failure.attempts += earlier,
            Outcome::Stopped { attempts } => *attempts += earlier,
        }
        self
    }

    /// Tokens as far as the server reports them; `None` if there is no answer.
    pub fn usage(&self) -> Option<Usage> {
        match self {
            Outcome::Answered(reply) => Some(reply.usage),
            Outcome::Refused(refusal) => Some(refusal.usage),
            Outcome::Failed(_) | Outcome::Stopped { .. } => None,
        }
    }
}
