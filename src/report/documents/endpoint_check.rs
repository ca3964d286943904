//! What a server can do: `assay endpoints check`.

use crate::keyword::Keyword;
use crate::llm::EndpointCheck;
use crate::report::{Printout, Table};

/// What a server can do.
pub fn endpoint_check(check: &EndpointCheck) -> Printout {
    let yes = |holds: bool| Some(if holds { "yes" } else { "no" }.to_owned());
    let latency = check.latency_ms.map_or("-".to_owned(), |ms| format!("{ms} ms"));
    let of_prompts = check.prompt_logprobs.map_or("no", Keyword::name).to_owned();
    let pairs = [
        ("server", Some(check.url.clone())),
        ("model", Some(check.model.clone().unwrap_or_else(|| "-".into()))),
        ("answers", yes(check.answers)),
        ("takes pictures", yes(check.pictures)),
        ("gives log-probabilities", yes(check.logprobs)),
        ("log-probabilities of prompts", Some(of_prompts)),
        ("first answer", Some(latency)),
        ("models listed", Some(check.models.join(", "))),
    ];
    Printout::default().flat(check).tables(Table::from_pairs(["", ""], pairs))
}
