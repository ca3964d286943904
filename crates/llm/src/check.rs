//! Finds out what a server can do, with a few small requests: whether it answers, takes pictures, gives
//! log-probabilities of answers and of prompts, and which models it has.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde::Serialize;
use serde_json::Value;

use super::client::Client;
use super::endpoint::{Endpoint, EndpointError};
use super::failure::{Failure, FailureKind};
use super::outcome::{Outcome, Reply};
use super::picture::{Picture, PictureFormat};
use super::prompt_tokens::PromptLogprobs;
use super::request::{ChatRequest, Part};
use super::stop::Stop;

/// The longest wait for a server, in seconds.
const LONGEST_WAIT: f64 = 60.0;

/// What a server can do.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EndpointCheck {
    /// Its address, without the query.
    pub url: String,
    /// The model that was asked: that of the endpoint, else the first that the server lists.
    pub model: Option<String>,
    /// The models that the server lists; empty if it does not give a list.
    pub models: Vec<String>,
    /// Whether the model answers at all.
    pub answers: bool,
    /// Whether the model takes pictures.
    pub pictures: bool,
    /// Whether answers include log-probabilities.
    pub logprobs: bool,
    /// Which answers have the log-probabilities of the prompt's tokens, if any: what
    /// `--scoring likelihood` needs.
    pub prompt_logprobs: Option<PromptLogprobs>,
    /// How long the first answer took, in milliseconds.
    pub latency_ms: Option<u64>,
    /// What is wrong or uncertain, one sentence each. Not yet safe for a terminal.
    pub messages: Vec<String>,
}

impl EndpointCheck {
    /// Asks the server. Each request is tried once.
    ///
    /// # Errors
    /// If a field of the endpoint cannot be used, or the key is not available.
    pub fn run(endpoint: &Endpoint, stop: &Stop) -> Result<Self, EndpointError> {
        let once = Endpoint {
            max_attempts: 1,
            timeout: endpoint.timeout.min(LONGEST_WAIT),
            ..endpoint.clone()
        };
        let client = Client::new(once)?;
        let mut check = EndpointCheck {
            url: client.address().to_string(),
            model: endpoint.model_id.clone(),
            ..EndpointCheck::default()
        };
        if check.list_models(&client, stop) {
            check.ask(&client, stop);
        }
        if check.answers {
            match PromptLogprobs::find(&client, check.model.as_deref(), stop) {
                Ok(found) => check.prompt_logprobs = found,
                Err(failure) if failure.kind == FailureKind::BadReply => {
                    check.messages.push(format!("log-probabilities of the prompt: {failure}"));
                }
                Err(_) => {}
            }
        }
        Ok(check)
    }

    /// Returns whether it is worth asking further.
    fn list_models(&mut self, client: &Client, stop: &Stop) -> bool {
        match client.get(&client.address().models(), stop) {
            None => return false,
            Some(Ok(body)) => {
                let (names, secrets) = (model_names(&body), &client.interpreter.secrets);
                let names = names.into_iter();
                self.models = names.map(|name| secrets.without(&name).into_owned()).collect();
            }
            Some(Err(failure)) => {
                self.messages.push(format!("no list of models: {failure}"));
                let kind = failure.kind;
                if matches!(kind, FailureKind::Connect | FailureKind::Tls | FailureKind::Timeout) {
                    return false;
                }
            }
        }
        let first = self.models.first();
        match (&self.model, first) {
            (Some(model), Some(_)) if !self.models.contains(model) => {
                self.messages.push(format!("the server does not list the model {model}"));
            }
            (None, _) => self.model = first.cloned(),
            _ => {}
        }
        true
    }

