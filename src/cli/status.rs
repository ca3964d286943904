//! `assay status`: what the database holds.

use std::io;

use clap::Args;
use serde::Serialize;

use super::{Output, Shared};
use crate::report::{Align, Table, print};
use crate::store::{AnnotatorOverview, BenchmarkOverview};

#[derive(Debug, Args)]
pub(crate) struct Status {
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Serialize)]
struct Document {
    database: String,
    name: Option<String>,
    benchmarks: Vec<BenchmarkOverview>,
    annotators: Vec<AnnotatorOverview>,
}

impl Status {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let document = Document {
            database: shared.db.display().to_string(),
            name: store.setting("name")?,
            benchmarks: store.benchmark_overviews()?,
            annotators: store.annotator_overviews()?,
        };
        print(&mut io::stdout().lock(), self.output.form, &document, &tables(&document))?;
        Ok(())
    }
}

fn tables(document: &Document) -> Vec<Table> {
    let mut benchmarks = Table::new([
        ("benchmark", Align::Left),
        ("questions", Align::Right),
        ("with answer", Align::Right),
        ("older revisions", Align::Right),
        ("rows", Align::Right),
        ("pictures", Align::Right),
        ("decisions", Align::Right),
    ]);
    for benchmark in &document.benchmarks {
        let counts = [
            benchmark.questions,
            benchmark.with_answer,
            benchmark.older_revisions,
            benchmark.rows,
            benchmark.pictures,
            benchmark.decisions,
        ];
        let name = std::iter::once(benchmark.name.clone());
        benchmarks.row(name.chain(counts.iter().map(ToString::to_string)));
    }
    let mut annotators = Table::new([
        ("annotator", Align::Left),
        ("decisions", Align::Right),
        ("last", Align::Left),
    ]);
    for annotator in &document.annotators {
        annotators.row([
            annotator.name.clone(),
            annotator.decisions.to_string(),
            annotator.last.clone().unwrap_or_default(),
        ]);
    }
    vec![benchmarks, annotators]
}
