//! `assay infer`: asks a model about the questions of a benchmark.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use serde_json::Value;

use super::{
    EndpointFlags, PrintOn, Shared, WrongUsage, default_name, named, print_message, report_end,
    warn, with_progress,
};
use crate::benchmark::Input;
use crate::evaluation::current_run;
use crate::infer::{
    AskOptions, Asker, Estimate, MOST_SAMPLES, QuestionPrompt, Ranking, Selection, ask,
    check_rankable,
};
use crate::llm::PromptLogprobs;
use crate::report::documents::asking::{FailedPasses, dry_run, inference};
use crate::score::{RankBy, Strategy};
use crate::store::{Benchmark, Run, Store};

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Infer {
    /// The model's name in the database
    #[arg(long, value_name = "NAME")]
    model: String,
    #[command(flatten)]
    on: PrintOn,
    /// What the model is given: the question with its pictures, or the text alone
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// Which passes are asked: all of CircularEval (as it is without this flag), or the first alone; with
    /// --scoring likelihood only the first, because the choices are not shown
    #[arg(long, value_parser = named::<Strategy>())]
    strategy: Option<Strategy>,
    /// Ask every pass, also after one that is wrong
    #[arg(long)]
    all_passes: bool,
    /// Only the first questions of the benchmark
    #[arg(long, value_name = "QUESTIONS")]
    limit: Option<usize>,
    /// The prompt, as a template file
    #[arg(long, value_name = "FILE")]
    prompt: Option<PathBuf>,
    /// Ask each pass so often; the majority of the labels counts, of an open question the first answer, and
    /// every sample is kept (1 to 64)
    #[arg(long, value_name = "N", default_value = "1", value_parser = samples)]
    samples: NonZeroU32,
    /// The temperature of sampling; without it, that of --set or of the server
    #[arg(long, value_name = "T", value_parser = temperature)]
    temperature: Option<f64>,
    /// What is scored: the model's answer, or the likelihood of each choice as its answer (the answer
    /// ranking of SEED-Bench), for which the server must give the log-probabilities of prompts
    #[arg(long, value_enum, default_value_t)]
    scoring: Scoring,
    /// Which likelihoods are compared: the mean of a choice's tokens (as SEED-Bench-2), or their sum
    #[arg(long, value_parser = named::<RankBy>(), default_value = default_name::<RankBy>())]
    rank_by: RankBy,
    /// Count requests, bytes and (roughly) tokens; ask nothing
    #[arg(long)]
    dry_run: bool,
    /// Close the model's open run as it is: it never changes again, and what is missing stays missing
    #[arg(long, conflicts_with_all = ["dry_run", "limit"])]
    close: bool,
    /// List the passes of the model whose last request failed, with what the server said; ask nothing
    #[arg(long, conflicts_with_all = ["dry_run", "limit", "close"])]
    failed: bool,
    #[command(flatten)]
    endpoint: EndpointFlags,
}

