//! What a database holds: `assay status`.

use serde::Serialize;

use super::Document;
use crate::report::table::{number, text};
use crate::report::{Form, Table};
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
    let columns = [
        text("benchmark", |benchmark: &&BenchmarkOverview| benchmark.name.clone()),
        number("questions", |benchmark| benchmark.questions.to_string()),
        number("with answer", |benchmark| benchmark.with_answer.to_string()),
        number("older revisions", |benchmark| benchmark.older_revisions.to_string()),
        number("rows", |benchmark| benchmark.rows.to_string()),
        number("pictures", |benchmark| benchmark.pictures.to_string()),
        number("decisions", |benchmark| benchmark.decisions.to_string()),
    ];
    Table::from_rows(benchmarks, &columns)
}

fn annotators(annotators: &[AnnotatorOverview]) -> Table {
    let columns = [
        text("annotator", |annotator: &&AnnotatorOverview| annotator.name.clone()),
        number("decisions", |annotator| annotator.decisions.to_string()),
        text("last", |annotator| annotator.last.clone().unwrap_or_default()),
    ];
    Table::from_rows(annotators, &columns)
}
