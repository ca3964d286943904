//! `assay filter`: questions that need no picture, questions that are wrong, and questions whose
//! reference answer most models contradict.

use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};

use super::endpoint::{asker, endpoint_or_url};
use super::interrupt::{exit_code, stop_on_interrupt};
use super::{PrintOn, ScoringFlags, Shared, WrongUsage, print_message, with_progress};
use crate::evaluation::{Purpose, RunsError, current_runs, runs_of_models};
use crate::filters::{self, FilterOptions, apply_filter, keep_flags, text_only_without_runs};
use crate::infer::ask_for_filter;
use crate::llm::{BudgetLimits, DEFAULT_LIMIT};
use crate::quality::Rule;
use crate::report::documents::quality_filter;
use crate::score::Strategy;
use crate::store::{Benchmark, Store};

#[derive(Debug, Subcommand)]
pub(crate) enum Filter {
    /// Questions that enough models answer without the picture, or that people found to need none
    TextOnly {
        /// How many models must be correct: majority (more than half), all, at-least=N
        #[arg(long, default_value_t)]
        rule: Rule,
        #[command(flatten)]
        common: Common,
    },
    /// Questions that no model with pictures answers
    Wrong(Common),
    /// Questions on which most models with pictures choose the same other choice, strongest first
    Contradicted(Common),
    /// The current flags
    List(PrintOn),
}

#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The models to ask; without it, all that have a run with the right input
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    scoring: ScoringFlags,
    /// Ask these models first what the filter misses: a model's name in the database, and a table
    /// [endpoint.NAME] of the configuration file or a URL
    #[arg(long, value_name = "MODEL=ENDPOINT,..", value_delimiter = ',', value_parser = asked_model)]
    ask: Vec<(String, String)>,
    /// Show what would be flagged, keep nothing
    #[arg(long)]
    dry_run: bool,
}

impl Filter {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        match self {
            Filter::TextOnly { rule, common } => {
                common.run(shared, filters::Filter::TextOnly(rule))
            }
            Filter::Wrong(common) => common.run(shared, filters::Filter::Wrong),
            Filter::Contradicted(common) => common.run(shared, filters::Filter::Contradicted),
            Filter::List(on) => {
                let (store, benchmark) = on.open(shared)?;
                let flags = store.flags(&benchmark)?;
                on.print(&quality_filter::flags(&benchmark.name, &flags))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

impl Common {
    fn run(self, shared: &Shared, filter: filters::Filter) -> anyhow::Result<ExitCode> {
        self.scoring.judge_for_filter()?;
        let (mut store, benchmark) = self.on.open(shared)?;
        let Common { mut models, on, scoring, ask, dry_run } = self;
        let mut scoring = scoring.settle(&store, &benchmark, Purpose::Filters)?;
        if !ask.is_empty() {
            // Every pass that can still affect the result is asked.
            scoring.strategy.get_or_insert(Strategy::Circular);
        }
        let options = FilterOptions { asked: !ask.is_empty(), filter, scoring };
        let code = ask_models(&ask, &mut models, &mut store, &benchmark, &options)?;
        let runs = match runs_of_models(&store, &benchmark, &models, Some(filter.input())) {
            // People may have flagged questions that no model was asked.
            Err(RunsError::NoRuns { .. })
                if matches!(filter, filters::Filter::TextOnly(_))
                    && text_only_without_runs(&store, &benchmark)? =>
            {
                Vec::new()
            }
            runs => runs?,
        };
        if let filters::Filter::TextOnly(Rule::AtLeast(count)) = filter
            && count > runs.len()
        {
            let models = runs.len();
            bail!(WrongUsage(format!("at-least={count} can never hold with {models} models")));
        }
        let found = apply_filter(&mut store, &benchmark, &runs, &options)?;
        let kept = match dry_run {
            true => None,
            false => Some(keep_flags(&mut store, &runs, &options, &found)?),
        };
        let document =
            quality_filter::filtered(&benchmark, &runs, &options, &found, kept, on.form());
        on.print(&document)?;
        Ok(code)
    }
}

/// Asks the models of `--ask`, one after the other, the passes that can still affect the result.
/// Their names are added to those of `--models`.
fn ask_models(
    ask: &[(String, String)],
    models: &mut Vec<String>,
    store: &mut Store,
    benchmark: &Benchmark,
    options: &FilterOptions,
) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    if ask.is_empty() {
        return Ok(code);
    }
    if models.is_empty() {
        let runs = current_runs(store, benchmark, Some(options.filter.input()))?;
        *models = runs.into_iter().map(|run| run.model).collect();
    }
    for (model, _) in ask {
        if !models.contains(model) {
            models.push(model.clone());
        }
    }
    let stop = stop_on_interrupt()?;
    for (model, server) in ask {
        let mut endpoint = endpoint_or_url(server)?;
        endpoint.model_id.get_or_insert_with(|| model.clone());
        let asker = asker(endpoint, BudgetLimits::default(), stop.clone(), DEFAULT_LIMIT)?;
        let among = (model.as_str(), models.as_slice());
        let summary = with_progress(model, |report| {
            ask_for_filter(store, benchmark, options, among, &asker, report)
        })?;
        let (requests, failed, spent) = (summary.requests.requests, summary.failed, &summary.spent);
        if spent.stopped.is_some() || failed > 0 {
            code = exit_code(spent, failed);
            let kinds = spent.errors.iter().map(|(kind, count)| format!("{kind} {count}"));
            let kinds = kinds.collect::<Vec<_>>().join(", ");
            let message = spent
                .message
                .clone()
                .unwrap_or_else(|| format!("{failed} of {requests} requests failed ({kinds})"));
            print_message(&format!(
                "assay: {model} was not asked to the end: {message}; the flags below rest on the answers \
                 that are there"
            ));
        }
        print_message(&format!(
            "assay: {model}: {requests} requests for {} questions, {} passes spared",
            summary.questions, summary.spared
        ));
        if stop.is_requested() {
            break;
        }
    }
    Ok(code)
}

fn asked_model(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((model, server)) if !model.is_empty() && !server.is_empty() => {
            Ok((model.to_owned(), server.to_owned()))
        }
        _ => Err("expected MODEL=ENDPOINT, for instance llava=http://127.0.0.1:8000".into()),
    }
}