    fn ask(&mut self, client: &Client, stop: &Stop) {
        let with_picture = self.reply(client, picture_parts(), false, stop);
        let text = vec![Part::Text(QUESTION.to_owned())];
        let with_logprobs = self.reply(client, text.clone(), true, stop);
        let plain = match (&with_picture, &with_logprobs) {
            (Err(_), Err(_)) => self.reply(client, text, false, stop),
            _ => Err(None),
        };
        let replies = [&with_picture, &with_logprobs, &plain];
        let first = replies.iter().find_map(|reply| reply.as_ref().ok());
        self.answers = first.is_some();
        self.latency_ms = first.map(|reply| reply.latency.as_millis() as u64);
        self.logprobs = with_logprobs.as_ref().is_ok_and(has_logprobs);
        self.pictures = with_picture.is_ok();
        let prompt = |reply: &Result<Reply, _>| reply.as_ref().ok()?.usage.prompt_tokens;
        if let (Some(with), Some(without)) = (prompt(&with_picture), prompt(&with_logprobs))
            && with <= without
        {
            self.pictures = false;
            let message = "a picture adds no tokens to the prompt: the server leaves it out";
            self.messages.push(message.to_owned());
        }
        for (what, reply) in
            [("a picture", &with_picture), ("log-probabilities", &with_logprobs), ("text", &plain)]
        {
            if let Err(Some(failure)) = reply {
                self.messages.push(format!("a request with {what}: {failure}"));
            }
        }
    }

    /// `Err(None)` if the run stops.
    fn reply(
        &self,
        client: &Client,
        parts: Vec<Part>,
        has_logprobs: bool,
        stop: &Stop,
    ) -> Result<Reply, Option<Failure>> {
        let mut request = ChatRequest::from_parts(parts);
        (request.model, request.max_tokens) = (self.model.clone(), Some(16));
        if has_logprobs {
            request.set.insert("logprobs".to_owned(), true.into());
            request.set.insert("top_logprobs".to_owned(), 1.into());
        }
        match client.ask(&request, stop) {
            Outcome::Answered(reply) => Ok(reply),
            Outcome::Failed(failure) => Err(Some(failure)),
            Outcome::Stopped { .. } => Err(None),
            Outcome::Refused(refusal) => Err(Some(Failure {
                kind: FailureKind::BadRequest,
                status: None,
                message: format!("refused: {}", refusal.text),
                attempts: refusal.attempts,
            })),
        }
    }
}

/// What a server is asked.
pub const QUESTION: &str = "Which colour? Answer with one word.";

/// A red square, and a question. At least 28 pixels: smaller pictures are refused by some models.
fn picture_parts() -> Vec<Part> {
    let square = DynamicImage::from(RgbImage::from_pixel(64, 64, Rgb([200, 30, 30])));
    let mut bytes = Cursor::new(Vec::new());
    let written = square.write_to(&mut bytes, ImageFormat::Png).is_ok();
    let picture = Picture::new(&bytes.into_inner(), &[PictureFormat::Png]).ok();
    let picture = picture.filter(|_| written).map(Part::Picture);
    picture.into_iter().chain([Part::Text(QUESTION.to_owned())]).collect()
}

fn has_logprobs(reply: &Reply) -> bool {
    let content = reply.logprobs.as_ref().and_then(|logprobs| logprobs.get("content"));
    content.and_then(Value::as_array).is_some_and(|tokens| !tokens.is_empty())
}

/// The names in `{"data":[{"id"}]}`, or in Ollama's `{"models":[{"name"}]}`.
fn model_names(body: &[u8]) -> Vec<String> {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let list = value.get("data").or_else(|| value.get("models")).unwrap_or(&value);
    let name = |model: &Value| {
        let name = model.get("id").or_else(|| model.get("name")).unwrap_or(model);
        name.as_str().map(str::to_owned)
    };
    list.as_array().into_iter().flatten().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_models_are_found_in_the_lists_of_each_server() {
        for body in [
            r#"{"object":"list","data":[{"id":"a"},{"id":"b"}]}"#,
            r#"{"models":[{"name":"a"},{"name":"b"}]}"#,
            r#"["a","b"]"#,
        ] {
            assert_eq!(model_names(body.as_bytes()), ["a", "b"], "{body}");
        }
        for body in ["", "{}", "no", r#"{"data":{}}"#] {
            assert!(model_names(body.as_bytes()).is_empty(), "{body}");
        }
    }

    #[test]
    fn the_picture_of_the_check_is_sent_as_it_is() {
        let parts = picture_parts();
        let [Part::Picture(picture), Part::Text(_)] = &parts[..] else { panic!("{parts:?}") };
        assert!(!picture.is_reencoded);
        assert!(picture.base64.len() < 1000);
    }
}
