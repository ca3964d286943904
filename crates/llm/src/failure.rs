//! Why a request has no answer: the kinds of failures, and the classification of a server's error.

use super::error_text::ErrorText;
use assay_core::keyword::{Keyword, keywords};

/// The longest message of a server that is kept, in characters.
const LONGEST_MESSAGE: usize = 500;

keywords! {
    /// Kinds of failures. The names are stable.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum FailureKind {
        /// No server answers at the address, or its name is unknown.
        Connect = "connect",
        /// The certificate is not trusted, or the encrypted connection cannot be made.
        Tls = "tls",
        /// The connection broke before the answer was complete.
        Cut = "cut",
        /// No complete answer within the time that the endpoint allows.
        Timeout = "timeout",
        /// Too many requests or tokens: 429.
        RateLimit = "rate-limit",
        /// No money left, or a quota of the day is used up.
        Quota = "quota",
        /// The server failed: 5xx.
        Server = "server",
        /// What came back is not a chat completion, or is too long to be one.
        BadReply = "bad-reply",
        /// The key is missing, wrong or not allowed to do this: 401, 403.
        Unauthorized = "unauthorized",
        /// The server does not have this model.
        UnknownModel = "unknown-model",
        /// There is no chat completion at this URL: 404, 405.
        NotFound = "not-found",
        /// The server rejects the request: 400, 422.
        BadRequest = "bad-request",
        /// The prompt is longer than the model's context.
        TooLong = "too-long",
        /// The model does not accept pictures, or accepts fewer of them.
        NoPictures = "no-pictures",
        /// The server cannot read a picture of the request.
        BadPicture = "bad-picture",
        /// The request has more bytes than the server accepts: 413.
        TooLarge = "too-large",
        /// The server points to another address, which is not followed.
        Redirect = "redirect",
    }
}

impl FailureKind {
    /// Whether the same request is likely to succeed a moment later.
    pub fn is_worth_a_retry(self) -> bool {
        matches!(
            self,
            FailureKind::Connect
                | FailureKind::Cut
                | FailureKind::Timeout
                | FailureKind::RateLimit
                | FailureKind::Server
                | FailureKind::BadReply
        )
    }

    /// What to do about it, as a sentence.
    pub fn advice(self) -> &'static str {
        match self {
            FailureKind::Connect => "Check that the server runs and that the URL names it.",
            FailureKind::Tls => "Check the URL; for a certificate of your own set ca_file.",
            FailureKind::Cut | FailureKind::Server => "Look into the log of the server.",
            FailureKind::Timeout => "Raise the timeout, or lower the concurrency.",
            FailureKind::RateLimit => {
                "Lower the concurrency, or set requests_per_minute and tokens_per_minute."
            }
            FailureKind::Quota => "Look at the account of the provider.",
            FailureKind::BadReply => "Check that the URL is that of an OpenAI-compatible server.",
            FailureKind::Unauthorized => "Check the key of the endpoint.",
            FailureKind::UnknownModel => {
                "Check the model's name; `assay endpoints check` lists the models."
            }
            FailureKind::NotFound => "Check the path of the URL.",
            FailureKind::BadRequest => "Check the fields that are set for the endpoint.",
            FailureKind::TooLong => "Use a shorter prompt or a model with a longer context.",
            FailureKind::NoPictures => "Use a model that takes pictures, or ask with text input.",
            FailureKind::BadPicture => "Set picture_formats to what the server reads.",
            FailureKind::TooLarge => "Raise the limit of the server.",
            FailureKind::Redirect => "Use the address that the server points to as the URL.",
        }
    }
}

/// A request without an answer, after all its attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure of the last attempt.
    pub kind: FailureKind,
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// The server's message, or what happened. Bounded, on one line or more, without secrets. Not
    /// yet safe for a terminal.
    pub message: String,
    /// The number of attempts.
    pub attempts: u32,
}

/// `rate-limit (429): Too many requests`.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind.name())?;
        if let Some(status) = self.status {
            write!(f, " ({status})")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Cuts a message to the length that is kept.
pub(super) fn bounded(message: &str) -> String {
    let message = message.trim();
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{} ..", &message[..end]),
        None => message.to_owned(),
    }
}

