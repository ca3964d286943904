//! The scroll hint: arrows in the margin of a text that continues above or below the visible part.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use crate::action::Action;
use crate::keymap::{KeyContext, Keymap};
use crate::theme::Theme;

/// Columns to be left free right of the text: one for distance, one for the arrows.
pub const MARGIN: u16 = 2;

/// Whether lines are hidden above and below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScrollHint {
    above: bool,
    below: bool,
}

impl ScrollHint {
    /// The hint for `lines` lines of which `rows` are visible from `top` on.
    pub fn new(top: usize, rows: u16, lines: usize) -> Self {
        ScrollHint { above: top > 0, below: top + usize::from(rows) < lines }
    }

    /// The hint only for hidden lines above, if another part shows those below.
    #[must_use]
    pub fn without_below(self) -> Self {
        ScrollHint { below: false, ..self }
    }

    /// Draws arrows right of the text, never over it ([`MARGIN`] columns are to be left free there), and the
    /// scrolling keys if they are given and there is space for both.
    pub fn draw(
        self,
        text: Rect,
        keys: Option<(&Keymap, KeyContext)>,
        theme: &Theme,
        buffer: &mut Buffer,
    ) {
        let arrows = u16::from(self.above) + u16::from(self.below);
        let has_room_for_keys = text.height >= 2 * arrows;
        let mut mark = |row: Option<u16>, sign: &str| {
            let at = row.map(|row| Position { x: text.right() + 1, y: text.y.saturating_add(row) });
            if let Some(cell) = at.and_then(|at| buffer.cell_mut(at)) {
                cell.set_symbol(sign).set_style(theme.key);
            }
        };
        let key = |action| {
            let (keymap, place) = keys.filter(|_| has_room_for_keys)?;
            let name = keymap.key_for(place, action)?.to_string();
            (name.width() == 1).then_some(name)
        };
        if self.above && text.height > 0 {
            mark(Some(0), "↑");
            key(Action::ScrollUp).inspect(|key| mark(Some(1), key));
        }
        if self.below {
            mark(text.height.checked_sub(1), "↓");
            key(Action::ScrollDown).inspect(|key| mark(text.height.checked_sub(2), key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    fn column(more: ScrollHint, height: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 6));
        let text = Rect::new(1, 1, 2, height);
        let keymap = Keymap::default();
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        more.draw(text, Some((&keymap, KeyContext::Queue("review"))), &theme, &mut buffer);
        let drawn = |x: u16| (0..6).map(|y| buffer[(x, y)].symbol()).collect::<String>();
        let beside = drawn(1) + &drawn(2) + &drawn(3);
        assert_eq!(beside.trim(), "", "the text and a column for distance are let alone");
        drawn(4)
    }

    #[test]
    fn arrows_and_keys_are_beside_the_first_and_the_last_rows() {
        assert_eq!(column(ScrollHint::new(3, 4, 20), 4), " ↑kj↓ ");
        assert_eq!(column(ScrollHint::new(0, 4, 20), 4), "   j↓ ");
        assert_eq!(column(ScrollHint::new(0, 4, 4), 4), "      ");
    }

    #[test]
    fn where_there_is_little_room_the_arrows_come_first() {
        assert_eq!(column(ScrollHint::new(3, 2, 20), 2), " ↑↓   ");
        assert_eq!(column(ScrollHint::new(3, 0, 20), 0), "      ");
    }
}
