//! Asks models: a client of chat completions in the form of OpenAI, which llama.cpp, vLLM, SGLang,
//! Ollama, LM Studio, OpenAI, Azure and OpenRouter answer.
//!
//! [`Client::ask`] makes all attempts of a request and gives exactly one [`Outcome`]. Threads, not
//! async: a caller has one thread for each request in progress. This module does not depend on the
//! database, runs or commands; the caller commits the results.

// Input must not be able to stop the program: what can fail is an error that says so.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod address;
mod backoff;
pub mod batch;
mod budget;
mod check;
mod client;
mod endpoint;
mod error_text;
mod errors_in_a_row;
mod failure;
mod fetch;
mod headers;
mod http;
mod interpret;
mod language;
mod likelihood;
mod limits;
mod outcome;
mod picture;
mod prompt_tokens;
pub mod prompts;
mod reply;
mod request;
mod resolver;
mod secret;
mod secrets;
mod servers;
mod stop;
mod template;

pub use address::{Address, AddressError};
pub use budget::{Budget, BudgetLimits, Exhausted};
pub use check::{EndpointCheck, QUESTION as CHECK_QUESTION};
pub use client::Client;
pub use endpoint::{Endpoint, EndpointError, MaxTokensField, Price};
pub use errors_in_a_row::{DEFAULT_LIMIT, ErrorsInARow};
pub use failure::{Failure, FailureKind};
pub use fetch::PictureFetcher;
pub use language::Language;
pub use likelihood::DROPPED;
pub use outcome::{Outcome, Refusal, RefusedBy, Reply, Usage};
pub use picture::{Picture, PictureError, PictureFormat};
pub use prompt_tokens::{PromptLogprobs, PromptToken};
pub use request::{Body, ChatRequest, Estimate, Part, estimated_tokens};
pub use secret::{Secret, SecretError};
pub use stop::Stop;
pub use template::{Fields, Template, TemplateError, Texts};
