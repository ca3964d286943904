//! `assay models`: which runs of which models the database holds.

use std::io;

use clap::Args;
use serde::Serialize;

use super::{Output, Shared};
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::report::{Align, Form, Table, print};
use crate::score::ExtractionCounts;
use crate::store::{Benchmark, Run, SourceFile, Store};

#[derive(Debug, Args)]
pub(crate) struct Models {
    /// Only the runs over this benchmark
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Serialize)]
struct Document {
    models: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    benchmark: String,
    model: String,
    input: Input,
    rows: usize,
    questions: usize,
    failed: usize,
    /// The share of rows from which a rule set reads a label or `Z`.
    match_rate: MatchRates,
    imported: String,
    current: bool,
    source: Vec<SourceFile>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct MatchRates {
    vlmevalkit_late: f64,
    assay: f64,
}

impl Models {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmarks = match &self.benchmark {
            Some(name) => vec![store.the_benchmark(Some(name))?],
            None => store.benchmarks()?,
        };
        let mut models = Vec::new();
        for benchmark in &benchmarks {
            for run in store.runs(benchmark)? {
                models.push(row(&mut store, benchmark, &run)?);
            }
        }
        let document = Document { models };
        print(
            &mut io::stdout().lock(),
            self.output.form,
            &document,
            &[table(&document, self.output.form)],
        )?;
        Ok(())
    }
}

fn row(store: &mut Store, benchmark: &Benchmark, run: &Run) -> anyhow::Result<Row> {
    let mut questions: Vec<i64> =
        store.places(run)?.into_iter().map(|place| place.question_id).collect();
    questions.dedup(); // places are in the order of their questions
    let mut match_rate = |rules| -> anyhow::Result<f64> {
        Ok(ExtractionCounts::count(store.labels(run, rules)?.readings()).match_rate)
    };
    Ok(Row {
        benchmark: benchmark.name.clone(),
        model: run.model.clone(),
        input: run.input,
        rows: run.predictions,
        questions: questions.len(),
        failed: run.failed,
        match_rate: MatchRates {
            vlmevalkit_late: match_rate(RuleSet::VlmevalkitLate)?,
            assay: match_rate(RuleSet::Assay)?,
        },
        imported: run.created.clone(),
        current: run.is_current,
        source: run.source.clone(),
    })
}

fn table(document: &Document, form: Form) -> Table {
    // People read percentages, scripts shares.
    let share = |share: f64| if form == Form::Csv { share.to_string() } else { percent(share) };
    let mut table = Table::new([
        ("benchmark", Align::Left),
        ("model", Align::Left),
        ("input", Align::Left),
        ("rows", Align::Right),
        ("questions", Align::Right),
        ("failed", Align::Right),
        ("read by vlmevalkit-late", Align::Right),
        ("by assay", Align::Right),
        ("imported", Align::Left),
        ("current", Align::Left),
    ]);
    for row in &document.models {
        table.row([
            row.benchmark.clone(),
            row.model.clone(),
            row.input.to_string(),
            row.rows.to_string(),
            row.questions.to_string(),
            row.failed.to_string(),
            share(row.match_rate.vlmevalkit_late),
            share(row.match_rate.assay),
            row.imported.clone(),
            if row.current { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
