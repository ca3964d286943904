//! The tables and figures of the papers from the runs in the database: `assay tables`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::evaluation::Compared;
use crate::extract::RuleSet;
use crate::keyword::keywords;
use crate::report::comparison::{self as shown, Basis};
use crate::report::comparison_rows::Rows;
use crate::report::{Form, Table, leaderboards};
use crate::score::comparison::{
    ChoiceDistribution, CircularDrop, Differences, Hardest, MMT_BENCH, Matching, MmtBench,
    Overview, SEED_BENCH_2, SeedBench, UpperBound, choice_distribution, differences, drops,
    hardest, mmt_bench, overview, seed_bench, upper_bounds,
};
use crate::score::{Missing, Strategy};
use crate::statistics::Plan;
use crate::store::{Benchmark, Store, StoreError};

keywords! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PaperTable {
        /// Table 3: accuracy overall and by L-2 ability.
        Overview = "overview",
        /// Table 2: `CircularEval` against the first pass.
        Vanilla = "vanilla",
        /// Table 1: how much the rules read, and what stored extractions add.
        Matching = "matching",
        /// Figure 4: how often each label is right, and how often each model says it.
        Choices = "choices",
        /// Table 4: accuracy if every refusal were right.
        Refusals = "refusals",
        /// Figure 10: the abilities whose best model is weakest, and questions nobody has right.
        Hardest = "hardest",
        /// Models side by side, with paired bootstrap differences.
        Compare = "compare",
        /// SEED-Bench-2's Tables 2, 5 and 6: dimensions, parts, levels and ranks.
        SeedBench = "seed-bench",
        /// MMT-Bench's Table 2: meta-tasks, subtasks, mean ranks and guessing baselines.
        MmtBench = "mmt-bench",
    }
}

impl PaperTable {
    /// The taxonomy that a table needs; `None` if it works with any.
    pub fn taxonomy(self) -> Option<&'static str> {
        match self {
            PaperTable::SeedBench => Some(SEED_BENCH_2),
            PaperTable::MmtBench => Some(MMT_BENCH),
            _ => None,
        }
    }
}

/// Which tables are computed, and how.
#[derive(Clone, Debug)]
pub struct PaperTablesOptions {
    /// Which; without any, all that the benchmark's taxonomy has.
    pub wanted: Vec<PaperTable>,
    /// The split of the compared questions; `None` for all.
    pub split: Option<String>,
    /// What the models were given.
    pub input: Input,
    /// The rules that extract labels.
    pub rules: RuleSet,
    /// How missing passes are treated.
    pub missing: Missing,
    /// How passes make a score; without it, circular where any model was asked
    /// more than first passes.
    pub strategy: Option<Strategy>,
    /// The resampling of the differences.
    pub plan: Plan,
}

/// The tables of one comparison of models; those that are not asked for are absent.
#[derive(Debug, Serialize)]
pub struct PaperTables {
    #[serde(flatten)]
    pub basis: Basis,
    pub models: Vec<String>,
    /// Table 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overview: Option<Overview>,
    /// Table 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vanilla: Option<Vec<CircularDrop>>,
    /// Table 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<Vec<Matching>>,
    /// Figure 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<ChoiceDistribution>,
    /// Table 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusals: Option<Vec<UpperBound>>,
    /// Figure 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Hardest>,
    /// Models side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Differences>,
    /// SEED-Bench-2's leaderboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_bench: Option<SeedBench>,
    /// MMT-Bench's leaderboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mmt_bench: Option<MmtBench>,
}

