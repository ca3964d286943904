//! What a database holds: `assay status`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::benchmark::outcome::OutcomeCounts;
use crate::benchmark::provenance_counts::ProvenanceCounts;
use crate::queue::{AnnotatorWork, BenchmarkWork, Board, QueueWork};
use crate::report::table::{number, text};
use crate::report::{Form, Table};
use crate::store::{AnnotatorOverview, BenchmarkOverview, QUEUE_REVIEW};

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
    let columns = [
        text("benchmark", |benchmark: &&BenchmarkRow| benchmark.overview.name.clone()),
        number("questions", |benchmark| benchmark.overview.questions.to_string()),
        number("with answer", |benchmark| benchmark.overview.with_answer.to_string()),
        number("older revisions", |benchmark| benchmark.overview.older_revisions.to_string()),
        number("rows", |benchmark| benchmark.overview.rows.to_string()),
        number("pictures", |benchmark| benchmark.overview.pictures.to_string()),
        number("kept", |benchmark| benchmark.outcome.kept.to_string()),
        number("fixed", |benchmark| benchmark.outcome.fixed.to_string()),
        number("removed", |benchmark| benchmark.outcome.removed.to_string()),
        number("open", |benchmark| benchmark.outcome.open.to_string()),
    ];
    Table::from_rows(benchmarks, &columns)
}

/// A row of the table of annotators.
type Work<'a> = (&'a BenchmarkWork, &'a QueueWork, &'a AnnotatorWork);

fn annotators(work: &[BenchmarkWork]) -> Table {
    let columns = [
        text("annotator", |(_, _, own): &Work<'_>| own.annotator.clone()),
        text("benchmark", |(benchmark, ..)| benchmark.benchmark.clone()),
        text("queue", |(_, queue, _)| queue.queue.to_owned()),
        number("done", |(_, _, own)| own.done.to_string()),
        number("of", |(_, queue, _)| queue.items.to_string()),
        number("skipped", |(_, _, own)| own.skipped.to_string()),
        text("decisions in force", |(_, _, own)| own.describe_outcomes()),
        number("median s", |(_, _, own)| {
            own.median_seconds.map(|seconds| format!("{seconds:.1}")).unwrap_or_default()
        }),
        number("today", |(_, _, own)| own.today.to_string()),
        text("last", |(_, _, own)| own.last.clone().unwrap_or_default()),
    ];
    let rows = work.iter().flat_map(|benchmark| {
        let queues = benchmark.queues.iter();
        queues
            .flat_map(move |queue| queue.annotators.iter().map(move |own| (benchmark, queue, own)))
    });
    Table::from_rows(rows, &columns)
}

fn waiting(work: &[BenchmarkWork]) -> Table {
    let columns = [
        text("benchmark", |work: &&BenchmarkWork| work.benchmark.clone()),
        number("unreviewed", |work| {
            work.queue(QUEUE_REVIEW).map_or(0, |review| review.undecided).to_string()
        }),
        number("suspected, unverified", |work| work.waiting.suspected.to_string()),
        number("disagreements", |work| work.waiting.disagreements.to_string()),
        number("texts unread", |work| work.waiting.unread_texts.to_string()),
        number("open runs", |work| work.waiting.open_runs.to_string()),
    ];
    Table::from_rows(work, &columns)
}
