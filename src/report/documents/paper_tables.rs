//! The tables and figures of the papers from the runs in the database: `assay tables`.

use serde::Serialize;

use crate::benchmark::Input;
use crate::evaluation::Compared;
use crate::extract::RuleSet;
use crate::keyword::{Keyword, keywords};
use crate::report::comparison::{self as shown, Basis};
use crate::report::comparison_rows::Rows;
use crate::report::{Form, Printout, Table, leaderboards};
use crate::score::comparison::{
    MMT_BENCH, SEED_BENCH_2, choice_distribution, differences, drops, hardest, mmt_bench, overview,
    seed_bench, upper_bounds,
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
        /// Figure 10: the abilities whose best model is weakest, and questions no one has right.
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

/// Computes the wanted tables over these models, in the order of the paper's numbers; in CSV they are one. JSON
/// has those that are wanted, in the order of [`PaperTable`].
pub fn paper_tables(
    store: &mut Store,
    benchmark: &Benchmark,
    compared: &Compared,
    options: PaperTablesOptions,
    form: Form,
) -> Result<Printout, StoreError> {
    let PaperTablesOptions { wanted, split, input, rules, missing, strategy, plan } = options;
    let taxonomy = &compared.taxonomy;
    let wants = |table: PaperTable| match wanted.is_empty() {
        true => table.taxonomy().is_none_or(|name| name == taxonomy.name),
        false => wanted.contains(&table),
    };
    let matching = match wants(PaperTable::Matching) {
        true => Some(compared.matchings(store, benchmark, missing)?),
        false => None,
    };
    let all = compared.comparison(missing);
    let strategy = strategy.unwrap_or_else(|| all.default_strategy());
    let (benchmark, questions) = (benchmark.name.clone(), all.questions.len());
    let basis = &Basis { benchmark, split, questions, input, rules, strategy, missing };
    let models: Vec<&str> = all.models.iter().map(|model| model.model.as_str()).collect();

    let mut json: Vec<(PaperTable, Printout)> = Vec::new();
    let mut tables: Vec<Table> = Vec::new();
    let mut rows = Rows::new(basis);
    if let Some(found) = matching {
        tables.push(shown::matching(&found, basis));
        rows.matching(&found);
        json.push(part(PaperTable::Matching, found));
    }
    if wants(PaperTable::Vanilla) {
        let found = drops(&all);
        tables.push(shown::vanilla(&found, basis));
        rows.vanilla(&found);
        json.push(part(PaperTable::Vanilla, found));
    }
    if wants(PaperTable::Overview) {
        let found = overview(&all, taxonomy, strategy);
        tables.push(shown::overview(&found, basis));
        rows.overview(&found);
        json.push(part(PaperTable::Overview, found));
    }
    if wants(PaperTable::Refusals) {
        let found = upper_bounds(&all, strategy);
        tables.push(shown::refusals(&found, strategy, basis));
        rows.refusals(&found, strategy);
        json.push(part(PaperTable::Refusals, found));
    }
    if wants(PaperTable::Choices) {
        let found = choice_distribution(&all);
        tables.push(shown::choices(&found, basis));
        rows.choices(&found);
        json.push(part(PaperTable::Choices, found));
    }
    if wants(PaperTable::Hardest) {
        let found = hardest(&all, strategy);
        tables.extend(shown::hardest(&found, models.len(), basis));
        rows.hardest(&found, models.len());
        json.push(part(PaperTable::Hardest, found));
    }
    if wants(PaperTable::Compare) {
        let found = differences(&all, strategy, plan);
        tables.push(shown::compare(&found, basis));
        rows.compare(&found);
        json.push(part(PaperTable::Compare, found));
    }
    if wants(PaperTable::SeedBench) {
        let found = seed_bench(&all, taxonomy, strategy);
        tables.extend(leaderboards::seed_bench(&found, basis));
        rows.seed_bench(&found);
        json.push(part(PaperTable::SeedBench, found));
    }
    if wants(PaperTable::MmtBench) {
        let found = mmt_bench(&all, taxonomy, strategy);
        tables.extend(leaderboards::mmt_bench(&found, basis));
        rows.mmt_bench(&found);
        json.push(part(PaperTable::MmtBench, found));
    }
    json.sort_by_key(|(table, _)| *table as usize);
    let printout = Printout::default().flat(basis).json("models", models);
    let printout = json.iter().fold(printout, |printout, (_, part)| printout.flat(part));
    Ok(printout.tables(match form {
        Form::Csv => vec![rows.finish()],
        _ => tables,
    }))
}

/// A table as a field of JSON.
fn part(table: PaperTable, found: impl Serialize) -> (PaperTable, Printout) {
    (table, Printout::default().json(&table.name().replace('-', "_"), found))
}
