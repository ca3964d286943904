//! What a server can do: `assay endpoints check`.

use super::Document;
use crate::keyword::Keyword;
use crate::llm::EndpointCheck;
use crate::report::{Align, Form, Table};

impl Document for EndpointCheck {
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
            (
                "log-probabilities of prompts",
                self.prompt_logprobs.map_or("no", Keyword::name).to_owned(),
            ),
            ("first answer", latency),
            ("models listed", self.models.join(", ")),
        ] {
            table.row([name.to_owned(), value]);
        }
        vec![table]
    }
}