impl Infer {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        ensure!(!self.model.trim().is_empty(), WrongUsage("--model needs a name".into()));
        let (mut store, benchmark) = self.on.open(shared)?;
        if self.close {
            return self.close_run(&mut store, &benchmark);
        }
        if self.failed {
            return self.list_failed(&store, &benchmark);
        }
        let mut endpoint = self.endpoint.endpoint(&self.model)?;
        if let Some(temperature) = self.temperature {
            endpoint.set.insert("temperature".to_owned(), temperature.into());
        }
        if self.samples > NonZeroU32::MIN && is_zero(endpoint.set.get("temperature")) {
            warn("with temperature 0 the samples of a pass are equal, as far as the server can");
        }
        let prompt = QuestionPrompt::load(self.prompt.as_deref())?;
        let asker = self.endpoint.asker(endpoint)?;
        let strategy = self.strategy()?;
        let selection =
            Selection { strategy, all_passes: self.all_passes, limit: self.limit, only: None };
        if self.scoring == Scoring::Likelihood {
            check_rankable(&mut store, &benchmark, &selection)?;
        }
        let ranking = self.ranking(&asker)?;
        let Infer { model, input, samples, on, .. } = self;
        let options = AskOptions { model, input, selection, samples, ranking, prompt };
        if self.dry_run {
            let estimate = Estimate::compute(&mut store, &benchmark, &options, &asker.client)?;
            on.print(&dry_run(&benchmark, &options, &estimate))?;
            return Ok(ExitCode::SUCCESS);
        }
        let summary = with_progress(&options.model, |report| {
            ask(&mut store, &benchmark, &options, &asker, report)
        })?;
        let code = report_end(&summary.spent, summary.failed);
        if let Some(run) = summary.run.as_ref().filter(|_| summary.failed > 0)
            && let Some(failed) = FailedPasses::load(&store, &benchmark, run)?.summary()
        {
            warn(&failed);
        }
        on.print(&inference(&benchmark, &options, &summary))?;
        Ok(code)
    }

    /// Which passes are asked.
    fn strategy(&self) -> Result<Strategy, WrongUsage> {
        match (self.scoring, self.strategy) {
            (Scoring::Likelihood, Some(Strategy::Circular)) => Err(WrongUsage(
                "--scoring likelihood does not show the choices, so that CircularEval would ask the same \
                 again; leave --strategy out"
                    .into(),
            )),
            (Scoring::Likelihood, _) => Ok(Strategy::FirstPass),
            (Scoring::Text, strategy) => Ok(strategy.unwrap_or(Strategy::Circular)),
        }
    }

    /// How choices are ranked, if they are. A tiny request checks the server's support before a run
    /// is opened.
    fn ranking(&self, asker: &Asker) -> anyhow::Result<Option<Ranking>> {
        if self.scoring == Scoring::Text {
            return Ok(None);
        }
        let no_samples = "a likelihood has no samples; leave --samples out";
        ensure!(self.samples == NonZeroU32::MIN, WrongUsage(no_samples.into()));
        let address = asker.client.address();
        let from = match self.dry_run {
            true => Some(PromptLogprobs::Chat),
            false => PromptLogprobs::find(&asker.client, None, &asker.stop)
                .map_err(|failure| anyhow!("{address}: {failure}"))?,
        };
        match (from, self.input) {
            (Some(from), Input::Text) | (Some(from @ PromptLogprobs::Chat), Input::Image) => {
                Ok(Some(Ranking { by: self.rank_by, from }))
            }
            (Some(PromptLogprobs::Completions), Input::Image) => bail!(
                "{address}: --scoring likelihood with pictures needs chat completions with the field \
                 `prompt_logprobs`, as vLLM gives them; this server has log-probabilities of prompts only in \
                 /completions, which take no pictures (with --input text it can be asked)"
            ),
            (None, _) => bail!(
                "{address}: --scoring likelihood needs the log-probabilities of the prompt's tokens; the answers of \
                 this server have neither `prompt_logprobs` (chat completions, as of vLLM) nor \
                 `logprobs.token_logprobs` of an echoed prompt (completions, as of vLLM and SGLang, text \
                 alone). llama.cpp, Ollama and OpenAI do not give them. Nothing was asked"
            ),
        }
    }

    fn list_failed(&self, store: &Store, benchmark: &Benchmark) -> anyhow::Result<ExitCode> {
        let (name, Infer { model, input, .. }) = (&benchmark.name, self);
        let run = current_run(store, benchmark, model, *input)?
            .with_context(|| format!("{name} has no answers of {model} (input {input})"))?;
        self.on.print(&FailedPasses::load(store, benchmark, &run)?.printout())?;
        Ok(ExitCode::SUCCESS)
    }

    fn close_run(&self, store: &mut Store, benchmark: &Benchmark) -> anyhow::Result<ExitCode> {
        let (name, Infer { model, input, .. }) = (&benchmark.name, self);
        let run = current_run(store, benchmark, model, *input)?.filter(Run::is_open);
        let run =
            run.with_context(|| format!("{name} has no open run of {model} (input {input})"))?;
        let run = store.seal_run(&run)?;
        print_message(&format!(
            "{}: closed with {} predictions, {} of them failed requests",
            run.model, run.predictions, run.failed
        ));
        Ok(ExitCode::SUCCESS)
    }
}

/// What is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Scoring {
    /// The model's answer
    #[default]
    Text,
    /// The likelihood of each choice
    Likelihood,
}

fn samples(text: &str) -> Result<NonZeroU32, String> {
    let count = text.parse().ok().filter(|count: &NonZeroU32| count.get() <= MOST_SAMPLES);
    count.ok_or_else(|| format!("expected a number from 1 to {MOST_SAMPLES}"))
}

fn temperature(text: &str) -> Result<f64, String> {
    let temperature = text.parse().ok().filter(|t: &f64| t.is_finite() && *t >= 0.0);
    temperature.ok_or_else(|| "expected a number, 0 or more".to_owned())
}

fn is_zero(temperature: Option<&Value>) -> bool {
    temperature.and_then(Value::as_f64) == Some(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_one_to_sixty_four_samples() {
        assert!(samples("0").is_err() && samples("65").is_err());
        assert_eq!(samples("64").map(NonZeroU32::get), Ok(64));
    }
}
