//! The list component: rows of which one is marked, with the keys, clicks, scrolling and drawing
//! that all lists share. The screen defines the content of a row and how it is opened.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::cells::cells;
use super::chrome::tint;
use super::scroll::{LIST_MOVES, TextWindow};
use super::table::TableLayout;
use super::wrap::{draw_line, draw_lines, styled_lines};
use crate::action::Action;
use crate::theme::Theme;
use assay_core::figures::table::Table;

/// A list on the screen: one row is marked and stays visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    marked: usize,
    /// The visible rows; one if the list was never laid out.
    window: TextWindow,
    area: Rect,
}

/// A visible row, for drawing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its position in the list, from 0.
    pub index: usize,
    /// Whether it is the marked one.
    pub is_marked: bool,
}

impl Row {
    /// The two cells that begin a row: an arrow before the marked one.
    pub fn sign(self, theme: &Theme) -> Span<'static> {
        Span::styled(if self.is_marked { "▸ " } else { "  " }, theme.key)
    }
}

impl List {
    /// A list of `len` rows, the first one marked.
    pub fn new(len: usize) -> Self {
        let mut list = List::default();
        list.set_len(len);
        list
    }

    /// Sets the number of rows; the marked one stays where it can.
    pub fn set_len(&mut self, len: usize) {
        self.window.fit(len, self.area.height.max(1));
        self.mark(self.marked);
    }

    /// Sets the number of rows and where they are drawn. Call it before each frame.
    pub fn lay_out(&mut self, len: usize, area: Rect) {
        self.area = area;
        self.set_len(len);
    }

    /// Where the rows are drawn.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// Columns of a row.
    pub fn width(&self) -> usize {
        usize::from(self.area.width)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.window.lines() == 0
    }

    /// The marked row; 0 in an empty list.
    pub fn marked(&self) -> usize {
        self.marked
    }

    /// Marks a row, the last one if there are fewer.
    pub fn mark(&mut self, row: usize) {
        self.marked = row.min(self.window.lines().saturating_sub(1));
        self.window.show(self.marked);
    }

    /// The visible rows.
    pub fn visible(&self) -> Range<usize> {
        self.window.visible()
    }

    /// The actions of a list screen: opening the marked row if there is one, the screen's own
    /// actions, moving.
    pub fn commands(&self, own: &[Action]) -> Vec<Action> {
        let open = (!self.is_empty()).then_some(Action::Confirm);
        open.into_iter().chain(own.iter().copied()).chain(LIST_MOVES).collect()
    }

    /// Does an action that moves the mark; others change nothing.
    pub fn act(&mut self, action: Action) {
        self.mark(self.window.moved(self.marked, action));
    }

    /// Marks the row that was clicked. Returns whether there is one: it is then opened.
    pub fn click(&mut self, at: Position) -> bool {
        let row = self.window.top() + usize::from(at.y.saturating_sub(self.area.y));
        let is_row = self.area.contains(at) && self.visible().contains(&row);
        if is_row {
            self.mark(row);
        }
        is_row
    }

    /// Draws the visible rows; the marked one is tinted over the whole width. Arrows in the column to
    /// the right say that there are more rows.
    pub fn draw(
        &self,
        theme: &Theme,
        buffer: &mut Buffer,
        mut line: impl FnMut(Row) -> Line<'static>,
    ) {
        self.draw_untinted(theme, buffer, &mut line);
        if self.visible().contains(&self.marked) {
            let y = self.area.y + cells(self.marked - self.window.top());
            tint(Rect { y, height: 1, ..self.area }, theme.selected, theme, buffer);
        }
    }

    fn draw_untinted(
        &self,
        theme: &Theme,
        buffer: &mut Buffer,
        line: &mut dyn FnMut(Row) -> Line<'static>,
    ) {
        let text = Rect { width: self.area.width.saturating_sub(1), ..self.area };
        self.window.hint().draw(text, None, theme, buffer);
        for (y, index) in (self.area.top()..self.area.bottom()).zip(self.visible()) {
            let row = Row { index, is_marked: index == self.marked() };
            draw_line(&line(row), Rect { y, height: 1, ..self.area }, buffer);
        }
    }

