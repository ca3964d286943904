//! The tables and figures of the papers from the runs in the database: `assay tables`.

use crate::benchmark::Input;
use crate::evaluation::{Compared, RunOptions};
use crate::keyword::{Keyword, keywords};
use crate::report::paper_figures::{Basis, Lines, PaperFigure};
use crate::report::{Form, Printout, Table};
use crate::score::comparison::{
    MMT_BENCH, SEED_BENCH_2, choice_distribution, differences, drops, hardest, mmt_bench, overview,
    seed_bench, upper_bounds,
};
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

/// In the order of the paper's numbers, which tables for people have.
const IN_PRINT: [PaperTable; 9] = [
    PaperTable::Matching,
    PaperTable::Vanilla,
    PaperTable::Overview,
    PaperTable::Refusals,
    PaperTable::Choices,
    PaperTable::Hardest,
    PaperTable::Compare,
    PaperTable::SeedBench,
    PaperTable::MmtBench,
];

/// Which tables are computed, and how.
#[derive(Clone, Debug)]
pub struct PaperTablesOptions {
    /// Which; without any, all that the benchmark's taxonomy has.
    pub wanted: Vec<PaperTable>,
    /// The split of the compared questions; `None` for all.
    pub split: Option<String>,
    /// What the models were given.
    pub input: Input,
    /// How passes make a score; without a strategy, circular where any model was asked
    /// more than first passes.
    pub scoring: RunOptions,
    /// The resampling of the differences.
    pub plan: Plan,
}

/// Computes the wanted tables over these models; in CSV they are one. JSON has those that are wanted, in the
/// order of [`PaperTable`].
pub fn paper_tables(
    store: &mut Store,
    benchmark: &Benchmark,
    compared: &Compared,
    options: PaperTablesOptions,
    form: Form,
) -> Result<Printout, StoreError> {
    let PaperTablesOptions { wanted, split, input, scoring, plan } = options;
    let RunOptions { rules, missing, strategy, .. } = scoring;
    let taxonomy = &compared.taxonomy;
    let wants = |table: &PaperTable| match wanted.is_empty() {
        true => table.taxonomy().is_none_or(|name| name == taxonomy.name),
        false => wanted.contains(table),
    };
    let all = compared.comparison(missing);
    let strategy = strategy.unwrap_or_else(|| all.default_strategy());
    let models = all.models.iter().map(|model| model.model.clone()).collect();
    let (name, questions) = (benchmark.name.clone(), all.questions.len());
    let basis =
        Basis { benchmark: name, split, questions, input, rules, strategy, missing, models };
    let mut parts = Parts { json: Vec::new(), tables: Vec::new(), lines: Lines::new(&basis) };
    for table in IN_PRINT.into_iter().filter(wants) {
        match table {
            PaperTable::Matching => {
                parts.add(table, &compared.matchings(store, benchmark, missing)?);
            }
            PaperTable::Vanilla => parts.add(table, &drops(&all)),
            PaperTable::Overview => parts.add(table, &overview(&all, taxonomy, strategy)),
            PaperTable::Refusals => parts.add(table, &upper_bounds(&all, strategy)),
            PaperTable::Choices => parts.add(table, &choice_distribution(&all)),
            PaperTable::Hardest => parts.add(table, &hardest(&all, strategy)),
            PaperTable::Compare => parts.add(table, &differences(&all, strategy, plan)),
            PaperTable::SeedBench => parts.add(table, &seed_bench(&all, taxonomy, strategy)),
            PaperTable::MmtBench => parts.add(table, &mmt_bench(&all, taxonomy, strategy)),
        }
    }
    let Parts { mut json, tables, lines } = parts;
    json.sort_by_key(|(table, _)| *table as usize);
    let printout = Printout::default().flat(&basis);
    let printout = json.iter().fold(printout, |printout, (_, part)| printout.flat(part));
    Ok(printout.tables(if form == Form::Csv { vec![lines.table] } else { tables }))
}

/// The tables in each form of a document.
struct Parts<'a> {
    json: Vec<(PaperTable, Printout)>,
    tables: Vec<Table>,
    lines: Lines<'a>,
}

impl Parts<'_> {
    fn add(&mut self, table: PaperTable, found: &impl PaperFigure) {
        self.json.push((table, Printout::default().json(&table.name().replace('-', "_"), found)));
        self.tables.extend(found.tables(self.lines.basis));
        found.add_lines(&mut self.lines);
    }
}
