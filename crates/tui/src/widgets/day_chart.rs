//! What was decided on each of the last days: a column for each day, with its count above and its date below.

use chrono::{Days, NaiveDate};
use ratatui::layout::Size;
use ratatui::text::{Line, Span};

use super::cells::share;
use super::wrap::cut;
use crate::messages::text;
use crate::theme::Theme;

/// A column without its gap, at its narrowest and widest.
const NARROWEST: u16 = 3;
const WIDEST: u16 = 11;
/// Rows of the columns.
const LOWEST: u16 = 3;
const HIGHEST: u16 = 16;
/// The heading, the counts above the highest column, the dates.
const AROUND: u16 = 3;
/// From this width of a column on, dates have the month.
const WITH_MONTH: u16 = 5;
/// The rows of a cell, from below.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The chart with its heading; empty without room. `last` is the date of the last of the days. Where
/// they are too many for the width, the first ones are left out.
pub fn day_chart(days: &[usize], last: NaiveDate, size: Size, theme: &Theme) -> Vec<Line<'static>> {
    let shown = usize::from(size.width / (NARROWEST + 1)).min(days.len());
    let height = size.height.saturating_sub(AROUND).min(HIGHEST);
    if shown < days.len() / 2 || shown == 0 || height < LOWEST {
        return Vec::new();
    }
    let days = &days[days.len() - shown..];
    let column = share(size.width, 1, u16::try_from(shown).unwrap_or(u16::MAX)) - 1;
    let column = usize::from(column.min(WIDEST));
    let busiest = days.iter().copied().max().unwrap_or(0).max(1);
    let eighths = |count: usize| (count * usize::from(height) * 8).div_ceil(busiest);
    let cell = |count: usize, row: usize| {
        // The count is in the row above the last one that has a part of the column.
        if row == eighths(count).div_ceil(8) {
            return Span::styled(centred(&count.to_string(), column), theme.dim);
        }
        let filled = eighths(count).saturating_sub(8 * row).min(8);
        Span::styled(EIGHTHS[filled].repeat(column) + " ", theme.bar)
    };
    let row = |row: usize| days.iter().map(|&count| cell(count, row)).collect::<Line>();
    let form = if column >= usize::from(WITH_MONTH) { "%m-%d" } else { "%d" };
    let date = |before: usize| {
        let date = last.checked_sub_days(Days::new(before as u64)).unwrap_or(last);
        Span::styled(centred(&date.format(form).to_string(), column), theme.faint)
    };
    let dates: Line = (0..shown).rev().map(date).collect();
    let heading = text!("day-chart", days = shown);
    let heading = Line::styled(cut(&heading, usize::from(size.width)), theme.heading);
    let rows = (0..=usize::from(height)).rev().map(row);
    std::iter::once(heading).chain(rows).chain([dates]).collect()
}

/// Words in the middle of a column, with the gap behind it.
fn centred(words: &str, column: usize) -> String {
    format!("{words:^column$} ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    fn chart(days: &[usize], width: u16, height: u16) -> Vec<String> {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let last = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
        let lines = day_chart(days, last, Size { width, height }, &theme);
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn a_day_has_its_count_above_its_column_and_its_date_below() {
        let lines = chart(&[0, 6, 12], 18, 7);
        let expected = [
            "             12",
            "            █████",
            "        6   █████",
            "      █████ █████",
            "  0   █████ █████",
            "02-27 02-28 03-01",
        ];
        assert_eq!(lines[1..], expected);
    }

    #[test]
    fn where_there_is_no_room_for_half_of_the_days_there_is_no_chart() {
        assert!(chart(&[1; 14], 27, 20).is_empty() && chart(&[1; 14], 80, 5).is_empty());
        let week = chart(&[1; 14], 28, 20);
        assert_eq!(week.last().unwrap().split_whitespace().count(), 7, "{week:?}");
        assert!(week.iter().all(|line| line.chars().count() <= 28));
    }
}
