//! The terminal outside of tmux, as tmux knows it.

use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::tui::picture::ColourDepth;

/// A tmux that does not answer at once is done without.
const PATIENCE: Duration = Duration::from_millis(250);
const FORMAT: &str = "#{client_termtype}\t#{allow-passthrough}\t#{client_termfeatures}";

/// What tmux says about the terminal that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outer {
    name: String,
    lets_pass: bool,
    features: String,
}

/// Asks tmux about its terminal; `None` if it cannot say. Nothing is changed in it: whether pictures
/// may pass (`allow-passthrough`) is its user's choice.
pub(super) fn outer_terminal() -> Option<Outer> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let output = Command::new("tmux")
            .args(["display-message", "-p", FORMAT])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let _ = send.send(output);
    });
    let output = receive.recv_timeout(PATIENCE).ok()?.ok()?;
    Outer::of_line(String::from_utf8_lossy(&output.stdout).trim_end_matches('\n'))
}

impl Outer {
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        Some(Outer {
            name: fields.next()?.into(),
            lets_pass: matches!(fields.next()?, "on" | "all"),
            features: fields.next()?.into(),
        })
    }

    /// Colours that reach the outer terminal.
    pub(super) fn colours(&self) -> ColourDepth {
        let rgb = self.features.split(',').any(|feature| feature == "RGB");
        if rgb { ColourDepth::True } else { ColourDepth::TwoHundredFiftySix }
    }

    /// Whether kitty pictures would pass and be drawn. Their numbers are 24-bit colours.
    pub(super) fn draws_placeholders(&self) -> bool {
        self.lets_pass
            && self.colours() == ColourDepth::True
            && super::draws_placeholders(&self.name)
    }
}
