//! What a database holds: `assay status`.

use serde::Serialize;

use super::Document;
use crate::report::{Align, Form, Table};
use crate::store::{AnnotatorOverview, BenchmarkOverview};

/// What a database holds.
#[derive(Debug, Serialize)]
pub struct Status {
    /// The file.
    pub database: String,
    /// The name that was given to it.
    pub name: Option<String>,
    /// Its benchmarks, oldest first.
    pub benchmarks: Vec<BenchmarkOverview>,
    /// Who decided in it.
    pub annotators: Vec<AnnotatorOverview>,
}

impl Document for Status {
    fn tables(&self, _: Form) -> Vec<Table> {
        vec![benchmarks(&self.benchmarks), annotators(&self.annotators)]
    }
}

fn benchmarks(benchmarks: &[BenchmarkOverview]) -> Table {
    let mut table = Table::new([
        ("benchmark", Align::Left),
        ("questions", Align::Right),
        ("with answer", Align::Right),
        ("older revisions", Align::Right),
        ("rows", Align::Right),
        ("pictures", Align::Right),
        ("decisions", Align::Right),
    ]);
    for benchmark in benchmarks {
        let counts = [
            benchmark.questions,
            benchmark.with_answer,
            benchmark.older_revisions,
            benchmark.rows,
            benchmark.pictures,
            benchmark.decisions,
        ];
        let name = std::iter::once(benchmark.name.clone());
        table.row(name.chain(counts.iter().map(ToString::to_string)));
    }
    table
}

fn annotators(annotators: &[AnnotatorOverview]) -> Table {
    let columns = [("annotator", Align::Left), ("decisions", Align::Right), ("last", Align::Left)];
    let mut table = Table::new(columns);
    for annotator in annotators {
        table.row([
            annotator.name.clone(),
            annotator.decisions.to_string(),
            annotator.last.clone().unwrap_or_default(),
        ]);
    }
    table
}
