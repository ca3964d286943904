//! Progress as bars of cells, with numbers: the bar alone is not enough.

use ratatui::text::Line;

pub use super::scale::{bar, scale};
use super::table::table_lines;
use crate::messages::text;
use crate::theme::Theme;
use assay_core::figures::table::{Meaning, Table};

/// A line `label ━━━━─── 12 of 30`. The glyphs leave a gap between the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The label of the counted items.
    pub label: String,
    /// How many are done.
    pub done: usize,
    pub total: usize,
}

/// A cell for each of the counts, filled from below up to that of `busiest`: `▁▁▄▇`.
pub fn sparkline(counts: &[usize], busiest: usize) -> String {
    // Not the whole cell, so that rows do not touch.
    const STEPS: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    let step = |&count: &usize| (6 * count).div_ceil(busiest.max(1)).min(6);
    counts.iter().map(|count| STEPS[step(count)]).collect()
}

/// A line with a mark at a position, from 1: `──━─────` for 3 of 8. If there are more positions
/// than cells, several share one.
pub fn position_line(at: usize, of: usize, longest: usize) -> String {
    let length = of.clamp(1, longest.max(1));
    let mark = (at.saturating_sub(1) * length).checked_div(of).unwrap_or(0).min(length - 1);
    format!("{}━{}", "─".repeat(mark), "─".repeat(length - mark - 1))
}

/// Bars below each other. A name is more important than the length of a bar.
pub fn bar_lines(bars: &[Bar], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let count = |bar: &Bar| text!("progress-of", decided = bar.done, total = bar.total);
    let table = Table::over(bars)
        .text("", |bar| &bar.label)
        .least(12)
        .bar(40, |bar| (bar.done, bar.total))
        .text("", |bar| (Meaning::Dim, count(bar)))
        .table();
    table_lines(&table, width, theme)
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
        let narrow = lines(55);
        assert_eq!(narrow[0], "Fine-grained perception, single instance ━━─── 12 of 30");
        assert_eq!(narrow[1].find('─'), Some("Fine-grained perception, single instance ".len()));
        assert!(
            lines(50)[0].starts_with("Fine-grained perception, single ins…"),
            "{:?}",
            lines(50)
        );
    }

    #[test]
    fn a_day_with_any_work_is_higher_than_one_without() {
        assert_eq!(sparkline(&[0, 1, 50, 100], 100), "▁▂▄▇");
        assert_eq!(sparkline(&[0, 0], 0), "▁▁");
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
