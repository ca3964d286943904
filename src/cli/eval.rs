//! `assay eval`: the scores of the models in the database.

use std::io;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::{Output, Shared, warn};
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{Input, Pass};
use crate::evaluation::{Options, Standing, standings};
use crate::extract::RuleSet;
use crate::keyword::Keyword;
use crate::report::score_rows::{self, Scored};
use crate::report::{Align, Form, Table, print};
use crate::score::{Level, Missing, Strategy};
use crate::store::{Benchmark, Run, Store};

#[derive(Debug, Args)]
pub(crate) struct Eval {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    output: Output,
}

/// Which runs are scored, and how.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Only these models
    #[arg(long = "model", value_name = "NAME", value_delimiter = ',')]
    models: Vec<String>,
    /// The rules that read labels from the models' texts
    #[arg(long, default_value = RuleSet::default().name())]
    rules: RuleSet,
    /// Whose labels stand in where the rules read nothing: lexical, a judge whose labels were
    /// imported, a person
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// How passes make a score; without it, circular where a model was asked more than first passes
    /// and else first-pass
    #[arg(long, value_enum)]
    strategy: Option<Strategy>,
    /// What becomes of questions that lack passes
    #[arg(long, value_enum, default_value_t)]
    missing: Missing,
    /// Only runs with this input
    #[arg(long, value_enum)]
    input: Option<Input>,
}

#[derive(Debug, Serialize)]
struct Document {
    benchmark: String,
    rules: RuleSet,
    extractor: Option<String>,
    strategy: Strategy,
    missing: Missing,
    models: Vec<Standing>,
}

impl Eval {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let (benchmark, runs, options) = self.selection.found(&store)?;
        let models = standings(&mut store, &benchmark, &runs, &options)?;
        let document = Document {
            benchmark: benchmark.name,
            rules: options.rules,
            extractor: options.extractor,
            strategy: options.strategy,
            missing: options.missing,
            models,
        };
        for standing in &document.models {
            for warning in &standing.warnings {
                warn(&format!("{}: {warning}", standing.model));
            }
        }
        let form = self.output.form;
        let table = if form == Form::Csv { tidy(&document) } else { table(&document) };
        print(&mut io::stdout().lock(), form, &document, &[table])?;
        Ok(())
    }
}

impl Selection {
    /// The benchmark, the runs and the options that are meant.
    pub fn found(self, store: &Store) -> anyhow::Result<(Benchmark, Vec<Run>, Options)> {
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let runs = current_runs(store, &benchmark, &self.models, self.input)?;
        let strategy = match self.strategy {
            Some(strategy) => strategy,
            None => natural_strategy(store, &runs)?,
        };
        let options = Options {
            rules: self.rules,
            extractor: self.extractor,
            strategy,
            missing: self.missing,
        };
        Ok((benchmark, runs, options))
    }
}

/// Circular where any of the runs has more than first passes.
fn natural_strategy(store: &Store, runs: &[Run]) -> anyhow::Result<Strategy> {
    for run in runs {
        if store.places(run)?.iter().any(|place| place.pass != Pass::FIRST) {
            return Ok(Strategy::Circular);
        }
    }
    Ok(Strategy::FirstPass)
}

/// The runs that count: those of these models, or of all if none is named.
pub(super) fn current_runs(
    store: &Store,
    benchmark: &Benchmark,
    models: &[String],
    input: Option<Input>,
) -> anyhow::Result<Vec<Run>> {
    let mut runs = store.runs(benchmark)?;
    runs.retain(|run| run.is_current && input.is_none_or(|input| run.input == input));
    let names: Vec<&str> = runs.iter().map(|run| run.model.as_str()).collect();
    if let Some(unknown) = models.iter().find(|model| !names.contains(&model.as_str())) {
        bail!("{}", no_such_model(unknown, &names, benchmark));
    }
    if names.is_empty() {
        bail!(
            "{} has no predictions; bring some with `assay import predictions FILE --model NAME`",
            benchmark.name
        );
    }
    if !models.is_empty() {
        runs.retain(|run| models.contains(&run.model));
    }
    Ok(runs)
}

