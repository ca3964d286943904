//! `assay extract run`: reads labels from models' texts with a language model.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::benchmark::Input;
use crate::cli::endpoint::{EndpointFlags, talking_client};
use crate::cli::interrupt::{exit_code, stop_on_interrupt};
use crate::cli::names::OnBenchmark;
use crate::cli::progress::ProgressLine;
use crate::cli::value_names::{default_name, named};
use crate::cli::{Output, Shared, WrongUsage, print_message};
use crate::evaluation::{Purpose, ScoringSetting};
use crate::extract::RuleSet;
use crate::infer::{
    Asker, ExtractionOptions, ExtractionPrompt, RandomLetters, TextChoice, extract_with_model,
};
use crate::llm::Stop;
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Texts from which the rules read nothing
    #[default]
    Unmatched,
    /// All texts
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompatWay {
    /// VLMEvalKit
    Vlmevalkit,
}

impl ExtractRun {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        if self.extractor.trim().is_empty() {
            bail!(WrongUsage("--extractor needs a name".into()));
        }
        let (mut store, benchmark) = self.on.open(shared)?;
        let chosen = ScoringSetting { rules: self.rules, ..ScoringSetting::default() };
        let rules = chosen.settle(&store, &benchmark, None, Purpose::Filters)?.options.rules;
        let endpoint = self.endpoint.endpoint(&self.extractor)?;
        let budget = self.endpoint.budget(&endpoint)?;
        let prompt = match self.protocol == Path::new("mmbench") {
            true => ExtractionPrompt::mmbench()?,
            false => ExtractionPrompt::from_file(&self.protocol)?,
        };
        let client = talking_client(endpoint)?;
        let compat = self.compat.map(|CompatWay::Vlmevalkit| RandomLetters { seed: self.seed });
        let endpoint = client.endpoint();
        let options = ExtractionOptions {
            settings: json!({
                "model_id": endpoint.model_id,
                "protocol": prompt.name(),
                "protocol_blake3": prompt.hash(),
                "set": endpoint.set,
                "compat": compat.map(|random| format!("vlmevalkit, seed {}", random.seed)),
            }),
            extractor: self.extractor,
            texts: match self.only {
                Only::Unmatched => TextChoice::Unmatched(rules),
                Only::All => TextChoice::All,
            },
            models: self.models,
            input: self.input,
            prompt,
            compat,
        };
        let stop = Stop::new();
        stop_on_interrupt(&stop)?;
        let asker = Asker::new(&client, &budget, &stop, self.endpoint.max_errors_in_a_row);
        let bar = ProgressLine::new(&options.extractor);
        let summary = extract_with_model(&mut store, &benchmark, &options, &asker, &mut |so_far| {
            let total = so_far.counts.texts - so_far.counts.reused;
            bar.show(so_far.counts.done(), total, so_far.cost, &so_far.errors);
        });
        bar.finish();
        let summary = summary?;
        if let Some(message) = &summary.message {
            print_message(&format!("assay: stopped: {message}"));
        }
        let code = exit_code(summary.stopped, summary.counts.failed);
        self.output.print(&extraction_run(&benchmark, &options, &summary))?;
        Ok(code)
    }
}
