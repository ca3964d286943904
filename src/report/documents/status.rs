//! What a database holds: `assay status`.

use std::collections::BTreeMap;

use crate::queue::{BenchmarkWork, Board};
use crate::report::{Fields, Form, Printout, Table};
use crate::store::{AnnotatorOverview, BenchmarkOverview, QUEUE_REVIEW};
use crate::tui::terms;

/// What a database holds.
#[derive(Debug)]
pub struct Status {
    /// The file.
    pub database: String,
    /// The name that was given to it.
    pub name: Option<String>,
    /// Its benchmarks, oldest first.
    pub benchmarks: Vec<BenchmarkOverview>,
    /// Who decided in it.
    pub annotators: Vec<AnnotatorOverview>,
    /// The finished and outstanding work of each benchmark.
    pub work: Vec<BenchmarkWork>,
    /// The progress of each benchmark, as on the lead's board.
    pub board: Vec<Board>,
}

impl Status {
    /// The status in a form.
    pub fn printout(&self, form: Form) -> Printout {
        let benchmarks = Fields::over(self.benchmarks.iter().zip(&self.work))
            .flat(|(overview, _)| overview)
            .text_column("benchmark", |(overview, _)| &overview.name)
            .number_column("questions", |(overview, _)| overview.questions)
            .number_column("with answer", |(overview, _)| overview.with_answer)
            .number_column("older revisions", |(overview, _)| overview.older_revisions)
            .number_column("rows", |(overview, _)| overview.rows)
            .number_column("pictures", |(overview, _)| overview.pictures)
            .json("outcome", |(_, work)| work.outcome)
            .number_column("kept", |(_, work)| work.outcome.kept)
            .number_column("fixed", |(_, work)| work.outcome.fixed)
            .number_column("removed", |(_, work)| work.outcome.removed)
            .number_column("open", |(_, work)| work.outcome.open);
        let provenance: BTreeMap<&str, _> =
            self.work.iter().map(|work| (work.benchmark.as_str(), work.provenance)).collect();
        let mut tables = vec![annotators(&self.work), waiting(&self.work)];
        // Programs read the tables of CSV by their positions.
        if form != Form::Csv {
            tables.extend(super::board::tables(&self.board));
        }
        Printout::default()
            .json("database", &self.database)
            .json("name", &self.name)
            .list("benchmarks", benchmarks)
            .json("annotators", &self.annotators)
            .json("work", &self.work)
            .json("provenance", provenance)
            .json("board", &self.board)
            .tables(tables)
    }
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
