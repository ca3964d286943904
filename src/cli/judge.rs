//! `assay judge`: language models that judge answers to open questions.

use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;

use super::{
    EndpointFlags, OnBenchmark, Output, Shared, WrongUsage, commands, default_name, named,
    report_end, with_progress,
};
use crate::benchmark::Input;
use crate::infer::Asker;
use crate::judging::{
    JudgePrompt, JudgingOptions, MOST_REPEATS, Orders, Pairs, drill, estimate, judge,
};
use crate::report::documents::judging as documents;
use crate::store::{Benchmark, Store};
use crate::votes::parse::Mode;

commands! {
    pub(crate) enum Judge {
        Run(Box<JudgeRun>),
        Check(Box<JudgeCheck>),
    }
}

/// Who judges, and what it is asked.
#[derive(Debug, Args)]
struct JudgeFlags {
    /// The name under which the judge's votes are kept
    #[arg(long, value_name = "NAME")]
    judge: String,
    /// The prompt: a template file whose first line declares the form of the reply, or vote-1, vote-2, scores-1,
    /// scores-2, single-10, single-100, single-5; without it, vote-1, scores-1 or single-10, by the mode
    #[arg(long, value_name = "NAME|FILE")]
    template: Option<String>,
    /// Only these models' answers; without it, all
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// Answers that were written with pictures, or without; the judge is given the same
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    endpoint: EndpointFlags,
    #[command(flatten)]
    output: Output,
}

impl JudgeFlags {
    /// The database, how the judge is asked, and whom to ask.
    fn open(
        &self,
        shared: &Shared,
        mode: Mode,
    ) -> anyhow::Result<(Store, Benchmark, JudgingOptions, Asker)> {
        ensure!(!self.judge.trim().is_empty(), WrongUsage("--judge needs a name".into()));
        let (store, benchmark) = self.on.open(shared)?;
        let endpoint = self.endpoint.endpoint(&self.judge)?;
        let prompt = JudgePrompt::load(mode, self.template.as_deref())?;
        let asker = self.endpoint.asker(endpoint)?;
        let options = JudgingOptions {
            judge: self.judge.clone(),
            prompt,
            input: self.input,
            models: self.models.clone(),
            pairs: Pairs::All,
            orders: Orders::Both,
            seed: 1,
            repeats: 1,
            limit: None,
        };
        Ok((store, benchmark, options, asker))
    }
}

/// Ask a language model which of two stored answers is better, or for scores; the same call again asks only
/// what has no judgment yet, or failed.
#[derive(Debug, Args)]
pub(crate) struct JudgeRun {
    /// What the judge is asked: which of two answers is better, a score for each of two, or for one alone
    #[arg(long, value_parser = named::<Mode>(), default_value = default_name::<Mode>())]
    mode: Mode,
    /// Which models are compared: all with each other, all with one, or those of a file with two models in each
    /// line
    #[arg(long, value_name = "anchor=MODEL|all|FILE", default_value = "all")]
    pairs: String,
    /// Each pair in both orders, or once in an order that is drawn
    #[arg(long, value_parser = named::<Orders>(), default_value = default_name::<Orders>())]
    orders: Orders,
    /// The seed of the drawn orders
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Ask each comparison so often, to see how often the judge changes its mind
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_REPEATS)))]
    repeats: u16,
    /// Only the first open questions of the benchmark
    #[arg(long, value_name = "QUESTIONS")]
    limit: Option<usize>,
    /// Count requests, bytes and (roughly) tokens; ask nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    flags: JudgeFlags,
}

impl JudgeRun {
    fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let is_single = self.mode == Mode::Single;
        let why = "--mode single scores each answer alone; leave --pairs out";
        ensure!(!is_single || self.pairs == "all", WrongUsage(why.into()));
        let (mut store, benchmark, options, asker) = self.flags.open(shared, self.mode)?;
        let JudgeRun { orders, seed, repeats, limit, .. } = self;
        let pairs = Pairs::load(&self.pairs)?;
        let options = JudgingOptions { pairs, orders, seed, repeats, limit, ..options };
        if self.dry_run {
            let estimate = estimate(&store, &benchmark, &options, &asker.client)?;
            let document = documents::judging_estimate(&benchmark, &options, &estimate);
            self.flags.output.print(&document)?;
            return Ok(ExitCode::SUCCESS);
        }
        let summary = with_progress(&options.judge, |report| {
            judge(&mut store, &benchmark, &options, &asker, report)
        })?;
        let code = report_end(&summary.spent, summary.failed);
        self.flags.output.print(&documents::judging(&benchmark, &options, &summary))?;
        Ok(code)
    }
}

/// Ask a judge about pairs whose better answer is known, and keep the card: the same answer twice, spoiled
/// answers, hidden instructions, an exchanged picture.
#[derive(Debug, Args)]
pub(crate) struct JudgeCheck {
    /// What the judge is asked: which of two answers is better, or a score for each
    #[arg(long, value_parser = named::<Mode>(), default_value = default_name::<Mode>())]
    mode: Mode,
    /// The seed of the answers that are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    flags: JudgeFlags,
}

impl JudgeCheck {
    fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let (mut store, benchmark, options, asker) = self.flags.open(shared, self.mode)?;
        let options = JudgingOptions { seed: self.seed, ..options };
        let summary = with_progress(&options.judge, |report| {
            drill(&mut store, &benchmark, &options, &asker, report)
        })?;
        let code = report_end(&summary.spent, summary.failed);
        self.flags.output.print(&documents::drill(&summary))?;
        Ok(code)
    }
}
