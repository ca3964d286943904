//! Shares in per cent, with their intervals.

use crate::messages::text;
use assay_core::figures::percent_number;
use assay_core::figures::table::Columns;
use assay_core::score::comparison::Share;
use assay_core::statistics::Statistic;

/// `86.7`, in per cent; a dash if it is undefined.
pub fn percent(share: &Statistic) -> String {
    share.value().map_or_else(|| "-".to_owned(), percent_number)
}

/// `75.8–93.1`, in per cent; empty if it is undefined.
pub fn interval(share: &Statistic) -> String {
    let interval = |(low, high)| format!("{}–{}", percent_number(low), percent_number(high));
    share.ci95().map(interval).unwrap_or_default()
}

/// The probability of chance; a small one is not printed as zero.
pub fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

/// A figure in full: value, interval, n, or why there is none.
pub fn in_full(of: &Statistic) -> String {
    match of {
        Statistic::Undefined { because, n } => {
            text!("agreement-undefined", because, n)
        }
        Statistic::Defined { value, n, ci95, .. } => {
            let interval = ci95.map(|(low, high)| {
                let [low, high] = [low, high].map(|end| format!("{end:.3}"));
                text!("agreement-interval", low, high)
            });
            format!("{value:.3}{}  n {n}", interval.unwrap_or_default())
        }
    }
}

/// One cell, filled from below, at most to seven eighths, so that rows do not touch; the figure is
/// next to it.
pub fn small_bar(share: Share) -> char {
    const STEPS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    let step = (7 * share.correct + share.counted / 2).checked_div(share.counted).unwrap_or(0);
    STEPS[step.min(7)]
}

/// Adds a share to a table: in per cent, and as a bar of at most `longest` cells.
pub fn with_share<R: Copy>(
    columns: Columns<R>,
    head: &str,
    longest: usize,
    share: impl Fn(R) -> Share,
) -> Columns<R> {
    columns.number(head, |row| percent(&share(row).statistic())).bar(longest, |row| {
        let Share { correct, counted } = share(row);
        (correct, counted)
    })
}
