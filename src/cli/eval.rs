//! `assay eval`: the scores of the models in the database.

use std::io;

use clap::Args;
use serde::Serialize;

use super::{Output, Shared, warn};
use crate::benchmark::Input;
use crate::benchmark::taxonomy::Taxonomy;
use crate::extract::RuleSet;
use crate::keyword::Keyword;
use crate::report::score_rows::{self, Scored};
use crate::report::{Align, Form, Table, print};
use crate::score::{Level, Missing, Strategy};
use crate::scoring::{RunOptions, RunScore, RunScores, runs_of_models, score_runs};
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
    /// The rules that extract labels from the models' texts
    #[arg(long, default_value = RuleSet::default().name())]
    rules: RuleSet,
    /// The extractor whose labels fill in where the rules find nothing: lexical, a judge whose labels
    /// were imported, a person
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// How passes make a score; without it, circular where a model was asked more than first passes
    /// and else first-pass
    #[arg(long, value_enum)]
    strategy: Option<Strategy>,
    /// How questions that lack passes are treated
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
    models: Vec<RunScore>,
}

impl Eval {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let (benchmark, runs, options) = self.selection.find(&store)?;
        let RunScores { strategy, scores } = score_runs(&mut store, &benchmark, &runs, &options)?;
        let document = Document {
            benchmark: benchmark.name,
            rules: options.rules,
            extractor: options.extractor,
            strategy,
            missing: options.missing,
            models: scores,
        };
        for score in &document.models {
            for warning in &score.warnings {
                warn(&format!("{}: {warning}", score.model));
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
    pub fn find(self, store: &Store) -> anyhow::Result<(Benchmark, Vec<Run>, RunOptions)> {
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let runs = runs_of_models(store, &benchmark, &self.models, self.input)?;
        let options = RunOptions {
            rules: self.rules,
            extractor: self.extractor,
            strategy: self.strategy,
            missing: self.missing,
        };
        Ok((benchmark, runs, options))
    }
}

/// Every figure of every model on a line of its own.
fn tidy(document: &Document) -> Table {
    let basis = |score: &RunScore| {
        vec![
            ("benchmark", document.benchmark.clone()),
            ("model", score.model.clone()),
            ("input", score.input.to_string()),
            ("rules", document.rules.to_string()),
            ("extractor", document.extractor.clone().unwrap_or_default()),
            ("strategy", document.strategy.to_string()),
            ("missing", document.missing.to_string()),
        ]
    };
    let scores = document.models.iter().map(|score| Scored {
        basis: basis(score),
        results: &score.results,
        extraction: &score.extraction,
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
    for score in &document.models {
        let share = |level: Level, name: &str| {
            let mut rows = score.results.iter();
            let row = rows.find(|row| row.split == "all" && row.level == level && row.name == name);
            row.map(|row| row.accuracy().map_or_else(|| "undefined".to_owned(), percent))
                .unwrap_or_default()
        };
        let mut cells = vec![
            score.model.clone(),
            score.input.to_string(),
            score.questions.to_string(),
            share(Level::Overall, "overall"),
        ];
        cells.extend(columns.iter().map(|(name, _)| share(Level::L2, name)));
        let undecided = score.undecided.missing_passes + score.undecided.not_extracted;
        cells.extend([percent(score.extraction.match_rate), undecided.to_string()]);
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
    let rows = document.models.iter().flat_map(|score| &score.results);
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
