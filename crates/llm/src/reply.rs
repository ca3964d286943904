//! Reads the body of a successful answer: a chat completion, a refusal, or still an error.

use serde_json::Value;

use super::error_text::ErrorText;
use super::outcome::{Reply, Usage};
use super::prompt_tokens::prompt_tokens;

/// A server that reports more tokens for one request counts wrongly; their sum must not overflow.
const MOST_TOKENS: u64 = 1 << 32;

/// Why the body of an answer is not a chat completion.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NoReply {
    /// It is an error.
    Error(ErrorText),
    /// It is something else; what.
    Bad(String),
}

/// A chat completion, without what the exchange adds, and the model's refusal if it has one.
type Completion = (Reply, Option<String>);

/// Reads the body of an answer.
pub(super) fn read(body: &[u8]) -> Result<Completion, NoReply> {
    let bad = |why: &str| NoReply::Bad(why.to_owned());
    let Ok(mut whole) = serde_json::from_slice::<Value>(body) else {
        // Cut by the caller, after secrets are removed: a cut secret would not be found.
        return Err(match String::from_utf8_lossy(body).trim() {
            "" => bad("the server sent an empty answer"),
            begin => NoReply::Bad(format!("the server sent no JSON, but: {begin}")),
        });
    };
    if let Some(error) = ErrorText::in_answer(&whole) {
        return Err(NoReply::Error(error));
    }
    let choice = whole.pointer_mut("/choices/0").map(Value::take);
    let mut choice = choice.ok_or_else(|| bad("the server sent JSON without `choices`"))?;
    let finish_reason = text(choice.get("finish_reason"));
    if finish_reason.as_deref() == Some("error") {
        let message = "the server ended the answer with an error".to_owned();
        let error = ErrorText { message, status: Some(502), ..ErrorText::default() };
        return Err(NoReply::Error(error));
    }
    let logprobs = choice.get_mut("logprobs").map(Value::take).filter(|value| !value.is_null());
    let prompt_tokens = prompt_tokens(&whole, logprobs.as_ref());
    // A completion of a raw prompt has its text in the choice itself.
    let raw = choice
        .get("text")
        .filter(|_| prompt_tokens.is_some())
        .map(|text| serde_json::json!({ "content": text }));
    let message = choice.get("message").filter(|message| message.is_object()).or(raw.as_ref());
    let message = message.ok_or_else(|| bad("the server sent a choice without a `message`"))?;
    let content = content(message.get("content"));
    let (content, refused) =
        content.ok_or_else(|| bad("`content` is neither a text nor a list of parts"))?;
    let filled = |name| text(message.get(name)).filter(|text| !text.is_empty());
    let usage = |name| {
        let tokens = whole.get("usage").and_then(|usage| usage.get(name)).and_then(Value::as_u64);
        tokens.filter(|tokens| *tokens <= MOST_TOKENS)
    };
    let reply = Reply {
        text: content,
        reasoning: filled("reasoning_content").or_else(|| filled("reasoning")),
        finish_reason,
        model: text(whole.get("model")),
        system_fingerprint: text(whole.get("system_fingerprint")).map(Into::into),
        usage: Usage {
            prompt_tokens: usage("prompt_tokens"),
            completion_tokens: usage("completion_tokens"),
        },
        logprobs,
        prompt_tokens,
        ..Reply::default()
    };
    Ok((reply, filled("refusal").or(refused)))
}

/// The text of a content, and the refusal in it. It is null, a text, or a list of parts, of which texts and
/// refusals count.
fn content(value: Option<&Value>) -> Option<(String, Option<String>)> {
    match value {
        None | Some(Value::Null) => Some((String::new(), None)),
        Some(Value::String(text)) => Some((text.clone(), None)),
        Some(Value::Array(parts)) => {
            let plain = |part: &Value| {
                let text = part.as_str().or_else(|| part.get("text").and_then(Value::as_str));
                text.unwrap_or_default().to_owned()
            };
            let refusal = parts.iter().find_map(|part| text(part.get("refusal")));
            Some((parts.iter().map(plain).collect(), refusal))
        }
        Some(_) => None,
    }
}

fn text(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn both(value: &Value) -> (Reply, Option<String>) {
        read(value.to_string().as_bytes()).unwrap()
    }

    fn completion(value: &Value) -> Reply {
        both(value).0
    }

    fn answer(message: &Value) -> Value {
        json!({"model": "m", "choices": [{"message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 7, "completion_tokens": 2}})
    }

    #[test]
    fn content_may_be_a_text_a_list_of_parts_or_null() {
        assert_eq!(completion(&answer(&json!({"content": "B"}))).text, "B");
        assert_eq!(completion(&answer(&json!({"content": null}))).text, "");
        assert_eq!(completion(&answer(&json!({}))).text, "");
        let parts =
            json!({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]});
        assert_eq!(completion(&answer(&parts)).text, "ab");
        let number = answer(&json!({"content": 5}));
        assert!(matches!(read(number.to_string().as_bytes()), Err(NoReply::Bad(_))));
    }

    #[test]
    fn reasoning_is_kept_apart_under_either_name() {
        for name in ["reasoning_content", "reasoning"] {
            let read = completion(&answer(&json!({"content": "B", name: "because"})));
            assert_eq!((read.text.as_str(), read.reasoning.as_deref()), ("B", Some("because")));
        }
        assert_eq!(completion(&answer(&json!({"content": "B", "reasoning": ""}))).reasoning, None);
    }

    #[test]
    fn usage_and_finish_reason_may_be_absent() {
        let read = completion(&answer(&json!({"content": "B"})));
        let usage = Usage { prompt_tokens: Some(7), completion_tokens: Some(2) };
        assert_eq!(read.usage, usage);
        let mut huge = answer(&json!({"content": "B"}));
        huge["usage"]["prompt_tokens"] = u64::MAX.into();
        assert_eq!(completion(&huge).usage, Usage { prompt_tokens: None, ..usage });
        let bare = completion(&json!({"choices": [{"message": {"content": "B"}}], "usage": null}));
        assert_eq!((bare.usage, bare.finish_reason, bare.model), (Usage::default(), None, None));
    }

    #[test]
    fn a_refusal_is_found_beside_the_content_and_in_its_parts() {
        let refusal = |message: &Value| both(&answer(message)).1;
        let beside = json!({"content": null, "refusal": "no"});
        assert_eq!(refusal(&beside).as_deref(), Some("no"));
        let part = json!({"content": [{"type": "refusal", "refusal": "no"}]});
        assert_eq!(refusal(&part).as_deref(), Some("no"));
        assert_eq!(refusal(&json!({"content": "A", "refusal": null})), None);
    }

    #[test]
    fn what_is_not_a_completion_says_why() {
        for (body, part) in [
            ("", "empty"),
            ("<html>", "no JSON"),
            ("{}", "choices"),
            ("[1]", "choices"),
            (r#"{"choices":[]}"#, "choices"),
            (r#"{"choices":[{"text":"B"}]}"#, "message"),
            (r#"{"choices":[{"message":{"content":"B"}"#, "no JSON"),
        ] {
            let Err(NoReply::Bad(why)) = read(body.as_bytes()) else { panic!("{body}") };
            assert!(why.contains(part), "{body}: {why}");
        }
    }

    #[test]
    fn an_error_with_success_is_an_error() {
        let body = br#"{"choices":[{"finish_reason":"error","message":{"content":"x"}}]}"#;
        assert!(matches!(read(body), Err(NoReply::Error(_))));
        assert!(matches!(read(br#"{"error":"x"}"#), Err(NoReply::Error(_))));
    }
}
