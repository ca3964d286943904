//! A request: a message of texts and pictures in their order, and its body as it is sent.
//!
//! The body is written once for each request, straight into one buffer: base64 needs no escaping
//! in JSON, so a picture is copied once.

use serde_json::{Map, Value};

use super::endpoint::{Endpoint, MaxTokensField};
use super::picture::{Picture, PictureFormat};
use super::prompt_tokens::PromptLogprobs;
use assay_core::keyword::Keyword;

/// A part of a message.
#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    /// A picture, sent as a data URL.
    Picture(Picture),
}

/// The request to a model. The endpoint's settings for every request are added when it is sent.
#[derive(Clone, Debug, Default)]
pub struct ChatRequest {
    /// The model, as the server names it; the endpoint's own if `None`.
    pub model: Option<String>,
    /// The message of the user, in order.
    pub parts: Vec<Part>,
    /// The message of the assistant after it.
    pub answer: Option<String>,
    /// Further fields of the body. They take precedence over those of the endpoint.
    pub set: Map<String, Value>,
    /// The longest answer in tokens; the endpoint's own if `None`.
    pub max_tokens: Option<u32>,
    /// Where the answer must have the log-probabilities of the prompt's tokens, if it must. In completions
    /// the texts are sent as a raw prompt, without a chat.
    pub prompt_logprobs: Option<PromptLogprobs>,
}

/// The most that a request costs, roughly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Length of the body in bytes. Exact.
    pub bytes: u64,
    /// Tokens of the prompt: a token for four characters, or for one beyond ASCII, and
    /// [`Picture::estimated_tokens`].
    pub prompt_tokens: u64,
    /// The longest answer, if the request bounds it.
    pub most_completion_tokens: Option<u64>,
}

/// A request as it is sent.
#[derive(Clone, Debug)]
pub struct Body {
    /// JSON.
    pub bytes: Vec<u8>,
    /// [`ChatRequest::prompt_logprobs`].
    pub prompt_logprobs: Option<PromptLogprobs>,
    /// The most that it costs, roughly.
    pub estimate: Estimate,
}

impl ChatRequest {
    /// A request of one message of the user.
    pub fn from_parts(parts: Vec<Part>) -> Self {
        ChatRequest { parts, ..ChatRequest::default() }
    }

    /// A request of one text.
    pub fn from_text(text: impl Into<String>) -> Self {
        ChatRequest::from_parts(vec![Part::Text(text.into())])
    }

    /// The number of its pictures that are not sent as they are stored.
    pub fn reencoded_pictures(&self) -> usize {
        self.pictures().filter(|picture| picture.is_reencoded).count()
    }

    /// The formats in which its pictures are sent.
    pub fn picture_formats(&self) -> Vec<PictureFormat> {
        self.pictures().map(|picture| picture.format).collect()
    }

    /// The body that this endpoint is sent.
    pub fn body(&self, endpoint: &Endpoint) -> Body {
        self.body_in(Vec::new(), endpoint)
    }

    /// The same, written into a reused buffer.
    pub fn body_in(&self, mut bytes: Vec<u8>, endpoint: &Endpoint) -> Body {
        bytes.clear();
        bytes.reserve(self.expected_length());
        bytes.extend_from_slice(b"{\"model\":");
        push_json(&mut bytes, self.model(endpoint));
        if self.prompt_logprobs == Some(PromptLogprobs::Completions) {
            bytes.extend_from_slice(b",\"prompt\":");
            push_json(&mut bytes, &self.raw_text());
        } else {
            bytes.extend_from_slice(b",\"messages\":[{\"role\":\"user\",\"content\":");
            push_content(&mut bytes, &self.parts);
            if let Some(answer) = &self.answer {
                bytes.extend_from_slice(b"},{\"role\":\"assistant\",\"content\":");
                push_json(&mut bytes, answer);
            }
            bytes.extend_from_slice(b"}]");
        }
        for (name, value) in self.fields(endpoint) {
            bytes.push(b',');
            push_json(&mut bytes, &name);
            bytes.push(b':');
            push_json(&mut bytes, &value);
        }
        bytes.push(b'}');
        let estimate = Estimate {
            bytes: bytes.len() as u64,
            prompt_tokens: self.prompt_tokens(),
            most_completion_tokens: self.max_tokens(endpoint).map(u64::from),
        };
        Body { bytes, prompt_logprobs: self.prompt_logprobs, estimate }
    }