/// Says which models there are instead.
pub(crate) fn no_such_model(wanted: &str, names: &[&str], benchmark: &Benchmark) -> String {
    let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("{} has no such predictions of {wanted}; there are: {there}", benchmark.name)
}

/// Every figure of every model on a line of its own.
fn tidy(document: &Document) -> Table {
    let basis = |standing: &Standing| {
        vec![
            ("benchmark", document.benchmark.clone()),
            ("model", standing.model.clone()),
            ("input", standing.input.to_string()),
            ("rules", document.rules.to_string()),
            ("extractor", document.extractor.clone().unwrap_or_default()),
            ("strategy", document.strategy.to_string()),
            ("missing", document.missing.to_string()),
        ]
    };
    let scores = document.models.iter().map(|standing| Scored {
        basis: basis(standing),
        results: &standing.results,
        extraction: &standing.extraction,
    });
    score_rows::tidy(&scores.collect::<Vec<_>>())
}

/// One row a model: overall and the L-2 abilities in the order of the paper's Table 3.
fn table(document: &Document) -> Table {
    let columns = l2_columns(document);
    let mut header =
        vec![("model", Align::Left), ("input", Align::Left), ("questions", Align::Right)];
    header.push(("overall", Align::Right));
    header.extend(columns.iter().map(|(_, title)| (title.as_str(), Align::Right)));
    header.extend([("match rate", Align::Right), ("undecided", Align::Right)]);
    let extractor = document.extractor.as_ref().map(|name| format!(" + {name}"));
    let title = format!(
        "{} · rules {}{} · strategy {} · missing {} · accuracy in %",
        document.benchmark,
        document.rules,
        extractor.unwrap_or_default(),
        document.strategy,
        document.missing
    );
    let mut table = Table::new(header).titled(title);
    for standing in &document.models {
        let share = |level: Level, name: &str| {
            let mut rows = standing.results.iter();
            let row = rows.find(|row| row.split == "all" && row.level == level && row.name == name);
            row.map(|row| row.accuracy().map_or_else(|| "undefined".to_owned(), percent))
                .unwrap_or_default()
        };
        let mut cells = vec![
            standing.model.clone(),
            standing.input.to_string(),
            standing.questions.to_string(),
            share(Level::Overall, "overall"),
        ];
        cells.extend(columns.iter().map(|(name, _)| share(Level::L2, name)));
        let undecided = standing.undecided.missing_passes + standing.undecided.not_extracted;
        cells.extend([percent(standing.extraction.match_rate), undecided.to_string()]);
        table.row(cells);
    }
    table
}

/// The L-2 abilities in the data with their titles: MMBench's first, by the paper's order and
/// abbreviations, others behind them by name.
fn l2_columns(document: &Document) -> Vec<(String, String)> {
    let taxonomy = Taxonomy::mmbench();
    let known: Vec<&str> =
        taxonomy.l1.iter().flat_map(|l1| &l1.l2).map(|l2| l2.abbreviation.as_str()).collect();
    let rows = document.models.iter().flat_map(|standing| &standing.results);
    let mut columns: Vec<(usize, String, String)> = Vec::new();
    for row in rows.filter(|row| row.level == Level::L2 && row.split == "all") {
        if columns.iter().any(|(_, name, _)| *name == row.name) {
            continue;
        }
        let title = taxonomy
            .level2(&row.name)
            .map_or_else(|| row.name.clone(), |(_, l2)| l2.abbreviation.clone());
        let place = known.iter().position(|&known| known == title).unwrap_or(known.len());
        columns.push((place, row.name.clone(), title));
    }
    columns.sort();
    columns.into_iter().map(|(_, name, title)| (name, title)).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
