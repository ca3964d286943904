//! Why the demo's server does not answer a request.

use serde_json::{Value, json};

/// Why a request has no answer: an HTTP status, and what an OpenAI-compatible server says with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declined {
    pub status: u16,
    pub code: &'static str,
    pub message: String,
}

impl Declined {
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Declined { status, code, message: message.into() }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        json!({"error": {"message": self.message, "type": "invalid_request_error", "code": self.code}})
    }
}