    /// The texts of the message, one after the other.
    pub fn raw_text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Picture(_) => None,
        });
        texts.collect()
    }

    fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.parts.iter().filter_map(|part| match part {
            Part::Picture(picture) => Some(picture),
            Part::Text(_) => None,
        })
    }

    /// The name of the model that is sent to the server.
    pub fn model<'r>(&'r self, endpoint: &'r Endpoint) -> &'r str {
        self.model.as_deref().or(endpoint.model_id.as_deref()).unwrap_or_default()
    }

    /// Gives the request a distinct seed if the endpoint sets one: with the same seed, samples
    /// would be equal.
    pub fn vary_seed(&mut self, endpoint: &Endpoint, sample: u32) {
        if let Some(seed) = endpoint.set.get("seed").and_then(Value::as_i64) {
            let seed = seed.wrapping_add(i64::from(sample) - 1);
            self.set.insert("seed".to_owned(), seed.into());
        }
    }

    fn max_tokens(&self, endpoint: &Endpoint) -> Option<u32> {
        self.max_tokens.or(endpoint.max_tokens)
    }

    /// The fields other than model and messages, each once.
    fn fields(&self, endpoint: &Endpoint) -> Map<String, Value> {
        let mut fields = Map::new();
        if let Some(most) = self.max_tokens(endpoint) {
            let name = match endpoint.max_tokens_field {
                MaxTokensField::MaxTokens => "max_tokens",
                MaxTokensField::MaxCompletionTokens => "max_completion_tokens",
            };
            fields.insert(name.to_owned(), most.into());
        }
        let set = endpoint.set.iter().chain(&self.set);
        fields.extend(set.map(|(name, value)| (name.clone(), value.clone())));
        fields
    }

    fn expected_length(&self) -> usize {
        let lengths = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.len() + text.len() / 8 + 64,
            Part::Picture(picture) => picture.base64.len() + 128,
        });
        lengths.sum::<usize>() + 256
    }

    fn prompt_tokens(&self) -> u64 {
        let of_part = |part: &Part| match part {
            Part::Text(text) => estimated_tokens(text),
            Part::Picture(picture) => picture.estimated_tokens,
        };
        let of_answer = self.answer.as_deref().map_or(0, estimated_tokens);
        self.parts.iter().map(of_part).sum::<u64>() + of_answer + 8
    }
}

/// The rough number of tokens of a text: a token for four ASCII characters, one for each other
/// character.
pub fn estimated_tokens(text: &str) -> u64 {
    let others = text.chars().filter(|c| !c.is_ascii()).count() as u64;
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    ascii.div_ceil(4) + others
}

/// The content of a message. One text alone is sent as it is: some servers do not accept a list there.
fn push_content(bytes: &mut Vec<u8>, parts: &[Part]) {
    if let [Part::Text(text)] = parts {
        return push_json(bytes, text);
    }
    bytes.push(b'[');
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            bytes.push(b',');
        }
        match part {
            Part::Text(text) => {
                bytes.extend_from_slice(b"{\"type\":\"text\",\"text\":");
                push_json(bytes, text);
                bytes.push(b'}');
            }
            Part::Picture(picture) => {
                bytes.extend_from_slice(
                    b"{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/",
                );
                bytes.extend_from_slice(picture.format.name().as_bytes());
                bytes.extend_from_slice(b";base64,");
                bytes.extend_from_slice(picture.base64.as_bytes());
                bytes.extend_from_slice(b"\"}}");
            }
        }
    }
    bytes.push(b']');
}

fn push_json(bytes: &mut Vec<u8>, value: &(impl serde::Serialize + ?Sized)) {
    // Texts and JSON values can always be written, and a Vec takes every byte.
    let written = serde_json::to_writer(bytes, value);
    debug_assert!(written.is_ok());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn endpoint(toml: &str) -> Endpoint {
        toml::from_str(&format!("url = 'http://h'\nmodel_id = 'm'\n{toml}")).unwrap()
    }

    fn read(body: &Body) -> Value {
        serde_json::from_slice(&body.bytes).unwrap()
    }

    #[test]
    fn texts_and_pictures_are_sent_in_their_order() {
        let gif = *b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";
        let picture = Picture::new(&gif, PictureFormat::ALL).unwrap();
        let request = ChatRequest::from_parts(vec![
            Part::Text("a \"quoted\"\n".into()),
            Part::Picture(picture.clone()),
            Part::Text("题".into()),
        ]);
        let body = request.body(&endpoint(""));
        let url = format!("data:image/gif;base64,{}", base64_simd::STANDARD.encode_to_string(gif));
        let expected = json!({"model": "m", "messages": [{"role": "user", "content": [
            {"type": "text", "text": "a \"quoted\"\n"},
            {"type": "image_url", "image_url": {"url": url}},
            {"type": "text", "text": "题"},
        ]}]});
        assert_eq!(read(&body), expected);
        assert_eq!(body.estimate.bytes, body.bytes.len() as u64);
        let of_picture = picture.estimated_tokens;
        assert_eq!(body.estimate.prompt_tokens, 3 + of_picture + 1 + 8);
    }

    #[test]
    fn a_text_alone_is_sent_as_a_text() {
        let body = ChatRequest::from_text("hello").body(&endpoint(""));
        let expected = json!({"model": "m", "messages": [{"role": "user", "content": "hello"}]});
        assert_eq!(read(&body), expected);
    }

    #[test]
    fn fields_of_the_request_take_precedence_over_those_of_the_endpoint() {
        let endpoint = endpoint(
            "max_tokens = 9\nmax_tokens_field = 'max_completion_tokens'\n\
             set = { temperature = 0, top_k = 1 }",
        );
        let mut request = ChatRequest::from_text("x");
        request.model = Some("other".into());
        request.set.insert("temperature".into(), json!(0.7));
        let body = request.body(&endpoint);
        let read = read(&body);
        assert_eq!(read["model"], "other");
        assert_eq!(read["max_completion_tokens"], 9);
        assert_eq!(read["temperature"], 0.7);
        assert_eq!(read["top_k"], 1);
        assert_eq!(body.estimate.most_completion_tokens, Some(9));
        let text = String::from_utf8(body.bytes).unwrap();
        assert_eq!(text.matches("temperature").count(), 1);
    }
}
