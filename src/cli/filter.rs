//! `assay filter`: questions that need no picture, questions that are wrong, and questions whose
//! reference answer most models contradict.

use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};

use super::endpoint::{endpoint_or_url, talking_client};
use super::infer::InferProgress;
use super::interrupt::{exit_code, stop_on_interrupt};
use super::progress::ProgressLine;
use super::{Output, Shared, WrongUsage, print_message};
use crate::extract::RuleSet;
use crate::infer::{Asker, ask_for_filter};
use crate::keyword::Keyword;
use crate::llm::{Budget, BudgetLimits, DEFAULT_LIMIT, Stop};
use crate::quality::Rule;
use crate::report::documents::quality_filter::{FilterOutcome, FlagList};
use crate::score::{Missing, Strategy};
use crate::scoring::{
    self, FilterOptions, RunsError, apply_filter, current_runs, keep_flags, runs_of_models,
    text_only_without_runs,
};

use crate::store::{Benchmark, Store};

#[derive(Debug, Subcommand)]
pub(crate) enum Filter {
    /// Questions that enough models answer without the picture, or that people found to need none
    TextOnly(TextOnly),
    /// Questions that no model with pictures answers
    Wrong(Wrong),
    /// Questions on which most models with pictures choose the same other choice, strongest first
    Contradicted(Contradicted),
    /// The current flags
    List(List),
}

#[derive(Debug, Args)]
pub(crate) struct TextOnly {
    /// How many models must be correct: majority (more than half), all, at-least=N
    #[arg(long, default_value_t)]
    rule: Rule,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Wrong {
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Contradicted {
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Common {
    /// The models to ask; without it, all that have a run with the right input
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// What makes a model correct on a question: circular or first-pass
    #[arg(long, value_enum, default_value_t = Strategy::Circular)]
    strategy: Strategy,
    /// Answers that are missing or not read: exclude leaves their questions open where they could turn
    /// the outcome, wrong counts them as not correct
    #[arg(long, value_enum, default_value_t = Missing::Exclude)]
    missing: Missing,
    /// The rules that extract labels from the models' texts
    #[arg(long, default_value = RuleSet::Assay.name())]
    rules: RuleSet,
    /// The extractor whose labels fill in where the rules find nothing
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Ask these models first what the filter misses: a model's name in the database, and a table
    /// [endpoint.NAME] of the configuration file or a URL
    #[arg(long, value_name = "MODEL=ENDPOINT,..", value_delimiter = ',', value_parser = asked_model)]
    ask: Vec<(String, String)>,
    /// Show what would be flagged, keep nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Filter {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        match self {
            Filter::TextOnly(TextOnly { rule, common }) => {
                common.run(shared, scoring::Filter::TextOnly(rule))
            }
            Filter::Wrong(Wrong { common }) => common.run(shared, scoring::Filter::Wrong),
            Filter::Contradicted(Contradicted { common }) => {
                common.run(shared, scoring::Filter::Contradicted)
            }
            Filter::List(list) => {
                list.run(shared)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

impl Common {
    fn run(mut self, shared: &Shared, filter: scoring::Filter) -> anyhow::Result<ExitCode> {
        if self.strategy == Strategy::EveryPass {
            let problem = "every-pass gives no verdict on a question; take circular or first-pass";
            bail!(WrongUsage(problem.into()));
        }
        if self.missing == Missing::Kit {
            let problem = "kit is a rule of scores; take exclude or wrong";
            bail!(WrongUsage(problem.into()));
        }
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let options = FilterOptions {
            asked: !self.ask.is_empty(),
            filter,
            strategy: self.strategy,
            missing: self.missing,
            rules: self.rules,
            extractor: self.extractor.take(),
        };
        let code = self.ask_models(&mut store, &benchmark, &options)?;
        let runs = match runs_of_models(&store, &benchmark, &self.models, Some(filter.input())) {
            // People may have found what no model was asked.
            Err(RunsError::NoRuns { .. })
                if matches!(filter, scoring::Filter::TextOnly(_))
                    && text_only_without_runs(&store, &benchmark)? =>
            {
                Vec::new()
            }
            runs => runs?,
        };
        if let scoring::Filter::TextOnly(Rule::AtLeast(count)) = filter
            && count > runs.len()
        {
            let models = runs.len();
            bail!(WrongUsage(format!("at-least={count} can never hold with {models} models")));
        }
        let found = apply_filter(&mut store, &benchmark, &runs, &options)?;
        let kept = match self.dry_run {
            true => None,
            false => Some(keep_flags(&mut store, &benchmark, &runs, &options, &found)?),
        };
        let document = FilterOutcome::new(&benchmark, &runs, options, found, kept);
        self.output.print_with_warnings(&document)?;
        Ok(code)
    }

    /// Asks the models of `--ask`, one after the other, what their answers could still decide. Their names
    /// join those of `--models`.
    fn ask_models(
        &mut self,
        store: &mut Store,
        benchmark: &Benchmark,
        options: &FilterOptions,
    ) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        if self.ask.is_empty() {
            return Ok(code);
        }
        if self.models.is_empty() {
            let runs = current_runs(store, benchmark, Some(options.filter.input()))?;
            self.models = runs.into_iter().map(|run| run.model).collect();
        }
        for (model, _) in &self.ask {
            if !self.models.contains(model) {
                self.models.push(model.clone());
            }
        }
        let stop = Stop::new();
        stop_on_interrupt(&stop)?;
        for (model, server) in &self.ask {
            let mut endpoint = endpoint_or_url(server)?;
            endpoint.model_id.get_or_insert_with(|| model.clone());
            let budget = Budget::new(BudgetLimits::default(), endpoint.price)?;
            let client = talking_client(endpoint)?;
            let asker = Asker::new(&client, &budget, &stop, DEFAULT_LIMIT);
            let mut progress = InferProgress(ProgressLine::new(model));
            let models = (model.as_str(), self.models.as_slice());
            let summary = ask_for_filter(store, benchmark, options, models, &asker, &mut progress);
            progress.0.finish();
            let summary = summary?;
            let (requests, spared) = (summary.requests, summary.spared);
            print_message(&format!(
                "assay: {model}: {requests} requests for {} questions, {spared} passes spared",
                summary.questions
            ));
            if let Some(message) = &summary.message {
                print_message(&format!("assay: stopped: {message}"));
            }
            if summary.stopped.is_some() || summary.failed > 0 {
                code = exit_code(summary.stopped, summary.failed);
            }
            if stop.is_requested() {
                break;
            }
        }
        Ok(code)
    }
}

fn asked_model(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((model, server)) if !model.is_empty() && !server.is_empty() => {
            Ok((model.to_owned(), server.to_owned()))
        }
        _ => Err("expected MODEL=ENDPOINT, for instance llava=http://127.0.0.1:8000".into()),
    }
}

impl List {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let flags = store.flags(&benchmark)?;
        self.output.print(&FlagList { benchmark: benchmark.name, flags })
    }
}