    /// Draws the visible rows of a table, whose first row is row `first` of the list, and its heads
    /// above them; of the marked row the cell at `cursor`, if there is one, is marked alone.
    pub fn draw_table(
        &self,
        (table, layout): (&Table, &TableLayout),
        first: usize,
        cursor: Option<usize>,
        theme: &Theme,
        buffer: &mut Buffer,
    ) {
        if let Some(mut head) = layout.head(table, theme) {
            head.spans.insert(0, Span::raw("  "));
            let place = Rect { y: self.area.y.saturating_sub(1), height: 1, ..self.area };
            draw_line(&head, place, buffer);
        }
        let mut line = |row: Row| {
            let cells = row.index.checked_sub(first).and_then(|at| table.rows.get(at));
            let selected = cursor.filter(|_| row.is_marked);
            let line = cells.map(|cells| layout.row(cells, table, selected, theme));
            let mut line = line.unwrap_or_default();
            line.spans.insert(0, row.sign(theme));
            line
        };
        match cursor {
            Some(_) => self.draw_untinted(theme, buffer, &mut line),
            None => self.draw(theme, buffer, line),
        }
    }

    /// Draws a text in place of the rows: why there is none.
    pub fn draw_empty(&self, words: &str, theme: &Theme, buffer: &mut Buffer) {
        let width = self.area.width.saturating_sub(4);
        let lines = styled_lines(words, usize::from(width), theme.dim);
        draw_lines(&lines, Rect { x: self.area.x + 2, width, ..self.area }, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use proptest::prelude::*;
    use ratatui::style::Style;

    #[test]
    fn a_list_can_be_opened_before_its_first_frame_but_not_while_it_is_empty() {
        assert_eq!(List::new(0).commands(&[Action::Back])[0], Action::Back);
        let mut list = List::new(3);
        assert_eq!(list.commands(&[Action::Back])[..2], [Action::Confirm, Action::Back]);
        list.act(Action::Down);
        assert_eq!(list.marked(), 1);
        list.set_len(1);
        assert_eq!(list.marked(), 0);
    }

    #[test]
    fn a_click_marks_a_row_and_opens_it_and_beside_the_rows_it_does_nothing() {
        let mut list = List::default();
        list.lay_out(2, Rect::new(0, 2, 10, 3));
        assert!(list.click(Position::new(4, 3)));
        assert_eq!(list.marked(), 1);
        assert!(!list.click(Position::new(4, 4)), "below the last row");
        assert!(!list.click(Position::new(4, 5)), "below the list");
        assert_eq!(list.marked(), 1);
    }

    #[test]
    fn only_the_visible_rows_are_drawn() {
        let mut list = List::default();
        list.lay_out(9, Rect::new(0, 0, 4, 2));
        list.act(Action::Last);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 3));
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        list.draw(&theme, &mut buffer, |row| {
            let sign = if row.is_marked { "▸" } else { " " };
            Line::raw(format!("{sign}{}", row.index))
        });
        let mut drawn = Buffer::with_lines([" 7  ", "▸8  ", "    "]);
        drawn.set_style(Rect::new(0, 1, 4, 1), Style::new().reversed());
        assert_eq!(buffer, drawn);
    }

    proptest! {
        #[test]
        fn the_marked_row_is_always_in_sight(
            moves in prop::collection::vec(0usize..8, 0..40), len in 1usize..60, rows in 1u16..20,
            later_len in 1usize..60, later_rows in 1u16..20,
        ) {
            let mut list = List::default();
            list.lay_out(len, Rect::new(0, 0, 1, rows));
            for &at in &moves {
                list.act(LIST_MOVES[at]);
                prop_assert!(list.visible().contains(&list.marked()));
            }
            list.lay_out(later_len, Rect::new(0, 0, 1, later_rows));
            prop_assert!(list.visible().contains(&list.marked()));
            prop_assert_eq!(list.visible().len(), later_len.min(usize::from(later_rows)));
        }
    }
}
