//! Asks for the answers that a filter needs: one model after the other, only questions that could
//! still be decided otherwise.

use super::ask::ask;
use super::asker::Asker;
use super::options::{AskError, AskOptions, Samples};
use super::plan::Wanted;
use super::question_prompt::QuestionPrompt;
use super::settings::asked_settings;
use super::summary::{AskSummary, Progress};
use crate::evaluation::{current_run, current_runs};
use crate::filters::{Filter, FilterOptions, unsettled_questions};
use assay_core::score::Strategy;
use assay_store::{Benchmark, Run, Store};

/// Asks one model about the questions that the answers of `models`, this one among them, leave open.
/// The text-only and the wrong filter spare the passes after a wrong one; `contradicted` needs all.
///
/// # Errors
/// As [`ask()`].
pub fn ask_for_filter(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &FilterOptions,
    (model, models): (&str, &[String]),
    asker: &Asker<'_>,
    progress: &mut dyn Progress,
) -> Result<AskSummary, AskError> {
    let input = options.filter.input();
    let prompt = QuestionPrompt::mmbench()
        .map_err(|reason| AskError::Prompt { question: "-".into(), reason })?;
    let mut wanted = Wanted {
        strategy: options.scoring.strategy.unwrap_or(Strategy::Circular),
        all_passes: options.filter == Filter::Contradicted,
        limit: None,
        only: None,
    };
    let settings = asked_settings(asker.client(), &prompt, Samples::ONE, None);
    if current_run(store, benchmark, model, input)?.is_none() {
        store.begin_run(benchmark, model, input, &settings)?;
    }
    let mut runs = current_runs(store, benchmark, Some(input))?;
    runs.retain(|run: &Run| models.contains(&run.model));
    let absent = models.len().saturating_sub(runs.len());
    wanted.only = unsettled_questions(store, benchmark, &runs, absent, options)?;
    let samples = Samples::ONE;
    let options = AskOptions {
        model: model.to_owned(),
        input,
        wanted,
        samples,
        ranking: None,
        prompt,
        settings,
    };
    ask(store, benchmark, &options, asker, progress)
}
