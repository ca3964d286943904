//! The terminal outside of tmux, as reported by tmux.

use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::messages::text;
use crate::picture::ColourDepth;

/// A tmux that takes longer than this to answer is ignored.
const PATIENCE: Duration = Duration::from_millis(250);
const FORMAT: &str =
    "#{client_termtype}\t#{allow-passthrough}\t#{client_termfeatures}\t#{session_name}";
/// Lists the terminals that show each session; a picture is drawn for all of them.
const CLIENTS: [&str; 3] =
    ["list-clients", "-F", "client\t#{client_termfeatures}\t#{client_session}"];
/// Lists the features of tmux's terminals, as `tmux info` does.
const TERMINALS: [&str; 2] = ["show-messages", "-T"];

/// Terminals that draw sixel, whatever tmux knows of them, by the start of their names.
const DRAW_SIXEL: [&str; 5] = ["foot", "WezTerm", "contour", "mlterm", "iTerm2"];

/// More terminals that show 24-bit colours.
const SHOW_24_BITS: [&str; 5] = ["kitty", "ghostty", "VTE", "Konsole", "alacritty"];

/// What tmux reports about the terminal that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outer {
    name: String,
    lets_pass: bool,
    rgb: bool,
    /// Whether every terminal that shows the session draws sixel. tmux itself always claims it,
    /// whatever its terminals support.
    pub(super) draws_sixel: bool,
}

/// Asks tmux about its terminal; `None` if it does not know. Its options are not changed: whether
/// pictures may pass (`allow-passthrough`) is the user's choice.
pub(super) fn outer_terminal() -> Option<Outer> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let output = Command::new("tmux")
            .args(["display-message", "-p", FORMAT, ";"])
            .args(CLIENTS)
            .arg(";")
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
        let features = fields.next()?;
        let rgb = has_feature(features, "RGB") || terminals.lines().any(says_24_bits);
        let session = fields.next().unwrap_or_default();
        // Another client of the session that has no sixel would get the words "SIXEL IMAGE".
        let mut clients = terminals.lines().filter_map(|line| client_of(line, session));
        let draws_sixel = has_feature(features, "sixel")
            && clients.all(|features| has_feature(features, "sixel"));
        Some(Outer { name, lets_pass, rgb, draws_sixel })
    }

    /// Colours that reach the outer terminal; tmux reduces the others.
    pub(super) fn colours(&self) -> ColourDepth {
        if self.rgb { ColourDepth::True } else { ColourDepth::TwoHundredFiftySix }
    }

    /// Whether tmux knows its terminal. It does not yet just after a client has attached.
    pub(super) fn is_named(&self) -> bool {
        !self.name.is_empty()
    }

    /// Whether a setting of tmux would give better pictures, which [`Self::why_no_pictures`] then
    /// names.
    pub(super) fn may_be_set(&self, tmux_has_sixel: bool) -> bool {
        let kitty_is_stopped = super::draws_placeholders(&self.name) && !self.lets_pass;
        kitty_is_stopped || self.hides_sixel(tmux_has_sixel) || self.hides_colours()
    }

    /// Whether the terminal shows 24-bit colours but tmux, which reduces them, does not know.
    fn hides_colours(&self) -> bool {
        let mut known = DRAW_SIXEL.iter().chain(&SHOW_24_BITS);
        !self.rgb && known.any(|known| self.name.starts_with(known))
    }

    /// Whether the terminal draws sixel but tmux, which could pass it on, does not know.
    fn hides_sixel(&self, tmux_has_sixel: bool) -> bool {
        let draws = DRAW_SIXEL.iter().any(|known| self.name.starts_with(known));
        tmux_has_sixel && draws && !self.draws_sixel
    }

    /// The first condition for pictures that is not met.
    pub(super) fn why_no_pictures(&self, tmux_has_sixel: bool) -> String {
        if !self.is_named() {
            text!("pictures-tmux-names-no-terminal").into()
        } else if self.hides_sixel(tmux_has_sixel) {
            text!("pictures-tmux-hides-sixel", name = self.name)
        } else if !super::draws_placeholders(&self.name) && self.hides_colours() {
            text!("pictures-tmux-fewer-colours").into()
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

fn has_feature(features: &str, wanted: &str) -> bool {
    features.split(',').any(|feature| feature == wanted)
}

/// The features of a client, if the line is that of one which shows this session.
fn client_of<'l>(line: &'l str, session: &str) -> Option<&'l str> {
    let (features, of_session) = line.strip_prefix("client\t")?.split_once('\t')?;
    (of_session == session).then_some(features)
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
    fn a_command_is_named_only_where_it_would_give_pixels() {
        let of = |output: &str, tmux_has_sixel| {
            let outer = Outer::parse(output).unwrap();
            let why = outer.why_no_pictures(tmux_has_sixel);
            assert_eq!(outer.may_be_set(tmux_has_sixel), why.contains("`tmux set "), "{why}");
            why
        };
        assert!(of("kitty(0.41.1)\t0\tRGB\twork\n", false).contains("allow-passthrough on"));
        assert!(of("kitty(0.41.1)\t1\ttitle\twork\n", false).contains(":RGB"));
        assert!(of("foot(1.16)\t0\tRGB\twork\n", true).contains(":sixel"));
        of("foot(1.16)\t0\tRGB\twork\n", false);
        assert!(of("VTE(7200)\t0\ttitle\twork\n", true).contains(":RGB"));
        of("VTE(7200)\t0\tRGB\twork\n", true);
        of("\t0\t\twork\n", true);
    }

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

    #[test]
    fn sixel_needs_every_terminal_that_shows_the_session() {
        let of = |clients: &str| {
            let output = format!("foot(1.16)\t0\t256,sixel,title\twork\n{clients}");
            Outer::parse(&output).unwrap().draws_sixel
        };
        let foot = "client\t256,sixel,title\twork\n";
        assert!(of("") && of(foot) && of(&format!("{foot}{foot}")));
        assert!(of(&format!("{foot}client\t256,title\tanother\n")), "it shows another session");
        assert!(!of(&format!("{foot}client\t256,title\twork\n")));
        let kitty = "kitty(0.41.1)\t0\tRGB,title\twork\nclient\tRGB,title\twork\n";
        assert!(!Outer::parse(kitty).unwrap().draws_sixel);
    }
}
