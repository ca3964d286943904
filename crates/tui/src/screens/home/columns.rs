//! A column of the home screen: its sections, one below the other, in a frame that has the heading of the
//! first one.

use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::entries::Entry;
use crate::action::Action;
use crate::screens::Canvas;
use crate::theme::Theme;
use crate::widgets::chrome::{draw_frame, tint};
use crate::widgets::scroll::TextWindow;
use crate::widgets::scroll_hint::MARGIN;
use crate::widgets::wrap::draw_line;

/// A line, and the entry that it belongs to, if any.
pub(super) type HomeLine = (Line<'static>, Option<Entry>);

/// Lines under a heading.
pub(super) struct Section {
    pub heading: String,
    pub lines: Vec<HomeLine>,
}

impl Section {
    /// Lines that open nothing.
    pub fn plain(heading: &str, lines: impl IntoIterator<Item = Line<'static>>) -> Self {
        let lines = lines.into_iter().map(|line| (line, None)).collect();
        Section { heading: heading.to_owned(), lines }
    }
}

/// The cells of a row that lines do not have: the frame, a space on its left, the scroll hint.
pub(super) const AROUND: u16 = 3 + MARGIN;

/// Visible lines, one below the other.
pub(super) struct Column {
    title: String,
    lines: Vec<HomeLine>,
    outer: Rect,
    area: Rect,
    window: TextWindow,
}

impl Column {
    /// Sections with a line between them; those without lines are left out. `None` if all are.
    pub fn new(sections: Vec<Section>, theme: &Theme) -> Option<Self> {
        let mut sections = sections.into_iter().filter(|section| !section.lines.is_empty());
        let Section { heading: title, mut lines } = sections.next()?;
        for Section { heading, lines: more } in sections {
            lines.push((Line::default(), None));
            lines.push((Line::styled(heading, theme.heading), None));
            lines.extend(more);
        }
        let (outer, window) = (Rect::default(), TextWindow::default());
        Some(Column { title, lines, outer, area: outer, window })
    }

    /// The rows that it needs, frame included.
    pub fn rows(&self) -> usize {
        self.lines.len() + 2
    }

    /// Sets the area, and scrolls to the marked entry, and further by this many pages.
    pub fn fit(&mut self, outer: Rect, marked: &Entry, pages: usize) {
        self.outer = outer;
        self.area = Rect {
            x: outer.x + 2.min(outer.width),
            y: outer.y + 1.min(outer.height),
            width: outer.width.saturating_sub(AROUND),
            height: outer.height.saturating_sub(2),
        };
        self.window.fit(self.lines.len(), self.area.height);
        self.show(marked);
        (0..pages).for_each(|_| self.window.act(Action::PageDown));
    }

    /// Whether there are lines below those on the screen.
    pub fn goes_on(&self) -> bool {
        self.window.visible().end < self.lines.len()
    }

    fn show(&mut self, marked: &Entry) {
        let is_marked = |(_, entry): &HomeLine| entry.as_ref() == Some(marked);
        let Some(first) = self.lines.iter().position(is_marked) else { return };
        let last = self.lines.iter().rposition(is_marked).unwrap_or(first);
        let is_last = self.lines[last + 1..].iter().all(|(_, entry)| entry.is_none());
        self.window.show(if is_last { self.lines.len() - 1 } else { last });
        if first < self.window.top() {
            self.window.show(first);
        }
    }

    /// The entries, from above.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> =
            self.lines.iter().filter_map(|(_, one)| one.clone()).collect();
        entries.dedup();
        entries
    }

    /// The entry under a cell of the screen.
    pub fn entry_at(&self, at: Position) -> Option<Entry> {
        let row = self.area.contains(at).then(|| usize::from(at.y - self.area.y))?;
        self.lines.get(self.window.top() + row)?.1.clone()
    }

    pub fn draw(&self, marked: &Entry, canvas: &mut Canvas<'_>, theme: &Theme) {
        draw_frame(&self.title, self.outer, theme.border, theme, canvas.buffer);
        let visible = self.lines[self.window.visible()].iter();
        let mut is_first = true;
        for ((line, entry), y) in visible.zip(self.area.top()..) {
            let row = Rect { y, height: 1, ..self.area };
            draw_line(line, row, canvas.buffer);
            if entry.as_ref() == Some(marked) {
                if std::mem::take(&mut is_first) {
                    canvas.buffer.set_string(row.x, y, "▸", theme.key);
                }
                let whole = Rect { x: self.outer.x + 1, width: row.width + AROUND - 2, ..row };
                tint(whole, theme.selected, theme, canvas.buffer);
            }
        }
        self.window.hint().draw(self.area, None, theme, canvas.buffer);
    }
}
