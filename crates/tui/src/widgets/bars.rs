//! Progress as bars of cells, with numbers: the bar alone is not enough.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::wrap::{cut, padded};
use crate::messages::text;
use crate::theme::Theme;

/// A line `label ━━━━─── 12 of 30`. The glyphs leave a gap between the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The label of the counted items.
    pub label: String,
    /// How many are done.
    pub done: usize,
    pub total: usize,
}

/// The longest and the shortest bar.
const BAR: (usize, usize) = (40, 4);
/// Columns between label, bar and numbers, and behind them.
const GAPS: usize = 5;

/// A line with a mark at a position, from 1: `──━─────` for 3 of 8. If there are more positions
/// than cells, several share one.
pub fn position_line(at: usize, of: usize, longest: usize) -> String {
    let length = of.clamp(1, longest.max(1));
    let mark = (at.saturating_sub(1) * length).checked_div(of).unwrap_or(0).min(length - 1);
    format!("{}━{}", "─".repeat(mark), "─".repeat(length - mark - 1))
}

/// Bars below each other. A name is more important than the length of a bar.
pub fn bar_lines(bars: &[Bar], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let count = |bar: &Bar| cut(&text!("progress-of", decided = bar.done, total = bar.total), 12);
    let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0);
    let counts = widest(&mut bars.iter().map(|bar| count(bar).width()));
    let room = width.saturating_sub(counts + GAPS);
    let longest = widest(&mut bars.iter().map(|bar| bar.label.width()));
    let label_width = longest.min(room.saturating_sub(BAR.1));
    let bar_width = room.saturating_sub(label_width).min(BAR.0);
    let line = |bar: &Bar| {
        let filled = (bar_width * bar.done).checked_div(bar.total).unwrap_or(0);
        Line::from(vec![
            Span::styled(padded(&bar.label, label_width) + "  ", theme.text),
            Span::styled("━".repeat(filled), theme.bar),
            Span::styled("─".repeat(bar_width - filled), theme.border),
            Span::styled(format!("  {}", count(bar)), theme.dim),
        ])
    };
    bars.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    fn lines(width: usize) -> Vec<String> {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let bar = |label: &str, done| Bar { label: label.into(), done, total: 30 };
        let bars = [bar("Fine-grained perception, single instance", 12), bar("Logic", 0)];
        bar_lines(&bars, width, &theme).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_name_is_whole_where_a_short_bar_fits_beside_it() {
        let narrow = lines(58);
        assert_eq!(narrow[0], "Fine-grained perception, single instance  ━━───  12 of 30");
        assert_eq!(narrow[1].find('─'), Some("Fine-grained perception, single instance  ".len()));
        assert!(lines(50)[0].starts_with("Fine-grained perception, single …"), "{:?}", lines(50));
    }

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
