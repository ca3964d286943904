//! The result of asking a model: `assay infer`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::infer::{AskOptions, AskSummary, Estimate};
use crate::keyword::Keyword;
use crate::report::{Form, Table};
use crate::score::Strategy;
use crate::store::{Benchmark, Run};

/// What a model is asked.
#[derive(Debug, Serialize)]
struct Subject {
    benchmark: String,
    /// The model's name in the database.
    model: String,
    /// What the model is given.
    input: Input,
    /// Which passes are wanted.
    strategy: Strategy,
}

impl Subject {
    fn new(benchmark: &Benchmark, options: &AskOptions) -> Self {
        Subject {
            benchmark: benchmark.name.clone(),
            model: options.model.clone(),
            input: options.input,
            strategy: options.selection.strategy,
        }
    }
}

/// The result of asking a model.
#[derive(Debug, Serialize)]
pub struct Inference {
    #[serde(flatten)]
    subject: Subject,
    /// The run, and whether it may still change (`open`, `sealed`).
    run: Option<String>,
    state: Option<&'static str>,
    questions: usize,
    /// How several answers make one prediction, for instance `majority of 5 samples`.
    scored_by: Option<String>,
    #[serde(flatten)]
    summary: AskSummary,
}

impl Inference {
    /// Creates the document of a call.
    pub fn new(benchmark: &Benchmark, options: &AskOptions, summary: AskSummary) -> Self {
        let run = summary.run.as_ref();
        Inference {
            subject: Subject::new(benchmark, options),
            run: run.map(|run| run.id.to_string()),
            state: run.map(|run| run.state.name()),
            questions: summary.questions,
            scored_by: run.and_then(Run::scored_by),
            summary,
        }
    }
}

impl Document for Inference {
    fn tables(&self, _: Form) -> Vec<Table> {
        let AskSummary { answered, refused, failed, reused, spared, left, ref spent, .. } =
            self.summary;
        let stopped = spent.stopped.map(Keyword::name);
        let mut table = Table::over([self])
            .text("model", |asked| &asked.subject.model)
            .text("input", |asked| asked.subject.input.to_string())
            .number("questions", |asked| asked.questions)
            .number("answered", |_| answered)
            .number("refused", |_| refused)
            .number("failed", |_| failed)
            .number("reused", |_| reused)
            .number("spared", |_| spared)
            .number("left", |_| left)
            .number("tokens", |_| spent.tokens.prompt + spent.tokens.completion)
            .number("seconds", |_| format!("{:.1}", spent.seconds))
            .text("run", |asked| asked.state.unwrap_or("none"))
            .text("stopped", |_| stopped)
            .table();
        if let Some(method) = &self.scored_by {
            table = table.titled(format!("{}: {method}", self.subject.model));
        }
        let errors = Table::over(&spent.errors)
            .text("failed requests", |(kind, _)| *kind)
            .number("", |(_, count)| *count)
            .table();
        [table, errors].into_iter().filter(|table| !table.is_empty()).collect()
    }
}

/// What would be asked.
#[derive(Debug, Serialize)]
pub struct DryRun {
    #[serde(flatten)]
    subject: Subject,
    /// Always `true`.
    dry_run: bool,
    #[serde(flatten)]
    estimate: Estimate,
}

impl DryRun {
    /// The requests of a dry run.
    pub fn new(benchmark: &Benchmark, options: &AskOptions, estimate: Estimate) -> Self {
        DryRun { subject: Subject::new(benchmark, options), dry_run: true, estimate }
    }
}

impl Document for DryRun {
    fn tables(&self, _: Form) -> Vec<Table> {
        let of = &self.estimate;
        let costs =
            [("cost of the prompts", of.cost_of_prompts), ("cost at most", of.cost_at_most)];
        let costs = costs.into_iter().filter_map(|(name, cost)| Some((name, cost?)));
        Table::over([self])
            .text("model", |asked| &asked.subject.model)
            .text("input", |asked| asked.subject.input.to_string())
            .number("questions", |_| of.questions)
            .number("open", |_| of.open_questions)
            .number("requests at most", |_| of.requests)
            .number("reused", |_| of.reused)
            .number("spared", |_| of.spared)
            .number("bytes", |_| of.bytes)
            .number("prompt tokens, roughly", |_| of.tokens.prompt)
            .each(costs, |table, (name, cost)| table.number(name, |_| format!("{cost:.4}")))
            .into()
    }
}
