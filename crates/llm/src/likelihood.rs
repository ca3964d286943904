//! The servers that give the log-probabilities of a prompt's tokens, and the requests for them.
//! Their formats are in `prompt_tokens`.

use super::client::Client;
use super::failure::{Failure, FailureKind};
use super::outcome::Outcome;
use super::prompt_tokens::PromptLogprobs;
use super::request::{ChatRequest, Part};
use super::stop::Stop;

/// The message for a server that scores only the question.
pub const DROPPED: &str = "the log-probabilities have no tokens of the answer: the server leaves the \
                           assistant's message out of the prompt";

impl PromptLogprobs {
    /// Finds out, with a few tiny requests, which answers of a server have them; `None` if no
    /// answer does.
    ///
    /// # Errors
    /// If the server does not answer at all, or its log-probabilities cannot be used.
    pub fn find(
        client: &Client,
        model: Option<&str>,
        stop: &Stop,
    ) -> Result<Option<Self>, Failure> {
        let mut failures = Vec::new();
        let mut unusable = None;
        for form in [PromptLogprobs::Chat, PromptLogprobs::Completions] {
            match form.try_out(client, model, stop) {
                Ok(true) => return Ok(Some(form)),
                Ok(false) => {}
                // A busy server may have them: that is not a result.
                Err(failure)
                    if failure.kind.is_worth_a_retry() && failure.kind != FailureKind::BadReply =>
                {
                    return Err(failure);
                }
                // The shape is right, and the values are not.
                Err(failure)
                    if failure.kind == FailureKind::BadReply && failure.status.is_none() =>
                {
                    unusable = Some(failure);
                }
                Err(failure) => failures.push(failure),
            }
        }
        match failures.len() {
            2 => Err(failures.swap_remove(0)),
            _ => unusable.map_or(Ok(None), Err),
        }
    }

    /// Whether the answers of this form have them. In chats the tokens of two answers must differ: some
    /// servers leave an answer out of the prompt.
    fn try_out(self, client: &Client, model: Option<&str>, stop: &Stop) -> Result<bool, Failure> {
        let question = || vec![Part::Text("Which colour has the sky?".to_owned())];
        let ask = |mut request: ChatRequest| {
            request.model = model.map(str::to_owned);
            match client.ask_once(&request, stop) {
                Outcome::Answered(reply) => Ok(reply.prompt_tokens.unwrap_or_default()),
                Outcome::Failed(failure) => Err(failure),
                Outcome::Refused(_) | Outcome::Stopped { .. } => Ok(Vec::new()),
            }
        };
        if self == PromptLogprobs::Completions {
            return Ok(ask(ChatRequest::echoed("The sky is blue."))?.len() > 1);
        }
        let blue = ask(ChatRequest::with_answer(question(), "It is blue."))?;
        if blue.len() < 2 {
            return Ok(false);
        }
        let green = ask(ChatRequest::with_answer(question(), "Green as an old forest in May."))?;
        let names = blue.iter().map(|token| &token.token);
        match names.eq(green.iter().map(|token| &token.token)) {
            true => Err(Failure {
                kind: FailureKind::BadReply,
                status: None,
                message: DROPPED.to_owned(),
                attempts: 2,
            }),
            false => Ok(true),
        }
    }
}

impl ChatRequest {
    /// A question with the tokens of its prompt, up to where the answer begins.
    pub fn with_prompt_tokens(parts: Vec<Part>) -> Self {
        let mut request = ChatRequest::from_parts(parts);
        request.set.insert("prompt_logprobs".to_owned(), 0.into());
        request.max_tokens = Some(1);
        request.prompt_logprobs = Some(PromptLogprobs::Chat);
        request
    }

    /// A question and an answer as the prompt: the model's likelihood of this answer.
    pub fn with_answer(parts: Vec<Part>, answer: &str) -> Self {
        let mut request = ChatRequest::with_prompt_tokens(parts);
        request.answer = Some(answer.to_owned());
        request.set.insert("add_generation_prompt".to_owned(), false.into());
        request.set.insert("continue_final_message".to_owned(), true.into());
        request
    }

    /// A raw text as the prompt of a completion, with its tokens.
    pub fn echoed(text: impl Into<String>) -> Self {
        let mut request = ChatRequest::from_text(text);
        request.set.insert("echo".to_owned(), true.into());
        request.set.insert("logprobs".to_owned(), 1.into());
        request.max_tokens = Some(0);
        request.prompt_logprobs = Some(PromptLogprobs::Completions);
        request
    }
}
