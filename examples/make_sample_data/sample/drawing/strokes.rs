//! Chinese characters as round strokes.
//!
//! No crate contains an outline font with Chinese characters. GNU Unifont has them as bitmaps of 16
//! x 16 dots, whose lines are one dot wide: a line is drawn from dot to dot with a round pen, which
//! gives even strokes at any size.

use tiny_skia::PathBuilder;
use unifont::Glyph;

/// Dots along a side of a character.
const DOTS: usize = 16;
/// Rows of dots above the baseline.
const ASCENT: f32 = 14.0;

/// Whether a character is drawn as strokes: Chinese characters and their punctuation.
pub fn has_strokes(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// Adds the middle lines of a character to a path: its left edge at `x`, its baseline at `y`, `size`
/// pixels wide and high.
pub fn add(path: &mut PathBuilder, letter: char, (x, y): (f32, f32), size: f32) {
    let glyph = unifont::get_glyph(letter).unwrap_or_else(|| panic!("{letter} is in no font"));
    let dot = size / DOTS as f32;
    let place = |column: usize, row: usize| {
        (x + (column as f32 + 0.5) * dot, y + (row as f32 + 0.5 - ASCENT) * dot)
    };
    let has =
        |column: usize, row: usize| column < DOTS && row < DOTS && glyph.get_pixel(column, row);
    let mut line = |from: (f32, f32), to: (f32, f32)| {
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
    };
    for row in 0..DOTS {
        for column in (0..DOTS).filter(|column| has(*column, row)) {
            let here = place(column, row);
            let (right, below) = (has(column + 1, row), has(column, row + 1));
            if right {
                line(here, place(column + 1, row));
            }
            if below {
                line(here, place(column, row + 1));
            }
            // Diagonally only where no straight way leads to the other dot.
            if !right && !below && has(column + 1, row + 1) {
                line(here, place(column + 1, row + 1));
            }
            let left = column.checked_sub(1);
            if let Some(left) = left.filter(|left| !has(*left, row) && has(*left, row + 1))
                && !below
            {
                line(here, place(left, row + 1));
            }
            if is_alone(glyph, column, row) {
                line(here, (here.0 + dot * 0.1, here.1));
            }
        }
    }
}

fn is_alone(glyph: &Glyph, column: usize, row: usize) -> bool {
    let around = |at: usize| at.saturating_sub(1)..=at + 1;
    let dots = around(row).flat_map(|row| around(column).map(move |column| (column, row)));
    dots.filter(|&(x, y)| x < DOTS && y < DOTS && glyph.get_pixel(x, y)).count() == 1
}
