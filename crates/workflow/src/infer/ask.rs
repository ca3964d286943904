//! Asks a model: a run from the plan to the sealed run.

use std::time::Instant;

use super::asker::Asker;
use super::asking::{Asking, earlier_parts};
use super::checks::{check_choices, look_for_pictures};
use super::options::{AskError, AskOptions};
use super::pictures::SharedPictures;
use super::plan::{Plan, Wanted};
use super::pool::work;
use super::questions::Questions;
use super::settings::check_settings;
use super::steps::{Requests, schedule, threads};
use super::summary::{AskSummary, Progress, Stopped};
use crate::evaluation::{PreparedBenchmark, current_run};
use assay_store::{Benchmark, Run, Store, StoreError};

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
    asker: &Asker<'_>,
    progress: &mut dyn Progress,
) -> Result<AskSummary, AskError> {
    let begun = Instant::now();
    let run = current_run(store, benchmark, &options.model, options.input)?;
    if let Some(run) = &run {
        check_settings(run, options)?;
    }
    let (mut prepared, questions) = Questions::load(store, benchmark)?;
    let plan = Plan::compute(store, &mut prepared, run.as_ref(), &options.wanted)?;
    let is_limited = plan.looked_at < prepared.questions().len() && options.wanted.limit.is_some();
    let mut summary = AskSummary {
        stopped: is_limited.then_some(Stopped::Limit),
        questions: plan.looked_at,
        reused: plan.reused,
        spared: plan.spared,
        ..AskSummary::default()
    };
    if plan.questions.is_empty() {
        drop((prepared, questions));
        summary.run = finish(store, benchmark, run, options)?;
        return Ok(summary);
    }
    if options.ranking.is_some() {
        check_choices(&plan, &questions)?;
    }
    look_for_pictures(store, &plan, &questions, options.input)?;
    let run = match run {
        Some(run) if run.is_open() => run,
        _ => store.begin_run(benchmark, &options.model, options.input, &options.settings)?,
    };
    let endpoint = asker.client().endpoint();
    let requests = Requests {
        asker,
        questions: &questions,
        options,
        pictures: SharedPictures::new(
            store.path().to_owned(),
            endpoint.taken_formats().unwrap_or_default(),
        ),
    };
    let mut supervisor = Asking {
        earlier: earlier_parts(store, &run, options)?,
        schedule: schedule(&plan, options.wanted.all_passes),
        store,
        run: &run,
        questions: &questions,
        options,
        asker,
        progress,
        summary,
        total: plan.passes(),
        begun,
        waiting: Vec::new(),
        ended: false,
    };
    // Its questions take as much memory as hundreds of requests, and freeing them takes time.
    std::thread::spawn(move || drop(prepared));
    let result = work(&requests, &mut supervisor, threads(endpoint));
    let mut summary = supervisor.into_summary();
    result?;
    summary.cost = asker.budget().cost_so_far();
    if asker.stop().is_requested() && summary.message.is_none() {
        summary.stopped = Some(Stopped::Interrupted);
    }
    std::thread::spawn(move || drop(questions));
    let run = store.reread_run(&run)?;
    summary.run = match summary.left + summary.failed {
        0 => finish(store, benchmark, Some(run), options)?,
        _ => Some(run),
    };
    summary.elapsed = begun.elapsed();
    Ok(summary)
}

/// Seals an open run with answers to all wanted passes, if they are those of the whole benchmark.
fn finish(
    store: &mut Store,
    benchmark: &Benchmark,
    run: Option<Run>,
    options: &AskOptions,
) -> Result<Option<Run>, StoreError> {
    let Some(run) = run.filter(Run::is_open) else {
        return current_run(store, benchmark, &options.model, options.input);
    };
    if options.wanted.is_whole() {
        return store.seal_run(&run).map(Some);
    }
    let whole = Wanted { limit: None, only: None, ..options.wanted.clone() };
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let left = Plan::compute(store, &mut prepared, Some(&run), &whole)?;
    match left.questions.is_empty() {
        true => store.seal_run(&run).map(Some),
        false => Ok(Some(run)),
    }
}
