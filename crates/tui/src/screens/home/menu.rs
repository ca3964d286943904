//! The menu: the screens that are not queues, in one row, or in as many as the width requires.

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::entries::{Entry, MenuItem, Opens, Section};
use crate::screens::Canvas;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{chip, tint};

impl MenuItem {
    fn entry(&self) -> Entry {
        Entry { section: Section::Menu, opens: Opens::Screen(self.action) }
    }

    /// ` 2  Browse`, with the mark in front; without the blank between them where room is short.
    fn spans(&self, is_marked: bool, is_short: bool, theme: &Theme) -> Vec<Span<'static>> {
        let sign = Span::styled(if is_marked { "▸" } else { " " }, theme.key);
        let blank = if is_short { "" } else { " " };
        let title = Span::styled(format!("{blank}{}", self.title), theme.text);
        let chip = (!self.key.is_empty()).then(|| chip(&self.key, theme));
        [Some(sign), chip, Some(title)].into_iter().flatten().collect()
    }

    fn width(&self, is_short: bool, theme: &Theme) -> u16 {
        cells(self.spans(false, is_short, theme).iter().map(Span::width).sum())
    }
}

/// The menu as it is laid out: its rows, each item with its column.
#[derive(Default)]
pub(super) struct Menu {
    rows: Vec<Vec<(MenuItem, u16, u16)>>,
    /// Whether the items are as short as they can be.
    is_short: bool,
    pub area: Rect,
}

impl Menu {
    /// Breaks the items into rows of this width; they are shortened if they do not fit one row.
    pub fn new(items: Vec<MenuItem>, width: u16, theme: &Theme) -> Self {
        let whole: u16 = items.iter().map(|item| item.width(false, theme) + 1).sum();
        let is_short = whole > width.saturating_add(1);
        let gap = u16::from(!is_short);
        let mut rows: Vec<Vec<(MenuItem, u16, u16)>> = Vec::new();
        let mut x: u16 = 0;
        for item in items {
            let own = item.width(is_short, theme);
            match rows.last_mut().filter(|_| x.saturating_add(own) <= width) {
                Some(row) => row.push((item, x, own)),
                None => {
                    x = 0;
                    rows.push(vec![(item, x, own)]);
                }
            }
            x = x.saturating_add(own + gap);
        }
        Menu { rows, is_short, area: Rect::default() }
    }

    pub fn rows(&self) -> u16 {
        cells(self.rows.len())
    }

    /// The rows that have room, with the area of each item.
    fn placed(&self) -> impl Iterator<Item = impl Iterator<Item = (&MenuItem, Rect)>> {
        self.rows.iter().zip(self.area.top()..self.area.bottom()).map(move |(row, y)| {
            row.iter().map(move |(item, x, width)| {
                let (x, width) = (self.area.x.saturating_add(*x), *width);
                (item, Rect { x, y, width, height: 1 }.intersection(self.area))
            })
        })
    }

    /// The entries, row by row.
    pub fn entries(&self) -> Vec<Vec<Entry>> {
        self.placed().map(|row| row.map(|(item, _)| item.entry()).collect()).collect()
    }

    /// The entry under a cell of the screen.
    pub fn entry_at(&self, at: Position) -> Option<Entry> {
        let mut all = self.placed().flatten();
        all.find(|(_, area)| area.contains(at)).map(|(item, _)| item.entry())
    }

    pub fn draw(&self, marked: &Entry, canvas: &mut Canvas<'_>, theme: &Theme) {
        for (item, area) in self.placed().flatten() {
            let is_marked = item.entry() == *marked;
            Line::from(item.spans(is_marked, self.is_short, theme)).render(area, canvas.buffer);
            if is_marked {
                tint(area, theme.selected, theme, canvas.buffer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    #[test]
    fn items_that_do_not_fit_a_row_are_in_the_next_one() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let rows = |width| {
            let item = |title| MenuItem { action: Action::OpenBrowse, key: "2".into(), title };
            let menu = Menu::new(["Browse", "Models", "Board"].map(item).into(), width, &theme);
            menu.rows.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!((rows(34), rows(29)), (vec![3], vec![3]), "shortened first");
        assert_eq!((rows(28), rows(3)), (vec![2, 1], vec![1, 1, 1]));
    }
}
