//! `assay tables`: the tables and figures of the papers from the runs in the database.

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::scoring_flags::settle;
use super::{PrintOn, Shared, default_name, named};
use crate::benchmark::Input;
use crate::evaluation::{Compared, Purpose, ScoringSetting, runs_of_models};
use crate::extract::RuleSet;
use crate::keyword::Keyword;
use crate::report::documents::paper_tables::{PaperTable, PaperTablesOptions, paper_tables};
use crate::score::{Missing, Strategy};
use crate::statistics::Plan;

#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// Which tables; without any, all that fit the benchmark's taxonomy
    #[arg(value_parser = named::<PaperTable>(), value_name = "WHICH")]
    which: Vec<PaperTable>,
    #[command(flatten)]
    on: PrintOn,
    /// Only these models
    #[arg(long = "model", value_name = "NAME", value_delimiter = ',')]
    models: Vec<String>,
    /// The rules that extract labels from the models' texts; without it, those set for the benchmark
    /// (`assay config scoring`), else vlmevalkit-late
    #[arg(long, value_parser = named::<RuleSet>())]
    rules: Option<RuleSet>,
    /// How questions that lack passes are treated; without it, as set for the benchmark, else wrong
    #[arg(long, value_parser = named::<Missing>())]
    missing: Option<Missing>,
    /// Runs with this input
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// Only questions of this split
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// How passes make a score, where a table leaves it open; without it, as set for the benchmark, else
    /// circular where any model was asked more than first passes
    #[arg(long, value_parser = judges_questions())]
    strategy: Option<Strategy>,
    /// Resamples for each difference in `compare`
    #[arg(long, default_value_t = Plan::default().resamples, value_name = "N")]
    resamples: usize,
    /// Seed of the resampling; the same seed gives the same figures
    #[arg(long, default_value_t = Plan::default().seed, value_name = "N")]
    seed: u64,
}

/// Parses the strategies that judge a question as a whole.
fn judges_questions() -> impl TypedValueParser<Value = Strategy> {
    let circular = PossibleValue::new(Strategy::Circular.name());
    let first_pass = PossibleValue::new(Strategy::FirstPass.name());
    PossibleValuesParser::new([
        circular.help("Right only if right in every pass"),
        first_pass.help("Only the first pass counts"),
    ])
    .try_map(|name| Strategy::from_name(&name))
}

impl Tables {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        for table in &self.which {
            let has = &benchmark.taxonomy().name;
            if let Some(needed) = table.taxonomy().filter(|needed| needed != has) {
                let has = if has.is_empty() { "none" } else { has };
                bail!(
                    "the table {} is over the taxonomy {needed}, and that of {} is {has}; import the \
                     questions again with --taxonomy {needed}",
                    table.name(),
                    benchmark.name
                );
            }
        }
        let runs = runs_of_models(&store, &benchmark, &self.models, Some(self.input))?;
        let (rules, strategy, missing) = (self.rules, self.strategy, self.missing);
        let chosen = ScoringSetting { rules, strategy, missing };
        let scoring = settle(chosen, &store, &benchmark, None, Purpose::Scores)?;
        let split = self.split.as_deref();
        let compared = Compared::load(&mut store, &benchmark, runs, scoring.rules, split)?;
        if compared.questions.is_empty() {
            let split = split.map(|name| format!(" of split {name}")).unwrap_or_default();
            bail!("{} has no question{split} with a reference answer", benchmark.name);
        }
        let Tables { which: wanted, split, input, resamples, seed, on, .. } = self;
        let plan = Plan { resamples, seed };
        let options = PaperTablesOptions { wanted, split, input, scoring, plan };
        on.print(&paper_tables(&mut store, &benchmark, &compared, options, on.form())?)
    }
}
