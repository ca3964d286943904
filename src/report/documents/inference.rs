//! The result of asking a model: `assay infer`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::infer::{AskOptions, AskSummary, Estimate};
use crate::keyword::Keyword;
use crate::llm::Price;
use crate::report::{Align, Form, Table};
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
        let mut table = Table::new([
            ("model", Align::Left),
            ("input", Align::Left),
            ("questions", Align::Right),
            ("answered", Align::Right),
            ("refused", Align::Right),
            ("failed", Align::Right),
            ("reused", Align::Right),
            ("spared", Align::Right),
            ("left", Align::Right),
            ("tokens", Align::Right),
            ("seconds", Align::Right),
            ("run", Align::Left),
            ("stopped", Align::Left),
        ]);
        table.row([
            self.model.clone(),
            self.input.to_string(),
            self.questions.to_string(),
            self.answered.to_string(),
            self.refused.to_string(),
            self.failed.to_string(),
            self.reused.to_string(),
            self.spared.to_string(),
            self.left.to_string(),
            (self.tokens.prompt + self.tokens.completion).to_string(),
            format!("{:.1}", self.seconds),
            self.state.unwrap_or("none").to_owned(),
            self.stopped.unwrap_or("").to_owned(),
        ]);
        if let Some(method) = &self.scored_by {
            table = table.titled(format!("{}: {method}", self.model));
        }
        let mut tables = vec![table];
        if !self.errors.is_empty() {
            let mut errors = Table::new([("failed requests", Align::Left), ("", Align::Right)]);
            for (kind, count) in &self.errors {
                errors.row([(*kind).to_owned(), count.to_string()]);
            }
            tables.push(errors);
        }
        tables
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
        let mut columns = vec![
            ("model", Align::Left),
            ("input", Align::Left),
            ("questions", Align::Right),
            ("open", Align::Right),
            ("requests at most", Align::Right),
            ("reused", Align::Right),
            ("spared", Align::Right),
            ("bytes", Align::Right),
            ("prompt tokens, roughly", Align::Right),
        ];
        let mut cells = vec![
            self.model.clone(),
            self.input.to_string(),
            self.questions.to_string(),
            self.open_questions.to_string(),
            self.requests.to_string(),
            self.reused.to_string(),
            self.spared.to_string(),
            self.bytes.to_string(),
            self.tokens.prompt.to_string(),
        ];
        let costs =
            [("cost of the prompts", self.cost_of_prompts), ("cost at most", self.cost_at_most)];
        for (name, cost) in costs {
            if let Some(cost) = cost {
                columns.push((name, Align::Right));
                cells.push(format!("{cost:.4}"));
            }
        }
        let mut table = Table::new(columns);
        table.row(cells);
        vec![table]
    }
}
