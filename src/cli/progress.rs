//! The progress of long work: finished items and rate, and of asking cost and failures. Only on a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::infer::Report;
use crate::visible::visible_line;

/// A line on standard error.
pub(super) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// A line that begins with a name.
    pub fn new(name: &str) -> Self {
        let bar = progress_bar("{prefix} {bar:24} {pos}/{len} {per_sec} {eta} left {msg}");
        bar.set_prefix(visible_line(name).into_owned());
        ProgressLine(bar)
    }

    /// Shows the number of finished items, the total, and what else there is to say.
    pub fn show(&self, done: usize, total: usize, notes: impl IntoIterator<Item = String>) {
        self.0.set_length(total as u64);
        self.0.set_position(done as u64);
        self.0.set_message(notes.into_iter().collect::<Vec<_>>().join(" · "));
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// A bar on standard error; hidden if that is not a terminal.
pub(super) fn progress_bar(template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Asks a model, with a line that shows the progress as long as it lasts.
pub(super) fn with_progress<T>(name: &str, ask: impl FnOnce(Report<'_>) -> T) -> T {
    let line = ProgressLine::new(name);
    let result = ask(&mut |done, total, spent| {
        let cost = spent.cost.map(|cost| format!("cost {cost:.4}"));
        let errors = spent.errors.iter().map(|(kind, count)| format!("{kind} {count}"));
        line.show(done, total, cost.into_iter().chain(errors));
    });
    line.finish();
    result
}
