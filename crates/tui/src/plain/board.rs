//! The lead's board as text.

use std::io::{self, Write};

use crate::messages::text;
use crate::widgets::board_lines;
use crate::widgets::history_text::local_time;
use assay_core::visible::{Harmless, visible_line};
use assay_store::Benchmark;
use assay_workflow::queue::Board;

/// Columns of a line.
const WIDTH: usize = 100;

/// Writes a board in lines.
///
/// # Errors
/// When the output is gone.
pub fn write_board(board: &Board, benchmark: &Benchmark, out: &mut impl Write) -> io::Result<()> {
    let mut out = Harmless::text(out);
    writeln!(out, "{} · {}", visible_line(&board.benchmark), text!("board-what"))?;
    writeln!(out, "{}", local_time(&board.computed))?;
    writeln!(out)?;
    let lines = board_lines::lines(board, benchmark.taxonomy(), WIDTH, false);
    for line in lines {
        let line: String = line.pieces.into_iter().map(|(_, text)| text).collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
