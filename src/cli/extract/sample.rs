//! `assay extract sample`: draws the texts that people read.

use clap::Args;

use super::Only;
use crate::benchmark::Input;
use crate::cli::{OnBenchmark, Output, Shared, default_name, named, print_message};
use crate::evaluation::sample::{Pool, Stratum, draw_sample};
use crate::evaluation::{Purpose, ScoringSetting, runs_of_models};
use crate::extract::BuiltIn;
use crate::report::documents::sample::sample;
use crate::store::NewSample;

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
    on: OnBenchmark,
    #[command(flatten)]
    output: Output,
}

impl ExtractSample {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        if !self.models.is_empty() {
            runs_of_models(&store, &benchmark, &self.models, Some(self.input))?;
        }
        let setting = ScoringSetting::load(&store, &benchmark)?;
        let default = || setting.rules.unwrap_or(Purpose::Filters.default_rules());
        let rules = self.rules.unwrap_or_else(|| BuiltIn::Rules(default()));
        let pool = Pool {
            unmatched_by: (self.only == Only::Unmatched).then_some(rules),
            models: self.models,
            input: self.input,
        };
        let new = NewSample {
            name: self.name.unwrap_or_else(|| format!("sample-{}-{}", self.rate, self.seed)),
            rate: self.rate,
            seed: self.seed,
            per_item: self.per_item.map(|people| people as usize),
            ..NewSample::default()
        };
        let outcome = draw_sample(&mut store, &benchmark, &pool, &self.stratify, new)?;
        self.output.print(&sample(&benchmark.name, &outcome))?;
        print_message(&format!(
            "read it with: assay annotate extract --sample {} --as NAME",
            outcome.sample.name
        ));
        Ok(())
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "expected a number such as 0.1".to_owned())?;
    if share > 0.0 && share <= 1.0 { Ok(share) } else { Err("above 0 and at most 1".into()) }
}
