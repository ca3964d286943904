//! What a server can do: `assay endpoints check`.

use super::Document;
use crate::keyword::Keyword;
use crate::llm::EndpointCheck;
use crate::report::{Form, Table};

impl Document for EndpointCheck {
    fn tables(&self, _: Form) -> Vec<Table> {
        let yes = |holds: bool| Some(if holds { "yes" } else { "no" }.to_owned());
        let latency = self.latency_ms.map_or("-".to_owned(), |ms| format!("{ms} ms"));
        let of_prompts = self.prompt_logprobs.map_or("no", Keyword::name).to_owned();
        let pairs = [
            ("server", Some(self.url.clone())),
            ("model", Some(self.model.clone().unwrap_or_else(|| "-".into()))),
            ("answers", yes(self.answers)),
            ("takes pictures", yes(self.pictures)),
            ("gives log-probabilities", yes(self.logprobs)),
            ("log-probabilities of prompts", Some(of_prompts)),
            ("first answer", Some(latency)),
            ("models listed", Some(self.models.join(", "))),
        ];
        vec![Table::from_pairs(["", ""], pairs)]
    }
}
