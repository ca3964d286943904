//! Which servers give the log-probabilities of a prompt's tokens, and how they are asked for.
//! Their shapes are in `prompt_tokens`.

use serde::Serialize;

use super::client::Client;
use super::failure::{Failure, FailureKind};
use super::outcome::Outcome;
use super::request::{ChatRequest, Message, Part, Role};
use super::stop::Stop;
use crate::keyword::keywords;

/// Which answers of a server have the log-probabilities of the prompt's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromptLogprobs {
    /// Chat completions, in `prompt_logprobs`.
    Chat,
    /// Completions of a raw text, with `echo`.
    Completions,
}

keywords!(PromptLogprobs { Chat = "chat", Completions = "completions" });

impl PromptLogprobs {
    /// Asks a server, with a tiny request or two, which answers have them; nothing if none has.
    ///
    /// # Errors
    /// When the server does not answer at all.
    pub fn find(
        client: &Client,
        model: Option<&str>,
        stop: &Stop,
    ) -> Result<Option<Self>, Failure> {
        let question = vec![Part::Text("Which colour has the sky?".to_owned())];
        let probes = [
            (PromptLogprobs::Chat, ChatRequest::with_answer(question, "It is blue.")),
            (PromptLogprobs::Completions, ChatRequest::echoed("The sky is blue.")),
        ];
        let mut failures = Vec::new();
        for (form, mut request) in probes {
            request.model = model.map(str::to_owned);
            match client.ask_once(&request, stop) {
                Outcome::Answered(reply) => {
                    let tokens = reply.prompt_tokens.unwrap_or_default();
                    if tokens.iter().filter(|token| token.log_probability.is_some()).count() > 1 {
                        return Ok(Some(form));
                    }
                }
                // A server that is busy may have them: that is no finding.
                Outcome::Failed(failure)
                    if failure.kind.is_worth_a_retry() && failure.kind != FailureKind::BadReply =>
                {
                    return Err(failure);
                }
                Outcome::Failed(failure) => failures.push(failure),
                Outcome::Refused(_) | Outcome::Stopped { .. } => {}
            }
        }
        match failures.len() {
            2 => Err(failures.swap_remove(0)),
            _ => Ok(None),
        }
    }
}

impl ChatRequest {
    /// A question with the tokens of its prompt, up to where the answer begins.
    pub fn with_prompt_tokens(parts: Vec<Part>) -> Self {
        let mut request = ChatRequest::from_parts(parts);
        request.set.insert("prompt_logprobs".to_owned(), 0.into());
        request.max_tokens = Some(1);
        request.needs_prompt_tokens = true;
        request
    }

    /// A question and an answer as the prompt: how likely the model finds this answer.
    pub fn with_answer(parts: Vec<Part>, answer: &str) -> Self {
        let mut request = ChatRequest::with_prompt_tokens(parts);
        request.messages.push(Message::text(Role::Assistant, answer));
        request.set.insert("add_generation_prompt".to_owned(), false.into());
        request.set.insert("continue_final_message".to_owned(), true.into());
        request
    }

    /// A raw text as the prompt of a completion, with its tokens.
    pub fn echoed(text: impl Into<String>) -> Self {
        let mut request = ChatRequest::from_text(text);
        request.is_raw = true;
        request.set.insert("echo".to_owned(), true.into());
        request.set.insert("logprobs".to_owned(), 1.into());
        request.max_tokens = Some(0);
        request.needs_prompt_tokens = true;
        request
    }
}
