//! Wide character repair: cells that ratatui would not send although the terminal shows them wrong.
//!
//! If a wide character is replaced by another one that begins a cell earlier, ratatui does not send
//! the cell of its right half: that cell is blank in both frames. The terminal keeps showing its
//! old background. So these cells are sent again with the next frame.
//!
//! Rows with emoji are sent again as a whole: a terminal without a font for them draws them at another
//! width than it counts, and xterm then leaves a coloured cell at their end.

use ratatui::buffer::{Buffer, CellDiffOption, CellWidth};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

/// Modifiers that are visible on a blank.
const SEEN_ON_A_BLANK: Modifier =
    Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

/// The first character of the planes with emoji; the wide scripts before are drawn as counted.
const EMOJI: char = '\u{1F000}';
/// The first character after them: rare Chinese characters.
const AFTER_EMOJI: char = '\u{20000}';

/// The cells to send with the next frame regardless of their content.
#[derive(Debug, Default)]
pub(super) struct WideCharacterRepair(Vec<Position>);

impl WideCharacterRepair {
    /// Marks the cells to send again because of the last frame, and remembers those of this frame:
    /// those with another background than the screen's `ground`.
    pub fn refresh(&mut self, buffer: &mut Buffer, ground: Color) {
        for position in self.0.drain(..) {
            if let Some(cell) = buffer.cell_mut(position)
                && cell.diff_option == CellDiffOption::None
            {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
        let area = buffer.area;
        let has_background = |position: &Position| {
            let cell = &buffer[*position];
            (cell.bg != ground || cell.modifier.intersects(SEEN_ON_A_BLANK))
                && cell.diff_option == CellDiffOption::None
                && cell.symbol().len() > 1
                && cell.cell_width() == 2
        };
        let right = |left: Position| Position { x: left.x.saturating_add(1), ..left };
        self.0.extend(area.positions().filter(has_background).map(right));
        for row in area.rows() {
            let is_emoji = |c: char| (EMOJI..AFTER_EMOJI).contains(&c);
            let has_emoji = |position: Position| buffer[position].symbol().starts_with(is_emoji);
            if row.positions().any(has_emoji) {
                self.0.extend(row.positions());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn a_row_with_emoji_is_sent_again_as_a_whole() {
        let area = Rect::new(0, 0, 6, 2);
        let mut repair = WideCharacterRepair::default();
        let mut before = Buffer::empty(area);
        before.set_string(0, 0, "🚀", Style::new());
        repair.refresh(&mut before, Color::Reset);
        let mut after = Buffer::empty(area);
        repair.refresh(&mut after, Color::Reset);
        assert_eq!(before.diff(&after).len(), 6, "the first row and nothing of the second");
    }

    #[test]
    fn the_background_of_a_wide_character_goes_when_another_begins_a_cell_earlier() {
        let area = Rect::new(0, 0, 6, 1);
        let mut repair = WideCharacterRepair::default();
        let mut frame = |x: u16, style: Style| {
            let mut buffer = Buffer::empty(area);
            buffer.set_string(x, 0, "猫", style);
            repair.refresh(&mut buffer, Color::Reset);
            buffer
        };
        let first = frame(2, Style::new().bg(Color::Blue));
        let second = frame(1, Style::new());
        let third = frame(1, Style::new());
        let fourth = frame(1, Style::new());
        let sent = |before: &Buffer, after: &Buffer| -> Vec<u16> {
            before.diff(after).iter().map(|&(x, ..)| x).collect()
        };
        assert_eq!(sent(&first, &second), [1, 3], "the cat, and the cell behind it");
        assert_eq!(sent(&second, &third), [3], "without the mark it differs once more");
        assert_eq!(sent(&third, &fourth), [0; 0]);
    }
}
