//! Painted cells as escape sequences, for output that does not go through ratatui.

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::dither::NAMED;

/// Appends one row, with its colours, and switches them off at its end.
pub fn push_row(text: &mut String, cells: &Buffer, row: u16) {
    let mut colours = (Color::Reset, Color::Reset);
    for column in 0..cells.area.width {
        let cell = &cells[(column, row)];
        if (cell.fg, cell.bg) != colours {
            colours = (cell.fg, cell.bg);
            text.push_str(&format!("\x1b[0{}{}m", code(cell.fg, 30), code(cell.bg, 40)));
        }
        text.push_str(cell.symbol());
    }
    if colours != (Color::Reset, Color::Reset) {
        text.push_str("\x1b[0m");
    }
}

/// The sequence that switches the background to a colour; empty for the terminal's default.
pub fn ground(colour: Color) -> String {
    match code(colour, 40) {
        none if none.is_empty() => none,
        code => format!("\x1b[{}m", &code[1..]),
    }
}

/// The parameters that choose a colour; `base` is 30 for the glyph and 40 for its background.
fn code(colour: Color, base: u8) -> String {
    match colour {
        Color::Reset => String::new(),
        Color::Rgb(red, green, blue) => format!(";{};2;{red};{green};{blue}", base + 8),
        Color::Indexed(index) => format!(";{};5;{index}", base + 8),
        named => match NAMED.iter().position(|(known, _)| *known == named) {
            Some(at @ 0..8) => format!(";{}", base + at as u8),
            Some(at) => format!(";{}", base + 60 + (at as u8 - 8)),
            None => String::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    #[test]
    fn a_colour_is_named_once_for_all_cells_that_have_it() {
        let mut cells = Buffer::empty(Rect::new(0, 0, 4, 1));
        cells[(0, 0)].set_char('▀').set_fg(Color::Rgb(1, 2, 3)).set_bg(Color::Indexed(200));
        cells[(1, 0)].set_char('▀').set_fg(Color::Rgb(1, 2, 3)).set_bg(Color::Indexed(200));
        cells[(2, 0)].set_char('x').set_fg(Color::LightRed).set_bg(Color::Blue);
        let mut text = String::new();
        push_row(&mut text, &cells, 0);
        assert_eq!(text, "\x1b[0;38;2;1;2;3;48;5;200m▀▀\x1b[0;91;44mx\x1b[0m ");
    }
}
