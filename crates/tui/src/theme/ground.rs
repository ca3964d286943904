//! The background that a theme paints under everything, and the dimmed screen behind a popup.

use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::style::{Color, Modifier, Style};

use super::Theme;

/// How much of a colour is left behind a popup, in per cent.
const LEFT_BEHIND_POPUPS: i32 = 45;

impl Theme {
    /// The colour of the background; the terminal's own if the theme paints none.
    pub fn ground(&self) -> Color {
        self.background.0.bg.unwrap_or_default()
    }

    /// Gives the cells of a finished frame that have no colours those of the background.
    pub fn paint_ground(&self, buffer: &mut Buffer) {
        let Style { fg, bg, .. } = self.background.0;
        for cell in &mut buffer.content {
            if cell.fg == Color::Reset {
                cell.fg = fg.unwrap_or_default();
            }
            if cell.bg == Color::Reset {
                cell.bg = bg.unwrap_or_default();
            }
        }
    }

    /// Dims what is drawn so far, so that the popup above it is read first. Pixels stay: the
    /// terminal draws them.
    pub fn dim_backdrop(&self, buffer: &mut Buffer) {
        let cells = buffer.content.iter_mut();
        for cell in cells.filter(|cell| cell.diff_option == CellDiffOption::None) {
            self.dim_cell(cell);
        }
    }

    fn dim_cell(&self, cell: &mut Cell) {
        let text = self.background.0.fg.unwrap_or_default();
        let fg = if cell.fg == Color::Reset { text } else { cell.fg };
        match (nearer_to(self.ground(), fg), self.faint.0.fg) {
            (Some(dimmed), _) => {
                cell.fg = dimmed;
                cell.bg = nearer_to(self.ground(), cell.bg).unwrap_or(cell.bg);
            }
            (None, Some(faint)) if !cell.modifier.contains(Modifier::REVERSED) => cell.fg = faint,
            (None, _) => cell.modifier.insert(Modifier::DIM),
        }
        cell.modifier.remove(Modifier::BOLD);
    }
}

/// The colour moved to the ground; `None` unless both are known.
fn nearer_to(ground: Color, colour: Color) -> Option<Color> {
    let (Color::Rgb(r, g, b), Color::Rgb(r0, g0, b0)) = (colour, ground) else { return None };
    let moved = |from: u8, to: u8| {
        let (from, to) = (i32::from(from), i32::from(to));
        u8::try_from(to + (from - to) * LEFT_BEHIND_POPUPS / 100).unwrap_or_default()
    };
    Some(Color::Rgb(moved(r, r0), moved(g, g0), moved(b, b0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use ratatui::layout::Rect;

    fn theme(name: &'static str, depth: ColourDepth) -> Theme {
        ThemeChoice::Named(name).theme(depth, false).unwrap()
    }

    /// A word without colours and one in a colour of its own.
    fn words() -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        buffer.set_string(0, 0, "ab", Style::new());
        buffer.set_string(2, 0, "cd", Style::new().fg(Color::Rgb(255, 0, 0)).bold());
        buffer
    }

    #[test]
    fn the_background_is_under_words_with_and_without_a_colour() {
        let theme = theme("light", ColourDepth::True);
        let mut buffer = words();
        theme.paint_ground(&mut buffer);
        assert!(buffer.content.iter().all(|cell| cell.bg == theme.ground()));
        assert_eq!(Some(buffer[(0, 0)].fg), theme.background.0.fg);
        assert_eq!(buffer[(2, 0)].fg, Color::Rgb(255, 0, 0));
    }

    #[test]
    fn no_background_is_painted_where_the_shades_or_the_wish_are_not_known() {
        for (name, depth) in [
            ("dark", ColourDepth::Sixteen),
            ("dark", ColourDepth::None),
            ("either", ColourDepth::True),
            ("mono", ColourDepth::True),
        ] {
            let mut buffer = words();
            theme(name, depth).paint_ground(&mut buffer);
            assert_eq!(buffer, words(), "{name}, {depth}");
        }
    }

    #[test]
    fn behind_a_popup_words_are_dimmed_at_every_depth_and_pixels_are_not() {
        let depths = [
            ColourDepth::True,
            ColourDepth::TwoHundredFiftySix,
            ColourDepth::Sixteen,
            ColourDepth::None,
        ];
        for depth in depths {
            let mut buffer = words();
            buffer[(3, 0)].set_diff_option(CellDiffOption::Skip);
            theme("dark", depth).dim_backdrop(&mut buffer);
            assert!(!buffer[(2, 0)].modifier.contains(Modifier::BOLD), "{depth}");
            assert_ne!(buffer[(0, 0)], words()[(0, 0)], "{depth}");
            assert_eq!(buffer[(3, 0)].fg, Color::Rgb(255, 0, 0), "{depth}");
        }
    }
}
