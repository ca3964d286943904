//! The result of asking a model: `assay infer`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::infer::{AskOptions, AskSummary, Estimate};
use crate::keyword::Keyword;
use crate::llm::Price;
use crate::report::{Form, Table};
use crate::score::Strategy;
use crate::store::{Benchmark, Run};

/// Tokens as the server counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tokens {
    pub prompt: u64,
    /// Of the answers.
    pub completion: u64,
}

/// The result of asking a model.
#[derive(Debug, Serialize)]
pub struct Inference {
    pub benchmark: String,
    /// The model's name in the database.
    pub model: String,
    /// What the model was given.
    pub input: Input,
    /// Which passes were wanted.
    pub strategy: Strategy,
    /// The run, and whether it may still change (`open`, `sealed`).
    pub run: Option<String>,
    pub state: Option<&'static str>,
    /// Questions that were looked at.
    pub questions: usize,
    /// How several answers make one prediction, for instance `majority of 5 samples`.
    pub scored_by: Option<String>,
    /// Requests that ended: one for each pass, or for each sample.
    pub requests: usize,
    /// Requests with their repetitions.
    pub attempts: u64,
    /// Passes with an answer from this call.
    pub answered: usize,
    /// Passes that were refused.
    pub refused: usize,
    /// Passes whose request failed.
    pub failed: usize,
    /// Passes that had an answer before.
    pub reused: usize,
    /// Passes not asked because another pass decided their question.
    pub spared: usize,
    /// Passes not asked because the run stopped.
    pub left: usize,
    pub tokens: Tokens,
    /// The cost, if the endpoint has a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Pictures that were encoded again for the server.
    pub reencoded_pictures: usize,
    /// How long it took.
    pub seconds: f64,
    /// Why the run stopped early.
    pub stopped: Option<&'static str>,
    /// Failed requests by kind.
    pub errors: BTreeMap<&'static str, usize>,
}

impl Inference {
    /// Creates the document of a call.
    pub fn new(benchmark: &Benchmark, options: &AskOptions, summary: AskSummary) -> Self {
        Inference {
            benchmark: benchmark.name.clone(),
            model: options.model.clone(),
            input: options.input,
            strategy: options.wanted.strategy,
            run: summary.run.as_ref().map(|run| run.id.to_string()),
            state: summary.run.as_ref().map(|run| if run.is_open() { "open" } else { "sealed" }),
            questions: summary.questions,
            scored_by: summary.run.as_ref().and_then(Run::scored_by),
            requests: summary.requests,
            attempts: summary.attempts,
            answered: summary.answered,
            refused: summary.refused,
            failed: summary.failed,
            reused: summary.reused,
            spared: summary.spared,
            left: summary.left,
            tokens: Tokens { prompt: summary.prompt_tokens, completion: summary.completion_tokens },
            cost: summary.cost,
            reencoded_pictures: summary.reencoded_pictures,
            seconds: summary.elapsed.as_secs_f64(),
            stopped: summary.stopped.map(Keyword::name),
            errors: summary.errors,
        }
    }
}

impl Document for Inference {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut table = Table::over([self])
            .text("model", |asked| &asked.model)
            .text("input", |asked| asked.input.to_string())
            .number("questions", |asked| asked.questions)
            .number("answered", |asked| asked.answered)
            .number("refused", |asked| asked.refused)
            .number("failed", |asked| asked.failed)
            .number("reused", |asked| asked.reused)
            .number("spared", |asked| asked.spared)
            .number("left", |asked| asked.left)
            .number("tokens", |asked| asked.tokens.prompt + asked.tokens.completion)
            .number("seconds", |asked| format!("{:.1}", asked.seconds))
            .text("run", |asked| asked.state.unwrap_or("none"))
            .text("stopped", |asked| asked.stopped)
            .table();
        if let Some(method) = &self.scored_by {
            table = table.titled(format!("{}: {method}", self.model));
        }
        let errors = Table::over(&self.errors)
            .text("failed requests", |(kind, _)| *kind)
            .number("", |(_, count)| *count)
            .table();
        [table, errors].into_iter().filter(|table| !table.is_empty()).collect()
    }
}

/// What would be asked.
#[derive(Debug, Serialize)]
pub struct DryRun {
    pub benchmark: String,
    /// The model's name in the database.
    pub model: String,
    /// What the model would be given.
    pub input: Input,
    /// Which passes are wanted.
    pub strategy: Strategy,
    /// Always `true`.
    pub dry_run: bool,
    /// Questions that were looked at.
    pub questions: usize,
    /// Open questions among those that would be asked: one request each.
    pub open_questions: usize,
    /// The most requests; fewer where a wrong pass spares others.
    pub requests: usize,
    /// Passes that have an answer already.
    pub reused: usize,
    /// Passes not asked because another pass decided their question.
    pub spared: usize,
    /// What would be sent.
    pub bytes: u64,
    /// The approximate number of tokens of the prompts.
    pub tokens: Tokens,
    /// The approximate cost of the prompts, if the endpoint has a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_of_prompts: Option<f64>,
    /// The same with the longest answers, where the endpoint bounds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_at_most: Option<f64>,
}

impl DryRun {
    /// The requests of a dry run, and their cost at this price.
    pub fn new(
        benchmark: &Benchmark,
        options: &AskOptions,
        estimate: Estimate,
        price: Option<Price>,
    ) -> Self {
        let cost = |answers| price.map(|price| price.cost(estimate.prompt_tokens, answers));
        DryRun {
            benchmark: benchmark.name.clone(),
            model: options.model.clone(),
            input: options.input,
            strategy: options.wanted.strategy,
            dry_run: true,
            questions: estimate.questions,
            open_questions: estimate.open_questions,
            requests: estimate.requests,
            reused: estimate.reused,
            spared: estimate.spared,
            bytes: estimate.bytes,
            tokens: Tokens { prompt: estimate.prompt_tokens, completion: 0 },
            cost_of_prompts: cost(0),
            cost_at_most: estimate.most_completion_tokens.and_then(cost),
        }
    }
}

impl Document for DryRun {
    fn tables(&self, _: Form) -> Vec<Table> {
        let costs =
            [("cost of the prompts", self.cost_of_prompts), ("cost at most", self.cost_at_most)];
        let costs = costs.into_iter().filter_map(|(name, cost)| Some((name, cost?)));
        Table::over([self])
            .text("model", |asked| &asked.model)
            .text("input", |asked| asked.input.to_string())
            .number("questions", |asked| asked.questions)
            .number("open", |asked| asked.open_questions)
            .number("requests at most", |asked| asked.requests)
            .number("reused", |asked| asked.reused)
            .number("spared", |asked| asked.spared)
            .number("bytes", |asked| asked.bytes)
            .number("prompt tokens, roughly", |asked| asked.tokens.prompt)
            .each(costs, |table, (name, cost)| table.number(name, |_| format!("{cost:.4}")))
            .into()
    }
}
