//! The background that a theme paints under everything, and the dimmed screen behind a popup.

use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::style::{Color, Modifier, Style};

use super::Theme;
use super::colours::brought_down;
use crate::picture::{ColourDepth, rgb_in_256};

/// How much of a colour is left behind a popup, in per cent.
const LEFT_BEHIND_POPUPS: i32 = 45;
/// What the colours of pictures and tinted rows are moved to where the background is not known.
const BETWEEN_DARK_AND_LIGHT: [u8; 3] = [0x76; 3];

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

    /// Dims what is drawn so far, so that the popup above it is read first. Cells of real pixels stay: the
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
        let unknown = shade(cell.bg).map(|_| BETWEEN_DARK_AND_LIGHT);
        match (shade(self.ground()).or(unknown), self.faint.0.fg) {
            (Some(ground), _) => {
                cell.fg = nearer_to(ground, fg).unwrap_or(fg);
                cell.bg = nearer_to(ground, cell.bg).unwrap_or(cell.bg);
            }
            (None, Some(faint)) if !cell.modifier.contains(Modifier::REVERSED) => cell.fg = faint,
            (None, _) => cell.modifier.insert(Modifier::DIM),
        }
        cell.modifier.remove(Modifier::BOLD);
    }
}

/// The shade of a colour, unless only the terminal knows it.
fn shade(colour: Color) -> Option<[u8; 3]> {
    match colour {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index) => rgb_in_256(index),
        _ => None,
    }
}

/// The colour moved to the ground, at the same depth; `None` if its shade is not known.
fn nearer_to(ground: [u8; 3], colour: Color) -> Option<Color> {
    let from = shade(colour)?;
    let [r, g, b] = [0, 1, 2].map(|channel| {
        let (from, to) = (i32::from(from[channel]), i32::from(ground[channel]));
        u8::try_from(to + (from - to) * LEFT_BEHIND_POPUPS / 100).unwrap_or_default()
    });
    let depth = match colour {
        Color::Indexed(_) => ColourDepth::TwoHundredFiftySix,
        _ => ColourDepth::True,
    };
    brought_down(Color::Rgb(r, g, b), depth)
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn behind_a_popup_a_picture_in_characters_is_dimmed_by_every_theme() {
        let depths = [ColourDepth::True, ColourDepth::TwoHundredFiftySix];
        let both = [
            (Color::Rgb(250, 250, 0), Color::Rgb(0, 0, 250)),
            (Color::Indexed(226), Color::Indexed(21)),
        ];
        for (depth, (fg, bg)) in depths.into_iter().zip(both) {
            for name in ["dark", "light", "either", "mono"] {
                let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
                buffer.set_string(0, 0, "▀ ", Style::new().fg(fg).bg(bg));
                buffer[(1, 0)].fg = Color::Reset;
                theme(name, depth).dim_backdrop(&mut buffer);
                assert!(buffer[(0, 0)].fg != fg, "{name}, {depth}");
                assert!(buffer.content.iter().all(|cell| cell.bg != bg), "{name}, {depth}");
            }
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
