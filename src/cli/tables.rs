//! `assay tables`: the tables and figures of the MMBench paper from the runs in the database.

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::{Output, Shared};
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::keyword::Keyword;
use crate::report::documents::paper_tables::PaperTables;
use crate::score::comparison::{
    choice_distribution, differences, drops, hardest, overview, upper_bounds,
};
use crate::score::{Missing, Strategy};
use crate::scoring::{Compared, runs_of_models};
use crate::statistics::Plan;
use crate::store::{Benchmark, Store};

#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// Which tables; without any, all of them
    #[arg(value_enum, value_name = "WHICH")]
    which: Vec<Which>,
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Only these models
    #[arg(long = "model", value_name = "NAME", value_delimiter = ',')]
    models: Vec<String>,
    /// The rules that extract labels from the models' texts
    #[arg(long, default_value = RuleSet::default().name())]
    rules: RuleSet,
    /// How questions that lack passes are treated
    #[arg(long, value_enum, default_value_t)]
    missing: Missing,
    /// Runs with this input
    #[arg(long, value_enum, default_value_t)]
    input: Input,
    /// Only questions of this split
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// How passes make a score, where a table leaves it open; without it, circular where any model was
    /// asked more than first passes
    #[arg(long, value_enum)]
    strategy: Option<Judged>,
    /// Resamples for each difference in `compare`
    #[arg(long, default_value_t = Plan::default().resamples, value_name = "N")]
    resamples: usize,
    /// Seed of the resampling; the same seed gives the same figures
    #[arg(long, default_value_t = Plan::default().seed, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// Table 3: accuracy overall and by L-2 ability
    Overview,
    /// Table 2: `CircularEval` against the first pass
    Vanilla,
    /// Table 1: how much the rules read, and what stored extractions add
    Matching,
    /// Figure 4: how often each label is right, and how often each model says it
    Choices,
    /// Table 4: accuracy if every refusal were right
    Refusals,
    /// Figure 10: the abilities whose best model is weakest, and questions nobody has right
    Hardest,
    /// Models side by side, with paired bootstrap differences
    Compare,
}

/// Strategies that judge a question as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Judged {
    /// Right only if right in every pass
    Circular,
    /// Only the first pass counts
    FirstPass,
}

impl From<Judged> for Strategy {
    fn from(judged: Judged) -> Strategy {
        match judged {
            Judged::Circular => Strategy::Circular,
            Judged::FirstPass => Strategy::FirstPass,
        }
    }
}

impl Tables {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let runs = runs_of_models(&store, &benchmark, &self.models, Some(self.input))?;
        let split = self.split.as_deref();
        let compared = Compared::load(&mut store, &benchmark, runs, self.rules, split)?;
        if compared.questions().is_empty() {
            let split = split.map(|name| format!(" of split {name}")).unwrap_or_default();
            bail!("{} has no question{split} with a reference answer", benchmark.name);
        }
        let document = self.document(&mut store, &benchmark, &compared)?;
        self.output.print(&document)
    }

    fn document(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        compared: &Compared,
    ) -> anyhow::Result<PaperTables> {
        let wants = |which| self.which.is_empty() || self.which.contains(&which);
        let matching = match wants(Which::Matching) {
            true => Some(compared.matchings(store, benchmark, self.missing)?),
            false => None,
        };
        let comparison = compared.comparison(self.missing);
        let strategy = self.strategy.map_or_else(|| comparison.default_strategy(), Strategy::from);
        let plan = Plan { resamples: self.resamples, seed: self.seed };
        Ok(PaperTables {
            benchmark: benchmark.name.clone(),
            split: self.split.clone(),
            questions: comparison.questions.len(),
            input: self.input,
            rules: self.rules,
            strategy,
            missing: self.missing,
            models: comparison.models.iter().map(|model| model.model.clone()).collect(),
            overview: wants(Which::Overview)
                .then(|| overview(&comparison, compared.taxonomy(), strategy)),
            vanilla: wants(Which::Vanilla).then(|| drops(&comparison)),
            matching,
            choices: wants(Which::Choices).then(|| choice_distribution(&comparison)),
            refusals: wants(Which::Refusals).then(|| upper_bounds(&comparison, strategy)),
            hardest: wants(Which::Hardest).then(|| hardest(&comparison, strategy)),
            compare: wants(Which::Compare).then(|| differences(&comparison, strategy, plan)),
        })
    }
}
