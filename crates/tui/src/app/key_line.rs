//! The keys that the last line shows, for the mouse: what is read there can be clicked.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::App;
use crate::action::Action;
use crate::key::Key;
use assay_core::keyword::Keyword;

/// The last line of the frame on the screen.
#[derive(Debug, Default)]
pub(super) struct KeyLine {
    cells: Vec<Cell>,
    row: u16,
    left: u16,
}

impl KeyLine {
    pub(super) fn of_frame(buffer: &Buffer) -> Self {
        let width = usize::from(buffer.area.width);
        let from = buffer.content.len().saturating_sub(width);
        KeyLine {
            cells: buffer.content[from..].to_vec(),
            row: buffer.area.bottom().saturating_sub(1),
            left: buffer.area.x,
        }
    }

    /// The key whose hint is at this position: its chip is there, or left of the words there.
    fn key_at(&self, at: Position, chip: Style) -> Option<String> {
        let column = usize::from(at.x.checked_sub(self.left)?);
        if at.y != self.row || column >= self.cells.len() {
            return None;
        }
        let is_chip = |&at: &usize| {
            self.cells.get(at).is_some_and(|cell| {
                chip.bg.is_none_or(|colour| cell.bg == colour)
                    && cell.modifier.contains(chip.add_modifier)
            })
        };
        // The right half of a wide character holds a blank, too.
        let is_wide = |cell: &Cell| cell.symbol().width() > 1;
        let is_half = |at: usize| at > 0 && self.cells.get(at - 1).is_some_and(is_wide);
        let is_blank = |at: usize| {
            !is_chip(&at)
                && self.cells.get(at).is_none_or(|cell| cell.symbol() == " " && !is_half(at))
        };
        let last = (0..=column).rev().find(is_chip)?;
        // Two blanks separate hints, one blank separates a key from its words.
        if (last + 1..=column).any(|at| is_blank(at) && is_blank(at + 1)) {
            return None;
        }
        let first = (0..=last).rev().take_while(is_chip).last()?;
        let symbols = (first..).take_while(is_chip).map(|at| self.cells[at].symbol());
        Some(symbols.collect::<String>().trim().to_owned())
    }
}

impl App {
    /// The key to press for a click on the last line.
    pub(super) fn clicked_key(&self, at: Position) -> Option<Key> {
        let name = self.key_line.key_at(at, self.session.theme.chip.into())?;
        let place = self.top().key_context();
        Action::all()
            .filter_map(|action| self.session.keymap.key_for(place, action))
            .find(|key| key.to_string() == name)
            .or_else(|| name.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Color;
    use ratatui::text::{Line, Span};
    use ratatui::widgets::Widget;

    #[test]
    fn a_hint_is_its_chip_and_its_words_and_a_message_is_none() {
        let chip = Style::default().bg(Color::Yellow);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 44, 3));
        let line = Line::from(vec![
            Span::raw(" saved a   "),
            Span::styled(" Ctrl-p ", chip),
            Span::raw(" all actions  "),
            Span::styled(" b ", chip),
            Span::raw("  "),
        ]);
        line.render(Rect::new(0, 2, 44, 1), &mut buffer);
        let shown = KeyLine::of_frame(&buffer);
        let at = |x| shown.key_at(Position { x, y: 2 }, chip);
        for x in 11..31 {
            assert_eq!(at(x).as_deref(), Some("Ctrl-p"), "{x}");
        }
        assert_eq!(at(34).as_deref(), Some("b"));
        for x in [0, 1, 5, 7, 9, 10, 31, 32, 36, 43, 80] {
            assert_eq!(at(x), None, "{x}");
        }
        assert_eq!(shown.key_at(Position { x: 12, y: 1 }, chip), None);
    }

    #[test]
    fn a_hint_in_wide_characters_ends_with_their_right_halves() {
        let chip = Style::default().reversed();
        let mut buffer = Buffer::empty(Rect::new(0, 0, 22, 1));
        let hints = [(" y ", " 保留  "), (" t ", " 有误  ")];
        let spans = hints.map(|(key, words)| [Span::styled(key, chip), Span::raw(words)]);
        Line::from(spans.concat()).render(buffer.area, &mut buffer);
        let shown = KeyLine::of_frame(&buffer);
        let at = |x| shown.key_at(Position { x, y: 0 }, chip);
        let found: Vec<Option<String>> = (0..20).map(at).collect();
        let found: Vec<&str> = found.iter().map(|key| key.as_deref().unwrap_or("-")).collect();
        assert_eq!(found.concat(), "yyyyyyyy--tttttttt--");
    }
}
