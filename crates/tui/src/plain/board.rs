//! The lead's board as text.

use std::io::{self, Write};

use crate::messages::text;
use crate::widgets::board_lines::{BoardRows, FIGURES};
use crate::widgets::history_text::local_time;
use crate::widgets::wrap::{padded, right_aligned, wrapped};
use assay_core::figures::table::Cell;
use assay_core::visible::{Harmless, visible_line};
use assay_store::Benchmark;
use assay_workflow::queue::Board;

/// Columns of a line, of a name, and of a figure.
const WIDTH: usize = 100;
const NAME: usize = 34;
const FIGURE: usize = 13;

/// Writes a board in lines.
///
/// # Errors
/// When the output is gone.
pub fn write_board(board: &Board, benchmark: &Benchmark, out: &mut impl Write) -> io::Result<()> {
    let mut out = Harmless::text(out);
    writeln!(out, "{} · {}", visible_line(&board.benchmark), text!("board-what"))?;
    writeln!(out, "{}", local_time(&board.computed))?;
    writeln!(out)?;
    let page = BoardRows::new(board, benchmark.taxonomy());
    let table = page.table(false);
    for (row, cells) in page.rows.iter().zip(&table.rows) {
        let line = match cells.split_first() {
            Some((name @ Cell::Words(_), figures)) => {
                let name = padded(&name.to_string(), NAME);
                let figures = figures
                    .iter()
                    .take(FIGURES) // behind them is the sign of a row that opens something
                    .map(|cell| right_aligned(&cell.to_string(), FIGURE));
                name + &figures.collect::<String>()
            }
            _ => row.name.1.clone(),
        };
        writeln!(out, "{}", line.trim_end())?;
        for (_, words) in &row.details {
            for line in wrapped(words, WIDTH - 4) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    writeln!(out)?;
    page.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}
