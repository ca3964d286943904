//! What a database holds, and the lead's board: `assay status`, `assay annotate board`.

use std::collections::BTreeMap;

use crate::figures::{percent, signed_percent, two_places, undefined, with_interval};
use crate::outcomes::independent::NotIndependent;
use crate::queue::board::Finish;
use crate::queue::{BenchmarkWork, Board};
use crate::report::{Fields, Form, Printout, Table};
use crate::statistics::Statistic;
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
            tables.extend(board_tables(&self.board));
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

/// The board of one benchmark.
pub fn board(board: &Board) -> Printout {
    Printout::default().flat(board).tables(board_tables(std::slice::from_ref(board)))
}

/// The tables of some boards.
fn board_tables(boards: &[Board]) -> Vec<Table> {
    let mut tables = vec![pace(boards)];
    if boards.iter().any(|board| board.categories.iter().any(|row| row.quota.is_some())) {
        tables.push(quotas(boards));
    }
    if boards.iter().any(|board| board.agreement.shared > 0) {
        tables.push(agreement(boards));
    }
    if boards.iter().any(|board| board.for_leads.is_some()) {
        tables.push(quality(boards));
    }
    tables
}

fn pace(boards: &[Board]) -> Table {
    let in_blocks =
        boards.iter().flat_map(|board| &board.queues).any(|queue| queue.blocks.is_some());
    Table::over(boards.iter().flat_map(|board| board.queues.iter().map(move |one| (board, one))))
        .text("benchmark", |(board, _)| &board.benchmark)
        .text("queue", |(_, queue)| queue.queue)
        .number("items", |(_, queue)| queue.items)
        .number("decisions", |(_, queue)| queue.decisions)
        .number("still wanted", |(_, queue)| queue.remaining)
        .number("open now", |(_, queue)| queue.open_now)
        .text("a day", |(_, queue)| in_full(&queue.pace.per_day, two_places))
        .text("done at this pace", |(_, queue)| day(&queue.pace.finish))
        .only_if(in_blocks, |table| {
            table.text("blocks done", |(_, queue)| {
                queue.blocks.map(|blocks| format!("{} of {}", blocks.done, blocks.total))
            })
        })
        .table()
}

fn quotas(boards: &[Board]) -> Table {
    Table::over(boards.iter().flat_map(|board| &board.categories))
        .text("category", |row| row.category.as_ref())
        .with(columns!(number: questions, reviewed, kept, "removed" = out, quota, lacking))
        .table()
}

fn agreement(boards: &[Board]) -> Table {
    let rows = boards.iter().flat_map(|board| {
        let figures = [("verdict", &board.agreement.verdict), ("answer", &board.agreement.answer)];
        figures.into_iter().flat_map(move |(what, of)| {
            let values = [("pairs", &of.raw), ("Gwet AC1", &of.gwet_ac1), ("alpha", &of.alpha)];
            values.map(|(by, value)| (board, what, by, value))
        })
    });
    Table::over(rows)
        .text("benchmark", |(board, ..)| &board.benchmark)
        .text("agreement on", |(_, what, ..)| what)
        .text("by", |(_, _, by, _)| by)
        .text("value", |(.., value)| in_full(value, two_places))
        .number("not independent, left out", |(board, what, ..)| left_out(board, what))
        .table()
}

/// Decisions that are not in the agreement on the verdict or on the answer.
fn left_out(board: &Board, what: &str) -> usize {
    let NotIndependent { decisions, answers } = board.agreement.not_independent;
    if what == "answer" { decisions + answers } else { decisions }
}

fn quality(boards: &[Board]) -> Table {
    let leads = boards.iter().filter_map(|board| board.for_leads.as_ref());
    let rows = leads.flat_map(|leads| &leads.quality);
    let rows = rows.flat_map(|of| of.people.iter().map(move |own| (of.queue, own)));
    Table::over(rows)
        .text("annotator", |(_, own)| &own.annotator)
        .text("queue", |(queue, _)| queue)
        .number("done", |(_, own)| own.done)
        .text("too fast", |(_, own)| {
            own.too_fast.map_or("?", |too_fast| if too_fast { "yes" } else { "no" })
        })
        .text("with others", |(_, own)| in_full(&own.with_others, percent))
        .text("with gold", |(_, own)| in_full(&own.with_gold, percent))
        .text("with experts", |(_, own)| in_full(&own.with_adjudicated, percent))
        .text("last third less first", |(_, own)| in_full(&own.drift.change, signed_percent))
        .table()
}

/// A figure with its interval and n, or `undefined`.
fn in_full(figure: &Statistic, number: fn(f64) -> String) -> String {
    let words = with_interval(figure, number);
    words.map_or_else(undefined, |words| format!("{words} n = {}", figure.n()))
}

/// The day on which the rest is done; JSON has the moment.
fn day(finish: &Finish) -> String {
    match finish {
        Finish::Expected { expected, .. } => expected.chars().take(10).collect(),
        Finish::Undefined { .. } => String::new(),
    }
}
