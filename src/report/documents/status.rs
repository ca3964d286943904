//! What a database holds: `assay status`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::benchmark::outcome::OutcomeCounts;
use crate::benchmark::provenance_counts::ProvenanceCounts;
use crate::queue::{BenchmarkWork, Board};
use crate::report::{Form, Table};
use crate::store::{AnnotatorOverview, BenchmarkOverview, QUEUE_REVIEW};
use crate::tui::terms;

/// A benchmark with its counts.
#[derive(Debug, Serialize)]
pub struct BenchmarkRow {
    #[serde(flatten)]
    overview: BenchmarkOverview,
    /// What becomes of its questions.
    outcome: OutcomeCounts,
}

impl BenchmarkRow {
    /// What a benchmark holds, and what becomes of its questions.
    pub fn new((overview, work): (BenchmarkOverview, &BenchmarkWork)) -> Self {
        BenchmarkRow { overview, outcome: work.outcome }
    }
}

/// What a database holds.
#[derive(Debug, Serialize)]
pub struct Status {
    pub database: String,
    /// The name that was given to it.
    pub name: Option<String>,
    /// Its benchmarks, oldest first.
    pub benchmarks: Vec<BenchmarkRow>,
    /// Who decided in it.
    pub annotators: Vec<AnnotatorOverview>,
    /// The finished and outstanding work of each benchmark.
    pub work: Vec<BenchmarkWork>,
    /// The source of the questions' outcomes after their reviews, by benchmark name.
    pub provenance: BTreeMap<String, ProvenanceCounts>,
    /// The progress of each benchmark, as on the lead's board.
    pub board: Vec<Board>,
}

impl Document for Status {
    fn tables(&self, form: Form) -> Vec<Table> {
        let mut tables =
            vec![benchmarks(&self.benchmarks), annotators(&self.work), waiting(&self.work)];
        // Programs read the tables of CSV by their positions.
        if form != Form::Csv {
            tables.extend(super::board::tables(&self.board));
        }
        tables
    }
}

fn benchmarks(benchmarks: &[BenchmarkRow]) -> Table {
    Table::over(benchmarks)
        .text("benchmark", |benchmark| &benchmark.overview.name)
        .number("questions", |benchmark| benchmark.overview.questions)
        .number("with answer", |benchmark| benchmark.overview.with_answer)
        .number("older revisions", |benchmark| benchmark.overview.older_revisions)
        .number("rows", |benchmark| benchmark.overview.rows)
        .number("pictures", |benchmark| benchmark.overview.pictures)
        .number("kept", |benchmark| benchmark.outcome.kept)
        .number("fixed", |benchmark| benchmark.outcome.fixed)
        .number("removed", |benchmark| benchmark.outcome.removed)
        .number("open", |benchmark| benchmark.outcome.open)
        .table()
}

fn annotators(work: &[BenchmarkWork]) -> Table {
    let rows = work.iter().flat_map(|benchmark| {
        let queues = benchmark.queues.iter();
        queues
            .flat_map(move |queue| queue.annotators.iter().map(move |own| (benchmark, queue, own)))
    });
    Table::over(rows)
        .text("annotator", |(_, _, own)| &own.annotator)
        .text("benchmark", |(benchmark, ..)| &benchmark.benchmark)
        .text("queue", |(_, queue, _)| queue.queue)
        .number("done", |(_, _, own)| own.done)
        .number("of", |(_, queue, _)| queue.items)
        .number("skipped", |(_, _, own)| own.skipped)
        .text("decisions in force", |(_, _, own)| terms::outcomes(&own.outcomes))
        .number("median s", |(_, _, own)| own.median_seconds.map(|seconds| format!("{seconds:.1}")))
        .number("today", |(_, _, own)| own.today)
        .text("last", |(_, _, own)| own.last.as_ref())
        .table()
}

fn waiting(work: &[BenchmarkWork]) -> Table {
    Table::over(work)
        .text("benchmark", |work| &work.benchmark)
        .number("unreviewed", |work| work.queue(QUEUE_REVIEW).map_or(0, |review| review.undecided))
        .number("suspected, unverified", |work| work.waiting.suspected)
        .number("disagreements", |work| work.waiting.disagreements)
        .number("texts unread", |work| work.waiting.unread_texts)
        .number("open runs", |work| work.waiting.open_runs)
        .table()
}
