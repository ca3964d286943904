//! The progress of asking: finished passes, rate, cost and failures. Only on a terminal.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::visible::visible_line;

/// A line on standard error; hidden if that is not a terminal.
pub(super) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// A line that begins with a name.
    pub fn new(name: &str) -> Self {
        let bar = match io::stderr().is_terminal() {
            true => ProgressBar::new(0),
            false => ProgressBar::hidden(),
        };
        let template = "{prefix} {bar:24} {pos}/{len} {per_sec} {eta} left {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(visible_line(name).into_owned());
        ProgressLine(bar)
    }

    /// Shows the number of finished items and the total.
    pub fn show(
        &self,
        done: usize,
        total: usize,
        cost: Option<f64>,
        errors: &BTreeMap<&'static str, usize>,
    ) {
        self.0.set_length(total as u64);
        self.0.set_position(done as u64);
        let cost = cost.map(|cost| format!("cost {cost:.4}"));
        let errors = errors.iter().map(|(kind, count)| format!("{kind} {count}"));
        self.0.set_message(cost.into_iter().chain(errors).collect::<Vec<_>>().join(" · "));
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
