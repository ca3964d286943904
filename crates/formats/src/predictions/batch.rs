//! The output of OpenAI's batch interface: the model's text is deep inside each line, and a request
//! that failed has an error instead. Other servers (vLLM, Azure) write the same lines.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::raw_fields::{RawFields, inside, text_of};
use assay_core::extract::vlmevalkit::FAILURE;

/// The column of the model's text, named by its path.
pub(super) const COLUMN: &str = "response.body.choices.0.message.content";

/// The text of a line, which is missing if the model wrote nothing; `None` if this is not a line of a
/// batch's output. If the request failed, it is a note in VLMEvalKit's form, with the reason.
pub(super) fn reply<'a>(fields: &RawFields<'a>) -> Option<Result<Option<Cow<'a, str>>, String>> {
    fields.get("custom_id")?;
    let response = fields.get("response");
    let body = response.and_then(|response| inside(response, "body"));
    let error = fields.get("error");
    if body.is_none() && error.is_none() {
        return None;
    }
    let message = body.and_then(|body| inside(body, "choices.0.message"));
    if let Some(message) = message {
        let said = inside(message, "content").filter(|content| content.get() != r#""""#);
        let said = said.or_else(|| inside(message, "refusal"));
        return Some(said.map_or(Ok(None), text_of));
    }
    let error = error.or_else(|| body.and_then(|body| inside(body, "error")));
    let part = |name: &str| error.and_then(|error| inside(error, name)).map(plain);
    let status = response.and_then(|response| inside(response, "status_code")).map(plain);
    let reasons: Vec<Cow<'_, str>> =
        [status, part("code"), part("message")].into_iter().flatten().collect();
    Some(Ok(Some(format!("{FAILURE}: {}", reasons.join(" ")).into())))
}

fn plain(value: &RawValue) -> Cow<'_, str> {
    serde_json::from_str::<String>(value.get()).map_or(Cow::Borrowed(value.get()), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(line: &str) -> Option<String> {
        let fields: RawFields<'_> = serde_json::from_str(line).unwrap();
        reply(&fields).map(|text| text.unwrap().map_or("nothing".to_owned(), Cow::into_owned))
    }

    #[test]
    fn what_was_written_and_what_was_refused_is_the_reply() {
        let line = |message: &str| {
            format!(
                r#"{{"custom_id": "1", "response": {{"status_code": 200, "body": {{"choices": [{{"message": {message}}}]}}}}, "error": null}}"#
            )
        };
        assert_eq!(answered(&line(r#"{"content": "B"}"#)).as_deref(), Some("B"));
        let refused = r#"{"content": null, "refusal": "I cannot."}"#;
        assert_eq!(answered(&line(refused)).as_deref(), Some("I cannot."));
        assert_eq!(answered(&line(r#"{"content": ""}"#)).as_deref(), Some("nothing"));
    }

    #[test]
    fn a_failed_request_says_why() {
        let expired = r#"{"custom_id": "1", "response": null, "error": {"code": "batch_expired", "message": "too late"}}"#;
        let note = "Failed to obtain answer via API: batch_expired too late";
        assert_eq!(answered(expired).as_deref(), Some(note));
        let refused = r#"{"custom_id": "1", "response": {"status_code": 429, "body": {"error": {"message": "slow down"}}}}"#;
        let note = "Failed to obtain answer via API: 429 slow down";
        assert_eq!(answered(refused).as_deref(), Some(note));
    }

    #[test]
    fn other_records_are_none_of_a_batch() {
        for line in
            [r#"{"custom_id": 1, "response": "B"}"#, r#"{"id": 1, "response": {"body": 1}}"#]
        {
            assert_eq!(answered(line), None, "{line}");
        }
    }
}
