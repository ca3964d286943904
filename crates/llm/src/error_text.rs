//! What a server says in an error, whatever its form:
//! `{"error":{"message","type","code"}}` (OpenAI, llama.cpp, OpenRouter), `{"error":"text"}`
//! (Ollama), `{"object":"error","message"}` (older vLLM), `{"detail"}` (FastAPI), a page, or text.

use serde_json::Value;

/// The text of an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ErrorText {
    /// Code, type and inner code, as far as there are any.
    pub code: String,
    /// For people. Not bounded, and may repeat the request.
    pub message: String,
    /// The HTTP status that the error names itself.
    pub status: Option<u16>,
}

impl ErrorText {
    /// The text of an answer's body with a status that is not success.
    pub(super) fn from_body(body: &[u8]) -> Self {
        if let Ok(value) = serde_json::from_slice::<Value>(body) {
            if let Some(found) = ErrorText::in_answer(&value) {
                return found;
            }
            let detail = value.get("detail").or_else(|| value.get("message"));
            let message = detail.map_or_else(|| value.to_string(), text_of);
            return ErrorText { message, ..ErrorText::default() };
        }
        let text = String::from_utf8_lossy(body);
        ErrorText { message: without_tags(&text), ..ErrorText::default() }
    }

    /// The text of the error in an answer, if it holds one: OpenRouter and others send an error
    /// with the status 200, at the top or in a choice.
    pub(super) fn in_answer(value: &Value) -> Option<Self> {
        let in_choice = || value.pointer("/choices/0/error");
        let is_error = |error: &&Value| !matches!(error, Value::Null | Value::Bool(false));
        let is_old = || value.get("object").is_some_and(|object| object == "error");
        let error = value.get("error").filter(is_error).or_else(|| in_choice().filter(is_error));
        let error = error.or_else(|| is_old().then_some(value))?;
        Some(ErrorText::from_error(error, value))
    }

    fn from_error(error: &Value, whole: &Value) -> Self {
        let fields = ["/code", "/type", "/innererror/code", "/status"];
        let codes: Vec<String> = fields
            .iter()
            .filter_map(|field| error.pointer(field))
            .filter(|value| !value.is_null())
            .map(text_of)
            .collect();
        let message = error.get("message").or_else(|| whole.get("message")).unwrap_or(error);
        let mut message = text_of(message);
        // OpenRouter wraps the message of the provider behind it.
        if let Some(raw) = error.pointer("/metadata/raw") {
            message = format!("{message}: {}", text_of(raw));
        }
        let number = |code: &String| code.parse().ok().filter(|code| (400..600).contains(code));
        ErrorText { status: codes.iter().find_map(number), code: codes.join(" "), message }
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The text of a page: servers in between answer with HTML.
fn without_tags(text: &str) -> String {
    let mut pieces = text.split('<');
    let before = pieces.next().unwrap_or_default();
    let after_tags = pieces.map(|piece| piece.split_once('>').map_or("", |(_, text)| text));
    let texts = std::iter::once(before).chain(after_tags);
    let words = texts.flat_map(|text| text.split(|c: char| c == '>' || c.is_whitespace()));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(body: &str) -> (String, String) {
        let found = ErrorText::from_body(body.as_bytes());
        (found.code, found.message)
    }

    #[test]
    fn the_message_is_found_in_every_form() {
        for (body, code, message) in [
            (r#"{"error":{"message":"m","type":"t","code":"c"}}"#, "c t", "m"),
            (r#"{"error":{"message":"m","type":"t","code":null}}"#, "t", "m"),
            (r#"{"error":{"code":400,"message":"m","type":"t"}}"#, "400 t", "m"),
            (r#"{"error":"m"}"#, "", "m"),
            (r#"{"object":"error","message":"m","type":"t","code":404}"#, "404 t", "m"),
            (r#"{"detail":"m"}"#, "", "m"),
            (r#"{"detail":[{"msg":"m"}]}"#, "", r#"[{"msg":"m"}]"#),
            (r#"{"error":{"code":502,"message":"m","metadata":{"raw":"r"}}}"#, "502", "m: r"),
            ("<html><b>502</b> Bad\nGateway</html>", "", "502 Bad Gateway"),
            ("", "", ""),
        ] {
            assert_eq!(words(body), (code.to_owned(), message.to_owned()), "{body}");
        }
    }

    #[test]
    fn an_inner_code_of_azure_is_kept() {
        let body = r#"{"error":{"code":"content_filter","message":"m",
            "innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#;
        assert_eq!(words(body).0, "content_filter ResponsibleAIPolicyViolation");
    }

    #[test]
    fn an_error_of_null_is_not_an_error() {
        let answer = serde_json::json!({"error": null, "choices": [{"error": null}]});
        assert_eq!(ErrorText::in_answer(&answer), None);
        let failed = serde_json::json!({"choices": [{"error": {"code": 429, "message": "m"}}]});
        assert_eq!(ErrorText::in_answer(&failed).unwrap().status, Some(429));
    }
}
