//! The lead's board as tables: pace of the queues, categories with their quotas, agreement, and for leads
//! the quality of work.

use crate::figures::{percent, signed_percent, two_places, undefined, with_interval};
use crate::outcomes::independent::NotIndependent;
use crate::queue::Board;
use crate::queue::board::Finish;
use crate::report::{Printout, Table, columns};
use crate::statistics::Statistic;

/// The board of one benchmark.
pub fn board(board: &Board) -> Printout {
    Printout::default().flat(board).tables(tables(std::slice::from_ref(board)))
}

/// The tables of some boards.
pub(super) fn tables(boards: &[Board]) -> Vec<Table> {
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
