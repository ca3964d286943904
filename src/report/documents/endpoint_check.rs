//! What a server can do: `assay endpoints check`.

use serde::Serialize;

use super::Document;
use crate::keyword::Keyword;
use crate::llm::EndpointCheck;
use crate::report::{Align, Form, Table};

/// What a server can do.
#[derive(Debug, Serialize)]
pub struct CheckedEndpoint {
    /// Its address.
    pub url: String,
    /// The model that was asked.
    pub model: Option<String>,
    /// The models that it lists.
    pub models: Vec<String>,
    /// Whether the model answers at all.
    pub answers: bool,
    /// Whether it takes pictures.
    pub pictures: bool,
    /// Whether answers come with log-probabilities.
    pub logprobs: bool,
    /// Which answers have the log-probabilities of the prompt's tokens, for `--scoring likelihood`: `chat`
    /// (pictures too), `completions` (text alone) or none.
    pub prompt_logprobs: Option<&'static str>,
    /// How long the first answer took, in milliseconds.
    pub latency_ms: Option<u64>,
    /// What is wrong or uncertain.
    pub messages: Vec<String>,
}

impl From<EndpointCheck> for CheckedEndpoint {
    fn from(check: EndpointCheck) -> Self {
        CheckedEndpoint {
            url: check.url,
            model: check.model,
            models: check.models,
            answers: check.answers,
            pictures: check.pictures,
            logprobs: check.logprobs,
            prompt_logprobs: check.prompt_logprobs.map(Keyword::name),
            latency_ms: check.latency.map(|latency| latency.as_millis() as u64),
            messages: check.messages,
        }
    }
}

impl Document for CheckedEndpoint {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut table = Table::new([("", Align::Left), ("", Align::Left)]);
        let yes = |holds: bool| if holds { "yes" } else { "no" }.to_owned();
        let latency = self.latency_ms.map_or("-".to_owned(), |ms| format!("{ms} ms"));
        for (name, value) in [
            ("server", self.url.clone()),
            ("model", self.model.clone().unwrap_or_else(|| "-".into())),
            ("answers", yes(self.answers)),
            ("takes pictures", yes(self.pictures)),
            ("gives log-probabilities", yes(self.logprobs)),
            ("log-probabilities of prompts", self.prompt_logprobs.unwrap_or("no").to_owned()),
            ("first answer", latency),
            ("models listed", self.models.join(", ")),
        ] {
            table.row([name.to_owned(), value]);
        }
        vec![table]
    }
}
