//! The result of asking a model: `assay infer`.

use serde_json::{Value, json};

use crate::infer::{AskOptions, AskSummary, Estimate};
use crate::keyword::Keyword;
use crate::llm::Price;
use crate::report::{Fields, Printout, Table};
use crate::store::{Benchmark, Run};

/// Tokens as the server counts them.
pub(super) fn tokens(prompt: u64, completion: u64) -> Value {
    json!({"prompt": prompt, "completion": completion})
}

/// The result of asking a model.
pub fn inference(benchmark: &Benchmark, options: &AskOptions, summary: &AskSummary) -> Printout {
    let run = summary.run.as_ref();
    let state = run.map(|run| if run.is_open() { "open" } else { "sealed" });
    let scored_by = run.and_then(Run::scored_by);
    let asked = Fields::over([summary])
        .json("benchmark", |_| &benchmark.name)
        .text("model", |_| &options.model)
        .text("input", |_| options.input)
        .json("strategy", |_| options.wanted.strategy)
        .json("run", |_| run.map(|run| run.id.to_string()))
        .json("state", |_| state)
        .number("questions", |asked| asked.questions)
        .json("scored_by", |_| &scored_by)
        .json("requests", |asked| asked.requests)
        .json("attempts", |asked| asked.attempts)
        .number("answered", |asked| asked.answered)
        .number("refused", |asked| asked.refused)
        .number("failed", |asked| asked.failed)
        .number("reused", |asked| asked.reused)
        .number("spared", |asked| asked.spared)
        .number("left", |asked| asked.left)
        .json("tokens", |asked| tokens(asked.prompt_tokens, asked.completion_tokens))
        .number_column("tokens", |asked| asked.prompt_tokens + asked.completion_tokens)
        .json_if("cost", |asked| asked.cost)
        .json("reencoded_pictures", |asked| asked.reencoded_pictures)
        .json("seconds", |asked| asked.elapsed.as_secs_f64())
        .number_column("seconds", |asked| format!("{:.1}", asked.elapsed.as_secs_f64()))
        .text_column("run", |_| state.unwrap_or("none"))
        .text("stopped", |asked| asked.stopped.map(Keyword::name))
        .json("errors", |asked| &asked.errors);
    let asked = match &scored_by {
        Some(method) => asked.titled(format!("{}: {method}", options.model)),
        None => asked,
    };
    let errors = Table::over(&summary.errors)
        .text("failed requests", |(kind, _)| *kind)
        .number("", |(_, count)| *count)
        .table();
    let errors = (!errors.is_empty()).then_some(errors);
    Printout::default().record(asked).tables(Vec::from_iter(errors))
}

/// What would be asked, and what the prompts would cost at this price; with the longest answers, where the
/// endpoint bounds them.
pub fn dry_run(
    benchmark: &Benchmark,
    options: &AskOptions,
    estimate: &Estimate,
    price: Option<Price>,
) -> Printout {
    let cost = |answers| price.map(|price| price.cost(estimate.prompt_tokens, answers));
    let costs = [
        ("cost_of_prompts", "cost of the prompts", cost(0)),
        ("cost_at_most", "cost at most", estimate.most_completion_tokens.and_then(cost)),
    ];
    let asked = Fields::over([estimate])
        .json("benchmark", |_| &benchmark.name)
        .text("model", |_| &options.model)
        .text("input", |_| options.input)
        .json("strategy", |_| options.wanted.strategy)
        .json("dry_run", |_| true)
        .number("questions", |asked| asked.questions)
        .number_as("open_questions", "open", |asked| asked.open_questions)
        .number_as("requests", "requests at most", |asked| asked.requests)
        .number("reused", |asked| asked.reused)
        .number("spared", |asked| asked.spared)
        .number("bytes", |asked| asked.bytes)
        .json("tokens", |asked| tokens(asked.prompt_tokens, 0))
        .number_column("prompt tokens, roughly", |asked| asked.prompt_tokens);
    let asked = costs.into_iter().fold(asked, |asked, (name, heading, cost)| match cost {
        Some(cost) => asked.json(name, |_| cost).number_column(heading, |_| format!("{cost:.4}")),
        None => asked,
    });
    Printout::default().record(asked)
}
