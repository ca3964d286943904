//! A share of questions as figure, interval and bar.

use ratatui::text::Span;

use crate::theme::Theme;
use assay_core::score::comparison::Share;
use assay_core::statistics::wilson95;

/// ` 75.8–93.1`, Wilson's interval.
pub const INTERVAL: usize = 12;

/// ` 86.7`, in per cent; a dash if the count is zero.
pub fn figure(share: Share) -> String {
    share.accuracy().map_or_else(|| format!("{:>5}", "-"), |x| format!("{:5.1}", 100.0 * x))
}

/// `75.8–93.1`, in per cent.
pub fn interval(share: Share) -> String {
    let shown = wilson95(share.correct, share.counted)
        .map(|(low, high)| format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high));
    format!("{:<INTERVAL$}", shown.unwrap_or_default())
}

/// `━━━╸──` in `cells` cells; unlike blocks, the lines leave a gap between rows.
pub fn bar(share: Share, cells: usize, theme: &Theme) -> [Span<'static>; 2] {
    let filled = (2 * cells * share.correct + share.counted / 2).checked_div(share.counted);
    let (whole, half) = filled.map_or((0, 0), |filled| (filled / 2, filled % 2));
    let rest = cells.saturating_sub(whole + half);
    [
        Span::styled(format!("{}{}", "━".repeat(whole), "╸".repeat(half)), theme.bar),
        Span::styled("─".repeat(rest), theme.border),
    ]
}

/// One cell, filled from below, at most to seven eighths, so that rows do not touch; the figure is
/// next to it.
pub fn small_bar(share: Share) -> char {
    const STEPS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    let step = (7 * share.correct + share.counted / 2).checked_div(share.counted).unwrap_or(0);
    STEPS[step.min(7)]
}