/// A kind of failure with its signs: statuses, parts of codes, and parts of messages.
type Signs = (FailureKind, &'static [u16], &'static [&'static str], &'static [&'static str]);

/// Failures that are known by one sign; the first that fits.
const SIGNS: [Signs; 5] = [
    (FailureKind::Quota, &[402], &["insufficient_quota", "billing"], &[]),
    (FailureKind::RateLimit, &[429], &["rate_limit", "too_many_requests"], &[]),
    (FailureKind::Unauthorized, &[401], &["invalid_api_key", "authentication_error"], &[]),
    (
        FailureKind::TooLong,
        &[],
        &["context_length", "context_size"],
        &["context length", "context size", "context window", "prompt is too long"],
    ),
    (
        FailureKind::BadPicture,
        &[],
        &["invalid_image", "image_parse_error", "invalid_base64"],
        &[
            "failed to load image",
            "failed to decode image",
            "invalid image data",
            "could not process image",
            "cannot identify image",
            "unsupported image",
        ],
    ),
];

/// The meaning of a server's error, by its text first: llama.cpp answers a picture that it cannot process
/// with 500, OpenRouter a model without pictures with 404. `None` if a content filter refuses the request.
pub(super) fn kind(status: u16, error: &ErrorText) -> Option<FailureKind> {
    let (code, text) = (&error.code.to_lowercase(), &error.message.to_lowercase());
    let of_filter = ["content_filter", "responsibleai", "content_policy", "moderation"];
    if contains_any(code, &of_filter)
        || contains_any(text, &["content management policy", "content_filter", "input was flagged"])
    {
        return None;
    }
    let fits = |(_, statuses, codes, texts): &&Signs| {
        statuses.contains(&status) || contains_any(code, codes) || contains_any(text, texts)
    };
    if let Some((kind, ..)) = SIGNS.iter().find(fits) {
        return Some(*kind);
    }
    Some(match status {
        _ if refuses_pictures(text) => FailureKind::NoPictures,
        _ if is_unknown_model(status, code, text) => FailureKind::UnknownModel,
        403 => FailureKind::Unauthorized,
        404 | 405 | 410 => FailureKind::NotFound,
        408 => FailureKind::Timeout,
        413 => FailureKind::TooLarge,
        409 | 425 | 500.. => FailureKind::Server,
        _ => FailureKind::BadRequest,
    })
}

fn refuses_pictures(text: &str) -> bool {
    let refuses = [
        "not support",
        "n't support",
        "no endpoints found that support",
        "unsupported",
        "only supported by",
        "not a multimodal",
        "not a multi-modal",
        "at most",
        "unknown variant",
        "missing data required",
        "invalid content type",
        "mmproj",
        "no vision",
    ];
    contains_any(text, &["image", "multimodal", "multi-modal", " vision ", "mmproj"])
        && contains_any(text, &refuses)
}

fn is_unknown_model(status: u16, code: &str, text: &str) -> bool {
    let unknown = ["not found", "not exist", "unknown model", "invalid model", "not a valid model"];
    contains_any(code, &["model_not_found", "deploymentnotfound", "invalid_model"])
        || contains_any(text, &["model", "deployment"])
            && matches!(status, 400 | 403 | 404 | 422)
            && contains_any(text, &unknown)
}

fn contains_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(status: u16, code: &str, message: &str) -> FailureKind {
        let error = ErrorText { code: code.into(), message: message.into(), status: None };
        kind(status, &error).unwrap_or_else(|| panic!("a content filter: {message}"))
    }

    #[test]
    fn the_words_of_each_server_are_understood() {
        use FailureKind::*;
        for (status, code, message, expected) in [
            (401, "invalid_api_key", "Incorrect API key provided", Unauthorized),
            (429, "insufficient_quota", "You exceeded your current quota", Quota),
            (402, "402", "Insufficient credits", Quota),
            (429, "rate_limit_exceeded", "Rate limit reached for gpt", RateLimit),
            (404, "model_not_found", "The model `x` does not exist", UnknownModel),
            (404, "NotFoundError", "The model `x` does not exist.", UnknownModel),
            (404, "", "model \"x\" not found, try pulling it first", UnknownModel),
            (400, "400", "x is not a valid model ID", UnknownModel),
            (404, "DeploymentNotFound", "The API deployment does not exist", UnknownModel),
            (404, "", "Not Found", NotFound),
            (405, "", "Method Not Allowed", NotFound),
            (400, "context_length_exceeded", "This model's maximum context length is 8", TooLong),
            (400, "exceed_context_size_error", "the request exceeds the size", TooLong),
            (500, "500", "image input is not supported - hint: provide the mmproj", NoPictures),
            (400, "BadRequestError", "x is not a multimodal model", NoPictures),
            (400, "", "At most 0 image(s) may be provided in one prompt.", NoPictures),
            (404, "404", "No endpoints found that support image input", NoPictures),
            (422, "", "messages[0]: unknown variant `image_url`, expected `text`", NoPictures),
            (400, "400", "Failed to load image or audio file", BadPicture),
            (400, "", "You uploaded an unsupported image. Use png, jpeg, gif, webp", BadPicture),
            (400, "unsupported_parameter", "Unsupported parameter: 'max_tokens'", BadRequest),
            (413, "", "Payload Too Large", TooLarge),
            (403, "", "Forbidden", Unauthorized),
            (500, "", "boom", Server),
            (503, "", "loading model", Server),
            (408, "", "", Timeout),
        ] {
            assert_eq!(kind_of(status, code, message), expected, "{status} {code} {message}");
        }
    }

    #[test]
    fn a_content_filter_is_not_a_failure() {
        for (code, message) in [
            ("content_filter", "The response was filtered"),
            ("content_filter ResponsibleAIPolicyViolation", ""),
            ("403", "x requires moderation. Your input was flagged for violence"),
        ] {
            let error = ErrorText { code: code.into(), message: message.into(), status: None };
            assert_eq!(kind(400, &error), None, "{code} {message}");
        }
    }

    #[test]
    fn names_are_read_back_and_a_long_message_is_cut() {
        for kind in FailureKind::all() {
            assert_eq!(FailureKind::from_name(kind.name()), Ok(kind));
            assert!(kind.advice().ends_with('.'));
        }
        assert_eq!(bounded(&"题".repeat(600)).chars().count(), 503);
    }
}