impl PaperTables {
    /// Computes the wanted tables over these models.
    pub fn compute(
        store: &mut Store,
        benchmark: &Benchmark,
        compared: &Compared,
        options: PaperTablesOptions,
    ) -> Result<Self, StoreError> {
        let PaperTablesOptions { wanted, split, input, rules, missing, strategy, plan } = options;
        let taxonomy = compared.taxonomy();
        let is_of_taxonomy =
            |table: PaperTable| table.taxonomy().is_none_or(|name| name == taxonomy.name);
        let wants = |table| match wanted.is_empty() {
            true => is_of_taxonomy(table),
            false => wanted.contains(&table),
        };
        let matching = match wants(PaperTable::Matching) {
            true => Some(compared.matchings(store, benchmark, missing)?),
            false => None,
        };
        let all = compared.comparison(missing);
        let strategy = strategy.unwrap_or_else(|| all.default_strategy());
        let basis = Basis {
            benchmark: benchmark.name.clone(),
            split,
            questions: all.questions.len(),
            input,
            rules,
            strategy,
            missing,
        };
        Ok(PaperTables {
            basis,
            models: all.models.iter().map(|model| model.model.clone()).collect(),
            overview: wants(PaperTable::Overview).then(|| overview(&all, taxonomy, strategy)),
            vanilla: wants(PaperTable::Vanilla).then(|| drops(&all)),
            matching,
            choices: wants(PaperTable::Choices).then(|| choice_distribution(&all)),
            refusals: wants(PaperTable::Refusals).then(|| upper_bounds(&all, strategy)),
            hardest: wants(PaperTable::Hardest).then(|| hardest(&all, strategy)),
            compare: wants(PaperTable::Compare).then(|| differences(&all, strategy, plan)),
            seed_bench: wants(PaperTable::SeedBench).then(|| seed_bench(&all, taxonomy, strategy)),
            mmt_bench: wants(PaperTable::MmtBench).then(|| mmt_bench(&all, taxonomy, strategy)),
        })
    }
}

impl Document for PaperTables {
    /// The tables that the document holds, in the order of the paper's numbers; in CSV they are one.
    fn tables(&self, form: Form) -> Vec<Table> {
        let basis = &self.basis;
        if form == Form::Csv {
            return vec![rows(self)];
        }
        let mut tables = Vec::new();
        tables.extend(self.matching.as_ref().map(|rows| shown::matching(rows, basis)));
        tables.extend(self.vanilla.as_ref().map(|rows| shown::vanilla(rows, basis)));
        tables.extend(self.overview.as_ref().map(|table| shown::overview(table, basis)));
        let refusals = self.refusals.as_ref();
        tables.extend(refusals.map(|rows| shown::refusals(rows, basis.strategy, basis)));
        tables.extend(self.choices.as_ref().map(|figure| shown::choices(figure, basis)));
        if let Some(figure) = &self.hardest {
            tables.extend(shown::hardest(figure, self.models.len(), basis));
        }
        tables.extend(self.compare.as_ref().map(|found| shown::compare(found, basis)));
        let seed_bench = self.seed_bench.as_ref();
        tables.extend(seed_bench.into_iter().flat_map(|b| leaderboards::seed_bench(b, basis)));
        let mmt_bench = self.mmt_bench.as_ref();
        tables.extend(mmt_bench.into_iter().flat_map(|b| leaderboards::mmt_bench(b, basis)));
        tables
    }
}

fn rows(document: &PaperTables) -> Table {
    let mut rows = Rows::new(&document.basis);
    document.matching.iter().for_each(|table| rows.matching(table));
    document.vanilla.iter().for_each(|table| rows.vanilla(table));
    document.overview.iter().for_each(|table| rows.overview(table));
    document.refusals.iter().for_each(|table| rows.refusals(table, document.basis.strategy));
    document.choices.iter().for_each(|figure| rows.choices(figure));
    document.hardest.iter().for_each(|figure| rows.hardest(figure, document.models.len()));
    document.compare.iter().for_each(|found| rows.compare(found));
    document.seed_bench.iter().for_each(|board| rows.seed_bench(board));
    document.mmt_bench.iter().for_each(|board| rows.mmt_bench(board));
    rows.finish()
}
