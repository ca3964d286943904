//! Asks a model: a run from the plan to the sealed run.

use std::num::NonZeroU32;
use std::time::Instant;

use super::asking::{AskSummary, Asking, earlier_parts};
use super::call::{Asker, Call, Report, Spent, Stopped};
use super::error::AskError;
use super::options::AskOptions;
use super::pictures::SharedPictures;
use super::plan::{Plan, Selection};
use super::pool::{Threads, work};
use super::question_prompt::QuestionPrompt;
use super::steps::{PassRequests, schedule};
use super::task::Task;
use crate::evaluation::{PreparedBenchmark, current_run, current_runs};
use crate::filters::{Filter, FilterOptions, unsettled_questions};
use assay_core::score::Strategy;
use assay_store::{Benchmark, Result, Run, Store};

/// Asks a model for the answers that `options` wants and its current run does not have. Each answer
/// is durable before the next step. The run is sealed when all that is wanted is answered.
///
/// # Errors
/// If a question cannot be asked, the run was begun with other settings, or the database cannot be
/// written. What was answered is kept.
pub fn ask(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &AskOptions,
    asker: &Asker,
    report: Report<'_>,
) -> Result<AskSummary, AskError> {
    let begun = Instant::now();
    let settings = options.settings(&asker.client);
    let task = Task::load(store, benchmark, options)?;
    if let Some(run) = &task.run {
        options.check_settings(run, &settings)?;
    }
    let Plan { looked_at, reused, spared, .. } = task.plan;
    let is_limited =
        looked_at < task.prepared.questions().len() && options.selection.limit.is_some();
    let spent = Spent {
        stopped: is_limited.then_some(Stopped::Limit),
        reencoded_pictures: Some(0),
        ..Spent::default()
    };
    let mut summary =
        AskSummary { questions: looked_at, reused, spared, spent, ..AskSummary::default() };
    if task.plan.questions.is_empty() {
        summary.run = finish(store, benchmark, task.run, options)?;
        return Ok(summary);
    }
    let run = task.open_run(store, benchmark, options, &settings)?;
    let Task { prepared, questions, plan, .. } = task;
    let endpoint = &asker.client.endpoint;
    let taken = endpoint.taken_formats().unwrap_or_default();
    let pictures = SharedPictures::new(store.path().to_owned(), taken);
    let requests = PassRequests { asker, questions: &questions, options, pictures };
    let mut supervisor = Asking {
        earlier: earlier_parts(store, &run, options)?,
        schedule: schedule(&plan, options.selection.all_passes),
        store,
        run: &run,
        questions: &questions,
        options,
        call: Call { asker, begun, requests: summary.requests, spent: summary.spent.clone() },
        report,
        summary,
        total: plan.passes(),
        waiting: Vec::new(),
    };
    // Its questions take as much memory as hundreds of requests, and freeing them takes time.
    std::thread::spawn(move || drop(prepared));
    let threads = Threads::new(endpoint.concurrency);
    let result = work(|step| requests.perform(step), &mut supervisor, threads);
    let mut summary = supervisor.into_summary();
    result?;
    std::thread::spawn(move || drop(questions));
    let run = store.reread_run(&run)?;
    summary.run = match summary.left + summary.failed {
        0 => finish(store, benchmark, Some(run), options)?,
        _ => Some(run),
    };
    summary.spent.cost = asker.budget.cost_so_far();
    summary.spent.seconds = begun.elapsed().as_secs_f64();
    Ok(summary)
}

/// Seals an open run with answers to all wanted passes, if they are those of the whole benchmark.
fn finish(
    store: &mut Store,
    benchmark: &Benchmark,
    run: Option<Run>,
    options: &AskOptions,
) -> Result<Option<Run>> {
    let Some(run) = run.filter(Run::is_open) else {
        return current_run(store, benchmark, &options.model, options.input);
    };
    if !options.selection.is_whole() {
        let whole = Selection { limit: None, only: None, ..options.selection.clone() };
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let left = Plan::compute(store, &mut prepared, Some(&run), &whole)?;
        if !left.questions.is_empty() {
            return Ok(Some(run));
        }
    }
    store.seal_run(&run).map(Some)
}

/// Asks one model about the questions that the answers of `models`, this one among them, leave open.
/// The text-only and the wrong filter spare the passes after a wrong one; `contradicted` needs all.
///
/// # Errors
/// As [`ask()`].
pub fn ask_for_filter(
    store: &mut Store,
    benchmark: &Benchmark,
    filter: &FilterOptions,
    (model, models): (&str, &[String]),
    asker: &Asker,
    report: Report<'_>,
) -> Result<AskSummary, AskError> {
    let prompt = QuestionPrompt::mmbench()
        .map_err(|reason| AskError::Prompt { question: "-".into(), reason })?;
    let mut options = AskOptions {
        model: model.to_owned(),
        input: filter.filter.input(),
        selection: Selection {
            strategy: filter.scoring.strategy.unwrap_or(Strategy::Circular),
            all_passes: filter.filter == Filter::Contradicted,
            limit: None,
            only: None,
        },
        samples: NonZeroU32::MIN,
        ranking: None,
        prompt,
    };
    if current_run(store, benchmark, model, options.input)?.is_none() {
        let settings = options.settings(&asker.client);
        store.begin_run(benchmark, model, options.input, &settings)?;
    }
    let mut runs = current_runs(store, benchmark, Some(options.input))?;
    runs.retain(|run: &Run| models.contains(&run.model));
    let absent = models.len().saturating_sub(runs.len());
    options.selection.only = unsettled_questions(store, benchmark, &runs, absent, filter)?;
    ask(store, benchmark, &options, asker, report)
}
