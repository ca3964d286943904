//! A column of the home screen: its visible sections, one below the other.

use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::widgets::scroll::TextWindow;

/// A line, and the position of its entry if it has one.
pub(super) type HomeLine = (Line<'static>, Option<usize>);

/// Visible lines, one below the other.
pub(super) struct Column {
    pub lines: Vec<Line<'static>>,
    /// The entry of each line, if it has one.
    entries: Vec<Option<usize>>,
    pub area: Rect,
    pub window: TextWindow,
}

impl Column {
    /// Sections with a line between them.
    pub fn new(sections: Vec<Vec<HomeLine>>, area: Rect) -> Self {
        let sections: Vec<_> = sections.into_iter().filter(|one| !one.is_empty()).collect();
        let lines = sections.join(&(Line::default(), None));
        let (lines, entries): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        let mut window = TextWindow::default();
        window.fit(lines.len(), area.height);
        Column { lines, entries, area, window }
    }

    /// Scrolls to the marked entry; the first and the last one with the lines around them.
    pub fn show(&mut self, marked: usize) {
        let Some(line) = self.entries.iter().position(|entry| *entry == Some(marked)) else {
            return;
        };
        let is_last = self.entries[line + 1..].iter().all(Option::is_none);
        self.window.show(if is_last { self.lines.len() - 1 } else { line + 1 });
        if line < self.window.top() {
            self.window.show(line);
        }
    }

    /// The entry under a cell of the screen.
    pub fn entry_at(&self, at: Position) -> Option<usize> {
        let row = self.area.contains(at).then(|| usize::from(at.y - self.area.y))?;
        *self.entries.get(self.window.top() + row)?
    }
}
