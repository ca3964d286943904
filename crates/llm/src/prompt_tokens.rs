//! Log-probabilities of a prompt's tokens: the servers that give them, and their formats.
//!
//! vLLM answers a chat completion with the field `prompt_logprobs`: a list with an entry for each token of
//! the prompt, pictures included: `null` for the first one, else `{"ID": {"logprob", "rank", ..}}`. vLLM,
//! SGLang and others answer OpenAI's older completions (text alone) with `echo` and `logprobs`: the lists
//! `tokens`, `token_logprobs` and `text_offset` in `choices[0].logprobs`. llama.cpp gives neither.

use serde::Serialize;
use serde_json::Value;

use super::failure::FailureKind;
use assay_core::keyword::keywords;

keywords! {
    /// Which answers of a server have the log-probabilities of the prompt's tokens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum PromptLogprobs {
        /// Chat completions, in `prompt_logprobs`.
        Chat = "chat",
        /// Completions of a raw text, with `echo`.
        Completions = "completions",
    }
}

/// A token of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptToken {
    /// Its number in the vocabulary, or its text if the server does not give numbers.
    pub token: String,
    /// Its start in the prompt, in characters; only in completions.
    pub offset: Option<usize>,
    /// The natural logarithm of its probability after the tokens before it; `None` for the first
    /// one. NaN if the server sends something other than a number.
    pub log_probability: Option<f64>,
}

/// The tokens in `prompt_logprobs` of a chat completion, or in the `logprobs` of a completion.
pub(super) fn prompt_tokens(answer: &Value, logprobs: Option<&Value>) -> Option<Vec<PromptToken>> {
    if let Some(entries) = answer.get("prompt_logprobs").and_then(Value::as_array) {
        return entries.iter().map(read_entry).collect();
    }
    let list = |name: &str| logprobs?.get(name)?.as_array();
    let (tokens, offsets) = (list("tokens")?, list("text_offset")?);
    let values = list("token_logprobs")?;
    if tokens.len() != values.len() || tokens.len() != offsets.len() {
        return None;
    }
    let read = |((token, offset), value): ((&Value, &Value), &Value)| {
        Some(PromptToken {
            token: token.as_str()?.to_owned(),
            offset: Some(usize::try_from(offset.as_u64()?).ok()?),
            log_probability: (!value.is_null()).then(|| number(value)),
        })
    };
    tokens.iter().zip(offsets).zip(values).map(read).collect()
}

/// `{"ID": {"logprob", "rank"}}`. If alternatives are listed too, the token of the prompt is the
/// one with the highest rank.
fn read_entry(entry: &Value) -> Option<PromptToken> {
    if entry.is_null() {
        return Some(PromptToken { token: String::new(), offset: None, log_probability: None });
    }
    let rank = |value: &Value| value.get("rank").and_then(Value::as_u64).unwrap_or(0);
    let (token, value) = entry.as_object()?.iter().max_by_key(|(_, value)| rank(value))?;
    let log_probability = Some(number(value.get("logprob")?));
    Some(PromptToken { token: token.clone(), offset: None, log_probability })
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Checks that the tokens of a prompt are present and that each but the first ones has a
/// log-probability.
///
/// # Errors
/// The kind of failure that an answer without them is, and its message.
pub(super) fn check(
    tokens: Option<&[PromptToken]>,
    form: PromptLogprobs,
) -> Result<(), (FailureKind, String)> {
    let field = match form {
        PromptLogprobs::Chat => "prompt_logprobs",
        PromptLogprobs::Completions => "choices[0].logprobs.token_logprobs",
    };
    let Some(tokens) = tokens else {
        let message =
            format!("the answer has no log-probabilities of the prompt: `{field}` is missing");
        return Err((FailureKind::BadRequest, message));
    };
    let scored = tokens.iter().skip_while(|token| token.log_probability.is_none());
    let found: Vec<f64> = scored.map(|token| token.log_probability.unwrap_or(f64::NAN)).collect();
    let wrong = found.iter().find(|value| !(value.is_finite() && **value <= 0.0));
    let message = match (wrong, found.len()) {
        (None, 1..) => return Ok(()),
        (None, _) => format!("`{field}` has no log-probability"),
        (Some(value), _) if value.is_nan() => {
            format!("`{field}` has a token without a number as its log-probability")
        }
        (Some(value), _) => {
            format!("`{field}` has {value}, which is not a log-probability: expected 0 or less")
        }
    };
    Err((FailureKind::BadReply, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_tokens_of_a_chat_prompt_are_read() {
        let answer = json!({"prompt_logprobs": [null, {"22": {"logprob": -0.25, "rank": 1}},
            {"5": {"logprob": -0.1, "rank": 1}, "33": {"logprob": -4.5, "rank": 9}}]});
        let tokens = prompt_tokens(&answer, None).unwrap();
        let read: Vec<_> = tokens.iter().map(|t| (t.token.as_str(), t.log_probability)).collect();
        assert_eq!(read, [("", None), ("22", Some(-0.25)), ("33", Some(-4.5))]);
    }

    #[test]
    fn the_tokens_of_an_echoed_prompt_are_read_and_llama_cpps_list_is_not_taken_for_them() {
        let echo =
            json!({"tokens": ["a", " b"], "token_logprobs": [null, -1.5], "text_offset": [0, 1]});
        let tokens = prompt_tokens(&json!({}), Some(&echo)).unwrap();
        assert_eq!((tokens[1].offset, tokens[1].log_probability), (Some(1), Some(-1.5)));
        let llama = json!({"content": [{"token": "x", "logprob": -0.1}]});
        assert_eq!(prompt_tokens(&json!({}), Some(&llama)), None);
        let short = json!({"tokens": ["a", " b"], "token_logprobs": [null], "text_offset": [0, 1]});
        assert_eq!(prompt_tokens(&json!({}), Some(&short)), None);
    }
    #[test]
    fn what_is_not_a_log_probability_is_found_and_named() {
        let check_all = |values: &[Option<f64>]| {
            let token = |value: &Option<f64>| PromptToken {
                token: "t".into(),
                offset: None,
                log_probability: *value,
            };
            let tokens: Vec<_> = values.iter().map(token).collect();
            check(Some(&tokens), PromptLogprobs::Chat).map_err(|(kind, message)| {
                assert_eq!(kind, FailureKind::BadReply);
                message
            })
        };
        assert_eq!(check_all(&[None, Some(-0.5), Some(0.0)]), Ok(()));
        assert!(check_all(&[None, Some(5.0)]).unwrap_err().contains("has 5,"));
        assert!(check_all(&[None, Some(f64::NEG_INFINITY)]).unwrap_err().contains("-inf"));
        assert!(check_all(&[None, Some(f64::NAN)]).unwrap_err().contains("without a number"));
        assert!(check_all(&[None, Some(-1.0), None]).unwrap_err().contains("without a number"));
        assert!(check_all(&[None]).is_err() && check_all(&[]).is_err());
        assert_eq!(
            check(None, PromptLogprobs::Completions).unwrap_err().0,
            FailureKind::BadRequest
        );
    }
}
