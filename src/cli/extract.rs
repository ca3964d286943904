//! `assay extract`: labels from models' texts.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use super::{
    EndpointFlags, PrintOn, Shared, WrongUsage, commands, default_name, named, print_message,
    report_end, with_progress,
};
use crate::benchmark::Input;
use crate::evaluation::sample::{Pool, Stratum, draw_sample};
use crate::evaluation::{Purpose, ScoringSetting, runs_of_models};
use crate::extract::{BuiltIn, RuleSet};
use crate::formats::extraction_cases::ExtractionCase;
use crate::infer::{ExtractionOptions, ExtractionPrompt, RandomLetters, extract_with_model};
use crate::keyword::Keyword;
use crate::report::documents::asking::extraction_run;
use crate::report::documents::assignment::sample;
use crate::store::NewSample;
use crate::visible::Harmless;

commands! {
    pub(crate) enum Extract {
        /// Read JSON lines {"id","prediction","choices":{"A":..}}, print {"id","label","step"}.
        Cases(Cases),
        Sample(ExtractSample),
        Run(Box<ExtractRun>),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Cases {
    /// The file of cases.
    file: PathBuf,
    /// The rules to read by, or `lexical`.
    #[arg(long, default_value = RuleSet::default().name(), value_parser = named::<BuiltIn>())]
    rules: BuiltIn,
}

/// Which texts are read by people or a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Texts from which the rules read nothing
    #[default]
    Unmatched,
    /// All texts
    All,
}

/// Longer lines are refused, so that a file without line ends cannot fill the memory.
const LONGEST_LINE: u64 = 64 << 20;

impl Cases {
    fn run(self, _: &Shared) -> anyhow::Result<()> {
        let Cases { file, rules } = self;
        let opened =
            File::open(&file).with_context(|| format!("{}: cannot open", file.display()))?;
        let mut reader = BufReader::with_capacity(1 << 16, opened);
        let mut out = BufWriter::new(io::stdout().lock());
        let mut bytes = Vec::new();
        for number in 1_u64.. {
            let place = || format!("{}, line {number}", file.display());
            bytes.clear();
            let read = io::Read::take(&mut reader, LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
                .with_context(place)?;
            if read == 0 {
                break;
            }
            if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
                anyhow::bail!("{}: longer than {} MB", place(), LONGEST_LINE >> 20);
            }
            let line = std::str::from_utf8(&bytes).with_context(place)?;
            let line = if number == 1 { line.trim_start_matches('\u{FEFF}') } else { line }.trim();
            if line.is_empty() {
                continue;
            }
            let case = ExtractionCase::from_line(line).with_context(place)?;
            let extraction = rules.read(&case.prediction, &case.choices);
            serde_json::to_writer(Harmless::json(&mut out), &case.answered(&extraction))
                .map_err(io::Error::from)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
        Ok(())
    }
}

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
    on: PrintOn,
    #[command(flatten)]
    endpoint: EndpointFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompatWay {
    /// VLMEvalKit
    Vlmevalkit,
}

impl ExtractRun {
    fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        ensure!(!self.extractor.trim().is_empty(), WrongUsage("--extractor needs a name".into()));
        let (mut store, benchmark) = self.on.open(shared)?;
        let chosen = ScoringSetting { rules: self.rules, ..ScoringSetting::default() };
        let rules = chosen.settle(&store, &benchmark, None, Purpose::Filters)?.options.rules;
        let endpoint = self.endpoint.endpoint(&self.extractor)?;
        let prompt = ExtractionPrompt::load(&self.protocol)?;
        let asker = self.endpoint.asker(endpoint)?;
        let unmatched_by = (self.only == Only::Unmatched).then_some(rules);
        let compat = self.compat.map(|CompatWay::Vlmevalkit| RandomLetters { seed: self.seed });
        let ExtractRun { extractor, models, input, on, .. } = self;
        let options = ExtractionOptions { extractor, unmatched_by, models, input, prompt, compat };
        let summary = with_progress(&options.extractor, |report| {
            extract_with_model(&mut store, &benchmark, &options, &asker, report)
        })?;
        let code = report_end(&summary.spent, summary.failed);
        on.print(&extraction_run(&benchmark, &options, &summary))?;
        Ok(code)
    }
}

/// Draw a sample of models' texts for people to read, the same for the same seed.
#[derive(Debug, Args)]
pub(crate) struct ExtractSample {
    /// The share to draw, above 0 and at most 1
    #[arg(long, value_name = "SHARE", value_parser = share)]
    rate: f64,
    /// The seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// What the sample is called; without it, `sample-RATE-SEED`
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Draw in proportion from every model, category, l2 or split
    #[arg(long, value_name = "BY,..", value_delimiter = ',', value_parser = named::<Stratum>())]
    stratify: Vec<Stratum>,
    /// Draw from the texts that the rules cannot read, or from all
    #[arg(long, value_enum, default_value_t)]
    only: Only,
    /// The rules that decide what is unmatched, or `lexical`; without it, those set for the benchmark
    /// (`assay config scoring`), else assay
    #[arg(long, value_parser = named::<BuiltIn>())]
    rules: Option<BuiltIn>,
    /// Draw from these models' texts; without it, from all
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// Draw from what models wrote with pictures, or without
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// How many people read each text; without it, all annotators
    #[arg(long, value_name = "PEOPLE", value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_item: Option<u32>,
    #[command(flatten)]
    on: PrintOn,
}

impl ExtractSample {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        if !self.models.is_empty() {
            runs_of_models(&store, &benchmark, &self.models, Some(self.input))?;
        }
        let setting = ScoringSetting::load(&store, &benchmark)?;
        let ExtractSample { name, rate, seed, only, rules, models, input, on, .. } = self;
        let default = || setting.rules.unwrap_or(Purpose::Filters.default_rules());
        let rules = rules.unwrap_or_else(|| BuiltIn::Rules(default()));
        let unmatched_by = (only == Only::Unmatched).then_some(rules);
        let pool = Pool { unmatched_by, models, input };
        let name = name.unwrap_or_else(|| format!("sample-{rate}-{seed}"));
        let per_item = self.per_item.map(|people| people as usize);
        let new = NewSample { name, rate, seed, per_item, ..NewSample::default() };
        let outcome = draw_sample(&mut store, &benchmark, &pool, &self.stratify, new)?;
        on.print(&sample(&benchmark.name, &outcome))?;
        let name = &outcome.sample.name;
        print_message(&format!("read it with: assay annotate extract --sample {name} --as NAME"));
        Ok(())
    }
}

/// A share of what there is to draw from.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "expected a number such as 0.1".to_owned())?;
    if share > 0.0 && share <= 1.0 { Ok(share) } else { Err("above 0 and at most 1".into()) }
}
