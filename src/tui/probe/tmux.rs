//! The terminal outside of tmux, as tmux describes it.

use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::tui::messages::text;
use crate::tui::picture::ColourDepth;

/// A tmux that takes longer than this to answer is ignored.
const PATIENCE: Duration = Duration::from_millis(250);
const FORMAT: &str = "#{client_termtype}\t#{allow-passthrough}\t#{client_termfeatures}";
/// Lists what tmux knows of the terminals it is shown on, as `tmux info` does.
const TERMINALS: [&str; 2] = ["show-messages", "-T"];

/// What tmux reports about the terminal that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outer {
    name: String,
    lets_pass: bool,
    rgb: bool,
}

/// Asks tmux about its terminal; `None` if it cannot say. Nothing is changed in it: whether pictures
/// may pass (`allow-passthrough`) is its user's choice.
pub(super) fn outer_terminal() -> Option<Outer> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let output = Command::new("tmux")
            .args(["display-message", "-p", FORMAT, ";"])
            .args(TERMINALS)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let _ = send.send(output);
    });
    let output = receive.recv_timeout(PATIENCE).ok()?.ok()?;
    Outer::parse(&String::from_utf8_lossy(&output.stdout))
}

impl Outer {
    pub(super) fn parse(output: &str) -> Option<Self> {
        let (first, terminals) = output.split_once('\n').unwrap_or((output, ""));
        let mut fields = first.split('\t');
        let name = fields.next()?.to_owned();
        // tmux 3.3 writes 1, later ones the word.
        let lets_pass = matches!(fields.next()?, "1" | "on" | "all");
        let feature = fields.next()?.split(',').any(|feature| feature == "RGB");
        Some(Outer { name, lets_pass, rgb: feature || terminals.lines().any(says_24_bits) })
    }

    /// Colours that reach the outer terminal; tmux thins out what is more.
    pub(super) fn colours(&self) -> ColourDepth {
        if self.rgb { ColourDepth::True } else { ColourDepth::TwoHundredFiftySix }
    }

    /// Whether tmux knows its terminal. Just after a client has attached it does not yet.
    pub(super) fn is_named(&self) -> bool {
        !self.name.is_empty()
    }

    /// The first condition that is missing for pictures.
    pub(super) fn why_no_pictures(&self) -> String {
        if !self.is_named() {
            text!("pictures-tmux-names-no-terminal").into()
        } else if !super::draws_placeholders(&self.name) {
            text!("pictures-tmux-no-placeholders", name = self.name)
        } else if !self.lets_pass {
            text!("pictures-tmux-blocks").into()
        } else if !self.rgb {
            text!("pictures-tmux-no-colours").into()
        } else {
            text!("pictures-tmux-terminal-silent").into()
        }
    }

    /// Whether kitty pictures would pass and be drawn. Their numbers are 24-bit colours.
    pub(super) fn draws_placeholders(&self) -> bool {
        self.lets_pass && self.rgb && super::draws_placeholders(&self.name)
    }
}

/// A line such as ` 223: Tc: (flag) true`.
fn says_24_bits(line: &str) -> bool {
    let named = line.contains(" Tc: ") || line.contains(" RGB: ");
    named && line.ends_with("true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_may_be_reported_as_a_feature_or_as_a_capability() {
        let of = |output: &str| Outer::parse(output).map(|outer| outer.colours());
        assert_eq!(of("XTerm(379)\t1\t256,RGB,title\n"), Some(ColourDepth::True));
        let capability =
            "kitty(0.41.1)\t1\ttitle\nTerminal 0: xterm-kitty\n 223: Tc: (flag) true\n";
        assert_eq!(of(capability), Some(ColourDepth::True));
        let missing = "VTE(7200)\t0\ttitle\n 197: RGB: [missing]\n 223: Tc: [missing]\n";
        assert_eq!(of(missing), Some(ColourDepth::TwoHundredFiftySix));
        assert_eq!(of("no server running"), None);
    }
}
