//! The meaning of a server's answer: from status and body to an [`Outcome`]. Pure; shared by the
//! client and the reader of batch files.

use super::error_text::ErrorText;
use super::failure::{Failure, FailureKind, bounded, kind};
use super::outcome::{Outcome, Refusal, RefusedBy, Reply, Usage};
use super::reply::{NoReply, read};
use super::secrets::Secrets;

/// Gives the outcome of one attempt.
#[derive(Debug, Default)]
pub(super) struct Interpreter {
    /// Removed from every text that is kept.
    pub secrets: Secrets,
}

impl Interpreter {
    /// The outcome of an answer that is not a redirect.
    pub(super) fn outcome(&self, status: u16, body: &[u8]) -> Outcome {
        if !(200..300).contains(&status) {
            return self.error(status, &ErrorText::from_body(body));
        }
        match read(body) {
            Ok((reply, refusal)) => self.reply(reply, refusal.as_deref()),
            Err(NoReply::Bad(message)) => {
                Outcome::Failed(self.failure(FailureKind::BadReply, Some(status), &message))
            }
            Err(NoReply::Error(error)) => self.error(error.status.unwrap_or(500), &error),
        }
    }

    /// The outcome of an error.
    pub(super) fn error(&self, status: u16, error: &ErrorText) -> Outcome {
        let message = match (error.message.trim(), error.code.trim()) {
            ("", "") => "the server gave no reason",
            ("", code) => code,
            (message, _) => message,
        };
        match kind(status, error) {
            Some(kind) => Outcome::Failed(self.failure(kind, Some(status), message)),
            None => Outcome::Refused(Refusal {
                text: self.said(message),
                why: RefusedBy::RequestFilter,
                usage: Usage::default(),
                attempts: 1,
            }),
        }
    }

    /// A redirect, which is not followed. Only the other host is named: the rest of the address may
    /// hold anything.
    pub(super) fn redirect(&self, status: u16, location: Option<&str>) -> Outcome {
        let uri: Option<ureq::http::Uri> = location.and_then(|location| location.parse().ok());
        let authority = uri.as_ref().and_then(|uri| uri.authority());
        let host = authority.and_then(|authority| authority.as_str().rsplit('@').next());
        let place = host.map_or_else(|| "path".to_owned(), |host| format!("address, on {host}"));
        let message = format!("the server points to another {place}; it is not followed");
        Outcome::Failed(self.failure(FailureKind::Redirect, Some(status), &message))
    }

    /// A failure with this message.
    pub(super) fn failure(&self, kind: FailureKind, status: Option<u16>, message: &str) -> Failure {
        Failure { kind, status, message: self.said(message), attempts: 1 }
    }

    /// An answer without secrets, or the refusal that it is.
    fn reply(&self, reply: Reply, refusal: Option<&str>) -> Outcome {
        let clean = |text: &str| self.secrets.without_in_answer(text).into_owned();
        let text = clean(refusal.unwrap_or(&reply.text));
        let is_filtered = reply.finish_reason.as_deref() == Some("content_filter");
        if refusal.is_some() || is_filtered {
            let why = if is_filtered { RefusedBy::AnswerFilter } else { RefusedBy::Model };
            return Outcome::Refused(Refusal { text, why, usage: reply.usage, attempts: 1 });
        }
        Outcome::Answered(Reply {
            text,
            reasoning: reply.reasoning.as_deref().map(clean),
            finish_reason: reply.finish_reason.as_deref().map(clean),
            model: reply.model.as_deref().map(clean),
            system_fingerprint: reply.system_fingerprint.as_deref().map(|name| clean(name).into()),
            attempts: 1,
            ..reply
        })
    }

    /// A server's text as it is kept: without secrets, then bounded, so that no part of a secret
    /// remains at the end.
    fn said(&self, text: &str) -> String {
        bounded(&self.secrets.without(text))
    }
}
