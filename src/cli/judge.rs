//! `assay judge`: language models that judge answers to open questions.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;

use super::{
    EndpointFlags, PrintOn, Shared, WrongUsage, commands, default_name, named, report_end,
    with_progress,
};
use crate::benchmark::Input;
use crate::infer::Asker;
use crate::judging::{JudgePrompt, Judging, JudgingOptions, MOST_REPEATS, Orders, Pairs, drill};
use crate::report::documents::asking::batch_written;
use crate::report::documents::judging as documents;
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
    /// What the judge is asked: which of two answers is better, a score for each of two, or for one alone
    #[arg(long, value_parser = named::<Mode>(), default_value = default_name::<Mode>())]
    mode: Mode,
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
    /// The seed of what is drawn: orders, or the answers of a check
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    endpoint: EndpointFlags,
}

impl JudgeFlags {
    /// How the judge is asked, and whom to ask; for files that the user sends, OpenAI unless a server is named.
    fn options(&self, in_files: bool) -> anyhow::Result<(JudgingOptions, Asker)> {
        ensure!(!self.judge.trim().is_empty(), WrongUsage("--judge needs a name".into()));
        let endpoint = match in_files {
            true => self.endpoint.endpoint_or_default(&self.judge)?,
            false => self.endpoint.endpoint(&self.judge)?,
        };
        let options = JudgingOptions {
            judge: self.judge.clone(),
            prompt: JudgePrompt::load(self.mode, self.template.as_deref())?,
            input: self.input,
            models: self.models.clone(),
            pairs: Pairs::All,
            orders: Orders::Both,
            seed: self.seed,
            repeats: 1,
            limit: None,
        };
        Ok((options, self.endpoint.asker(endpoint)?))
    }
}

/// Ask a language model which of two stored answers is better, or for scores; the same call again asks only
/// what has no judgment yet, or failed.
#[derive(Debug, Args)]
pub(crate) struct JudgeRun {
    #[command(flatten)]
    flags: JudgeFlags,
    /// Which models are compared: all with each other, all with one, or those of a file with two models in each
    /// line
    #[arg(long, value_name = "anchor=MODEL|all|FILE", default_value = "all")]
    pairs: String,
    /// Each pair in both orders, or once in an order that is drawn
    #[arg(long, value_parser = named::<Orders>(), default_value = default_name::<Orders>())]
    orders: Orders,
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
    /// Write the requests into files of this folder, in OpenAI's batch format; ask nothing
    #[arg(long, value_name = "DIR", conflicts_with = "dry_run")]
    write_batch: Option<PathBuf>,
    /// Read output and error files of such a batch, with the flags by which it was written; ask nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["dry_run", "write_batch"])]
    read_batch: Vec<PathBuf>,
}

impl JudgeRun {
    fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let is_single = self.flags.mode == Mode::Single;
        let why = "--mode single scores each answer alone; leave --pairs out";
        ensure!(!is_single || self.pairs == "all", WrongUsage(why.into()));
        let (mut store, benchmark) = self.flags.on.open(shared)?;
        let in_files = self.write_batch.is_some() || !self.read_batch.is_empty();
        let (options, asker) = self.flags.options(in_files)?;
        let JudgeRun { orders, repeats, limit, flags, .. } = self;
        let pairs = Pairs::load(&self.pairs)?;
        let options = JudgingOptions { pairs, orders, repeats, limit, ..options };
        let (store, benchmark) = (&mut store, &benchmark);
        let mut judging = Judging { store, benchmark, options: &options, asker: &asker };
        if self.dry_run {
            let estimate = judging.estimate()?;
            flags.on.print(&documents::judging_estimate(benchmark, &options, &estimate))?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(folder) = self.write_batch {
            flags.on.print(&batch_written(&judging.write_batch(&folder)?))?;
            return Ok(ExitCode::SUCCESS);
        }
        let summary = match &*self.read_batch {
            [] => with_progress(&options.judge, |report| judging.ask(report))?,
            files => judging.read_batch(files)?,
        };
        let code = report_end(&summary.spent, summary.failed);
        flags.on.print(&documents::judging(benchmark, &options, &summary))?;
        Ok(code)
    }
}

/// Ask a judge about pairs whose better answer is known, and keep the card: the same answer twice, spoiled
/// answers, hidden instructions, an exchanged picture.
#[derive(Debug, Args)]
pub(crate) struct JudgeCheck {
    #[command(flatten)]
    flags: JudgeFlags,
}

impl JudgeCheck {
    fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let (mut store, benchmark) = self.flags.on.open(shared)?;
        let (options, asker) = self.flags.options(false)?;
        let (store, benchmark) = (&mut store, &benchmark);
        let judging = Judging { store, benchmark, options: &options, asker: &asker };
        let summary = with_progress(&options.judge, |report| drill(judging, report))?;
        let code = report_end(&summary.spent, summary.failed);
        self.flags.on.print(&documents::drill(&summary))?;
        Ok(code)
    }
}
