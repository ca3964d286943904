//! A column of the home screen: its visible sections, one below the other.

use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::lines::HomeLine;
use crate::widgets::scroll::TextWindow;

/// Visible lines, one below the other.
pub(super) struct Column {
    pub lines: Vec<HomeLine>,
    pub area: Rect,
    pub window: TextWindow,
}

impl Column {
    /// Sections with a line between them.
    pub fn new(sections: Vec<Vec<HomeLine>>, area: Rect) -> Self {
        let mut lines: Vec<HomeLine> = Vec::new();
        for section in sections.into_iter().filter(|section| !section.is_empty()) {
            if !lines.is_empty() {
                lines.push(Line::default().into());
            }
            lines.extend(section);
        }
        let mut window = TextWindow::default();
        window.fit(lines.len(), area.height);
        Column { lines, area, window }
    }

    /// Scrolls to the marked entry; the first and the last one with the lines around them.
    pub fn show(&mut self, marked: usize) {
        let Some(line) = self.lines.iter().position(|line| line.entry == Some(marked)) else {
            return;
        };
        let is_last = self.lines[line + 1..].iter().all(|line| line.entry.is_none());
        self.window.show(if is_last { self.lines.len() - 1 } else { line + 1 });
        if line < self.window.top() {
            self.window.show(line);
        }
    }

    /// The entry under a cell of the screen.
    pub fn entry_at(&self, at: Position) -> Option<usize> {
        let row = self.area.contains(at).then(|| usize::from(at.y - self.area.y))?;
        self.lines.get(self.window.top() + row)?.entry
    }
}
