//! Progress as bars of cells, with the numbers beside them: the bar alone is not enough.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::wrap::cut;
use crate::tui::messages::text;
use crate::tui::theme::Theme;

/// A line `label ━━━━─── 12 of 30`. The glyphs leave a gap between the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What is counted.
    pub label: String,
    /// How many are done.
    pub done: usize,
    /// Of how many.
    pub total: usize,
}

/// A line with a mark at a position, from 1: `──━─────` for 3 of 8. Where there are more positions than
/// cells, several share one.
pub fn position_line(at: usize, of: usize, longest: usize) -> String {
    let length = of.clamp(1, longest.max(1));
    let mark = (at.saturating_sub(1) * length).checked_div(of).unwrap_or(0).min(length - 1);
    format!("{}━{}", "─".repeat(mark), "─".repeat(length - mark - 1))
}

/// Bars below each other.
pub fn bar_lines(bars: &[Bar], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let longest = bars.iter().map(|bar| bar.label.width()).max().unwrap_or(0);
    let label_width = longest.min(width / 2);
    let bar_width = width.saturating_sub(label_width + 16).min(40);
    let line = |bar: &Bar| {
        let label = cut(&bar.label, label_width);
        let space = " ".repeat(label_width - label.width() + 2);
        let filled = (bar_width * bar.done).checked_div(bar.total).unwrap_or(0);
        let count = text!("progress-of", decided = bar.done, total = bar.total);
        Line::from(vec![
            Span::styled(format!("{label}{space}"), theme.text),
            Span::styled("━".repeat(filled), theme.bar),
            Span::styled("─".repeat(bar_width - filled), theme.border),
            Span::styled(format!("  {}", cut(&count, 12)), theme.dim),
        ])
    };
    bars.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_marked_at_its_place_and_the_ends_are_the_ends() {
        assert_eq!(position_line(3, 8, 16), "──━─────");
        assert_eq!((position_line(1, 1, 16), position_line(0, 0, 4)), ("━".into(), "━".into()));
        assert_eq!(
            (position_line(1, 80, 4), position_line(80, 80, 4)),
            ("━───".into(), "───━".into())
        );
    }
}
