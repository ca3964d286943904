//! The lead's board as text.

use std::io::{self, Write};

use crate::queue::Board;
use crate::store::{Benchmark, Store, StoreError};
use crate::tui::messages::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::board_lines::board_lines;
use crate::tui::widgets::history_text::local_time;
use crate::visible::{Harmless, visible_line};

/// Columns of a line.
const WIDTH: usize = 100;

/// The board of a benchmark as somebody may see it.
///
/// # Errors
/// When the database cannot be read.
pub fn board(store: &Store, benchmark: &Benchmark, name: &str) -> Result<Board, StoreError> {
    Board::load(store, benchmark, store.is_lead(name)?)
}

/// Writes a board in lines.
///
/// # Errors
/// When the output is gone.
pub fn write_board(board: &Board, benchmark: &Benchmark, out: &mut impl Write) -> io::Result<()> {
    let mut out = Harmless::text(out);
    writeln!(out, "{} · {}", visible_line(&board.benchmark), text!("board-what"))?;
    writeln!(out, "{}", local_time(&board.computed))?;
    writeln!(out)?;
    let lines = board_lines(board, benchmark.taxonomy(), WIDTH, &Theme::without_colours(), false);
    for line in lines {
        writeln!(out, "{}", line.line.to_string().trim_end())?;
    }
    Ok(())
}
