//! `assay extract run`: reads labels from models' texts with a language model.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::{Args, ValueEnum};

use super::Only;
use crate::benchmark::Input;
use crate::cli::{
    EndpointFlags, OnBenchmark, Output, Shared, WrongUsage, default_name, named, report_end,
    with_progress,
};
use crate::evaluation::{Purpose, ScoringSetting};
use crate::extract::RuleSet;
use crate::infer::{ExtractionOptions, ExtractionPrompt, RandomLetters, extract_with_model};
use crate::report::documents::extraction_run::extraction_run;

/// Have a language model read labels from models' texts.
#[derive(Debug, Args)]
pub(crate) struct ExtractRun {
    /// The name under which the labels are kept
    #[arg(long, value_name = "NAME")]
    extractor: String,
    /// The rules that decide what is unmatched; without it, those set for the benchmark (`assay config
    /// scoring`), else assay
    #[arg(long, value_parser = named::<RuleSet>())]
    rules: Option<RuleSet>,
    /// Only the texts that the rules cannot read, or all
    #[arg(long, value_enum, default_value_t)]
    only: Only,
    /// Only these models' texts; without it, all
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// Texts written with pictures, or without
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// The prompt: mmbench, or a template file
    #[arg(long, value_name = "mmbench|FILE", default_value = "mmbench")]
    protocol: PathBuf,
    /// Read replies as another tool does; vlmevalkit gives a random letter after three tries, which
    /// every output marks
    #[arg(long, value_enum)]
    compat: Option<CompatWay>,
    /// The seed of the random letters
    #[arg(long, value_name = "SEED", default_value_t = 2680, requires = "compat")]
    seed: u64,
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    endpoint: EndpointFlags,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompatWay {
    /// VLMEvalKit
    Vlmevalkit,
}

impl ExtractRun {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        ensure!(!self.extractor.trim().is_empty(), WrongUsage("--extractor needs a name".into()));
        let (mut store, benchmark) = self.on.open(shared)?;
        let chosen = ScoringSetting { rules: self.rules, ..ScoringSetting::default() };
        let rules = chosen.settle(&store, &benchmark, None, Purpose::Filters)?.options.rules;
        let endpoint = self.endpoint.endpoint(&self.extractor)?;
        let prompt = ExtractionPrompt::load(&self.protocol)?;
        let asker = self.endpoint.asker(endpoint)?;
        let options = ExtractionOptions {
            extractor: self.extractor,
            unmatched_by: (self.only == Only::Unmatched).then_some(rules),
            models: self.models,
            input: self.input,
            prompt,
            compat: self.compat.map(|CompatWay::Vlmevalkit| RandomLetters { seed: self.seed }),
        };
        let summary = with_progress(&options.extractor, |report| {
            extract_with_model(&mut store, &benchmark, &options, &asker, report)
        })?;
        let code = report_end(&summary.spent, summary.failed);
        self.output.print(&extraction_run(&benchmark, &options, &summary))?;
        Ok(code)
    }
}
