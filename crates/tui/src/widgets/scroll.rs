//! Scrolling: which lines of a text are visible.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::cells::cells;
use super::scroll_hint::ScrollHint;
use super::wrap::draw_lines;
use crate::action::Action;

/// A window over the lines of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextWindow {
    top: usize,
    rows: usize,
    lines: usize,
}

impl TextWindow {
    /// Sets the number of lines and of the rows that show them.
    pub fn fit(&mut self, lines: usize, rows: u16) {
        self.lines = lines;
        self.rows = usize::from(rows);
        self.top = self.top.min(self.last_top());
    }

    /// The first visible line.
    pub fn top(&self) -> usize {
        self.top
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The visible lines.
    pub fn visible(&self) -> Range<usize> {
        self.top..(self.top + self.rows).min(self.lines)
    }

    /// Draws the visible lines.
    pub fn draw(&self, lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
        draw_lines(lines.get(self.top..).unwrap_or_default(), area, buffer);
    }

    /// Scrolls to a line.
    pub fn show(&mut self, line: usize) {
        // A window that was never drawn has no rows.
        let lowest = (line + 1).saturating_sub(self.rows.max(1));
        self.top = self.top.clamp(lowest, line).min(self.last_top());
    }

    /// Does an action that scrolls; others change nothing.
    pub fn act(&mut self, action: Action) {
        self.top = self.moved(self.top, action).min(self.last_top());
    }

    /// A position after an action that moves, which may be beyond the last line; the same after others.
    pub fn moved(&self, position: usize, action: Action) -> usize {
        let page = self.rows.saturating_sub(1).max(1);
        match action {
            Action::ScrollUp | Action::Up => position.saturating_sub(1),
            Action::ScrollDown | Action::Down => position + 1,
            Action::PageUp => position.saturating_sub(page),
            Action::PageDown => position + page,
            Action::First => 0,
            Action::Last => self.lines,
            _ => position,
        }
    }

    /// The position in the text, for instance `40%`; `None` if everything is visible.
    pub fn how_far(&self) -> Option<String> {
        let seen = self.visible().end;
        (self.lines > self.rows).then(|| format!("{}%", seen * 100 / self.lines))
    }

    /// Whether lines are hidden above and below.
    pub fn hint(&self) -> ScrollHint {
        ScrollHint::new(self.top, cells(self.rows), self.lines)
    }

    fn last_top(&self) -> usize {
        self.lines.saturating_sub(self.rows)
    }
}

/// The actions that move the mark in a list.
pub const LIST_MOVES: [Action; 8] = [
    Action::Up,
    Action::Down,
    Action::ScrollUp,
    Action::ScrollDown,
    Action::PageUp,
    Action::PageDown,
    Action::First,
    Action::Last,
];

/// The actions that scroll a text.
pub const TEXT_MOVES: [Action; 6] = {
    let [_up, _down, moves @ ..] = LIST_MOVES;
    moves
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_scrolls_to_its_last_page_and_no_further() {
        let mut window = TextWindow::default();
        window.fit(30, 10);
        window.act(Action::Last);
        assert_eq!((window.top(), window.how_far().as_deref()), (20, Some("100%")));
        window.act(Action::PageDown);
        assert_eq!(window.top(), 20);
    }

    #[test]
    fn a_window_that_was_never_drawn_shows_any_line() {
        let mut window = TextWindow::default();
        window.show(3);
        window.fit(10, 0);
        window.show(7);
        assert_eq!(window.top(), 7);
    }
}
