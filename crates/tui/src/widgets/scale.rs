//! The one kind of bar, and its scale.

use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use crate::theme::Theme;

/// `━━━╸──` in `cells` cells; unlike blocks, the lines leave a gap between rows.
pub fn bar(part: usize, whole: usize, cells: usize, theme: &Theme) -> [Span<'static>; 2] {
    let filled = (2 * cells * part + whole / 2).checked_div(whole).unwrap_or(0).min(2 * cells);
    let (full, half) = (filled / 2, filled % 2);
    [
        Span::styled(format!("{}{}", "━".repeat(full), "╸".repeat(half)), theme.bar),
        Span::styled("─".repeat(cells - full - half), theme.border),
    ]
}

/// What the ends of a bar of `cells` cells mean: `0    100 %`; empty if it does not fit.
pub fn scale(last: &str, cells: usize) -> String {
    let room = cells.saturating_sub(1);
    if room > last.width() {
        format!("0{}{last}", " ".repeat(room - last.width()))
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_names_both_ends_of_its_bar_or_nothing() {
        assert_eq!(
            (scale("100 %", 12).as_str(), scale("100 %", 7).as_str()),
            ("0      100 %", "0 100 %")
        );
        assert_eq!(scale("100 %", 6), "");
    }
}
