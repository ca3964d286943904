//! Progress as bars of cells, with the numbers beside them: the bar alone is not enough.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::wrap::cut;
use crate::tui::theme::Theme;

/// A line `label ████░░░ 12 of 30`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What is counted.
    pub label: String,
    /// How many are done.
    pub done: usize,
    /// Of how many.
    pub total: usize,
}

/// Draws bars below each other as far as the area reaches.
pub fn draw_bars(bars: &[Bar], area: Rect, theme: &Theme, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let longest = bars.iter().map(|bar| bar.label.width()).max().unwrap_or(0);
    let label_width = longest.min(width / 2);
    let bar_width = width.saturating_sub(label_width + 16).min(40);
    for (row, bar) in bars.iter().take(usize::from(area.height)).enumerate() {
        let y = area.y + row as u16;
        buffer.set_string(area.x, y, cut(&bar.label, label_width), theme.text);
        let filled = (bar_width * bar.done).checked_div(bar.total).unwrap_or(0);
        let x = area.x + label_width as u16 + 2;
        buffer.set_string(x, y, "█".repeat(filled), theme.bar);
        buffer.set_string(x + filled as u16, y, "░".repeat(bar_width - filled), theme.border);
        let count = format!("{} of {}", bar.done, bar.total);
        buffer.set_string(x + bar_width as u16 + 2, y, cut(&count, 12), theme.dim);
    }
}
