//! Queries the capabilities of the terminal, before other code reads its input.
//!
//! One request asks the terminal for its graphics protocols, the size of a cell, its name and its
//! background, with one time limit. The last query is one that every terminal answers, so its reply
//! ends the wait early. A silent terminal costs only this time: no thread remains that would
//! swallow a key. Missing answers are taken from the environment.
//!
//! This file combines the results; [`replies`] parses replies, [`environment`] reads variables, and
//! `tty` sends the queries.

pub mod environment;
pub mod replies;
mod tmux;
mod tty;

use crate::messages::text;
use crate::picture::{ColourDepth, PictureMode, Surface};

use std::thread;
use std::time::Duration;

use environment::Environment;
use replies::{Replies, Rgb};
use tmux::Outer;

/// The capabilities of the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The best painter for it.
    pub surface: Surface,
    /// How many colours may be used.
    pub colours: ColourDepth,
    /// Whether its background is light, if it reports it.
    pub is_light: Option<bool>,
    /// The reason for the painter, as the end of a sentence.
    pub because: String,
    /// Whether a setting of tmux, which `because` names, would give better pictures.
    pub may_be_set: bool,
}

/// The result of asking the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeResult {
    pub capabilities: Capabilities,
    /// The terminal's name and version as it gave them, or from the environment; untrusted text.
    pub terminal: String,
    /// tmux did not report the terminal it runs in; it may do so later.
    pub may_be_known_later: bool,
    /// Whether the terminal answered the last query in time.
    pub has_answered: bool,
    /// Keys that were typed while the terminal was asked.
    pub typed: Vec<u8>,
}

impl ProbeResult {
    /// Asks the terminal. Takes up to 0.3 s if it stays silent, 1 s over SSH, and usually a few
    /// milliseconds; a terminal whose answer was late, because of a slow line or a busy machine, has
    /// several seconds. Raw mode is on meanwhile. Must be called before any other reader of the input
    /// starts, preferably on the alternate screen, where a stray answer is not visible.
    pub fn probe(was_late: bool) -> Self {
        let environment = &Environment::from_process();
        let outer = if environment.in_tmux { tmux::outer_terminal() } else { None };
        let replies = if environment.may_be_asked() {
            tty::ask(environment, outer.as_ref(), was_late)
        } else {
            Replies::default()
        };
        Self::decided(environment, outer.as_ref(), replies, cell_pixels_now())
    }

    /// The capabilities without a query: for output into a pipe and for tests.
    pub fn unasked() -> Self {
        Self::decided(&Environment::from_process(), None, Replies::default(), None)
    }

    fn decided(
        environment: &Environment,
        outer: Option<&Outer>,
        replies: Replies,
        ioctl_cell: Option<(u16, u16)>,
    ) -> Self {
        let colours = match outer {
            // tmux knows the terminal's capabilities better than the variables that it passed on.
            Some(outer) if environment.colours >= ColourDepth::TwoHundredFiftySix => {
                outer.colours()
            }
            _ => environment.colours,
        };
        let cell_pixels =
            replies.cell_pixels.into_iter().chain(ioctl_cell).find(|cell| is_credible(*cell));
        let name = replies.version.clone().unwrap_or_else(|| environment.name.clone());
        let pixels = match (cell_pixels, outer) {
            (None, _) => None,
            (Some(_), Some(outer)) => {
                let passes = replies.kitty && outer.draws_placeholders();
                let sixel = native_sixel(&name, &replies).filter(|_| outer.draws_sixel);
                passes.then_some(PictureMode::Kitty).or(sixel)
            }
            // A tmux that cannot be asked, over SSH for instance, claims sixel for any terminal.
            (Some(_), None) if environment.in_tmux || name.starts_with("tmux") => None,
            (Some(_), None) => pixels(&name, &replies),
        };
        let is_light = replies.background.map(Rgb::is_light);
        let surface = Surface {
            mode: pixels.unwrap_or(PictureMode::for_cells(colours)),
            cell: cell_pixels.unwrap_or(Surface::USUAL_CELL),
            through_tmux: outer.is_some() && pixels == Some(PictureMode::Kitty),
            sixel_limit: replies.sixel_limit,
            light_background: is_light == Some(true),
            no_colour: colours == ColourDepth::None,
        };
        let because = reason(environment, outer, &replies, cell_pixels, pixels);
        let sixel = replies.claims_sixel();
        let may_be_set = pixels.is_none() && outer.is_some_and(|outer| outer.may_be_set(sixel));
        ProbeResult {
            capabilities: Capabilities { surface, colours, is_light, because, may_be_set },
            may_be_known_later: environment.in_tmux && !outer.is_some_and(Outer::is_named),
            terminal: name,
            has_answered: replies.attributes.is_some(),
            typed: replies.typed,
        }
    }
}

/// The reason for the painter, as the end of a sentence that begins with the mode: the first condition that
/// is not met.
fn reason(
    environment: &Environment,
    outer: Option<&Outer>,
    replies: &Replies,
    cell_pixels: Option<(u16, u16)>,
    pixels: Option<PictureMode>,
) -> String {
    let words = match (pixels, outer) {
        (Some(PictureMode::Kitty), Some(_)) => text!("pictures-tmux-lets-through"),
        (Some(PictureMode::Kitty), None) => text!("pictures-kitty"),
        (Some(PictureMode::Iterm2), _) => text!("pictures-iterm2"),
        (Some(_), _) => text!("pictures-sixel"),
        (None, Some(outer)) if environment.in_tmux => {
            return outer.why_no_pictures(replies.claims_sixel());
        }
        (None, None) if environment.in_tmux => text!("pictures-tmux-silent"),
        _ if !environment.may_be_asked() => text!("pictures-cannot-be-asked"),
        _ if replies.attributes.is_none() => text!("pictures-terminal-silent"),
        _ if cell_pixels.is_none() => text!("pictures-no-cell-size"),
        _ => text!("pictures-none-work"),
    };
    words.into()
}

/// The intervals at which tmux is asked again: its terminal usually answers within a second.
const AGAIN_AFTER: [Duration; 5] = [
    Duration::from_millis(200),
    Duration::from_millis(800),
    Duration::from_secs(3),
    Duration::from_secs(10),
    Duration::from_secs(30),
];

/// Asks tmux a few times more for the terminal it runs in, on a separate thread, and calls `known`
/// as soon as that is a terminal through which pictures pass.
pub fn ask_tmux_again(known: impl FnOnce() + Send + 'static) {
    thread::spawn(move || {
        if passes_later(tmux::outer_terminal, thread::sleep) {
            known();
        }
    });
}

/// Whether pictures pass after all. Asks until the first answer with a name.
fn passes_later(ask: impl Fn() -> Option<Outer>, wait: impl Fn(Duration)) -> bool {
    for pause in AGAIN_AFTER {
        wait(pause);
        if let Some(outer) = ask().filter(Outer::is_named) {
            return outer.draws_placeholders() || outer.draws_sixel;
        }
    }
    false
}

/// The largest credible cell, width and height: a terminal of 40 columns over a screen of 8K.
const LARGEST_CELL: (u16, u16) = (192, 384);

/// Whether a cell can have this size. Terminals that do not know it say 0 or 1; a broken connection
/// may report anything, and pictures are painted at that size.
fn is_credible((width, height): (u16, u16)) -> bool {
    (2..=LARGEST_CELL.0).contains(&width) && (2..=LARGEST_CELL.1).contains(&height)
}

/// The size of a cell in screen pixels as the kernel reports it now, without asking the terminal; for
/// use after a resize.
pub fn cell_pixels_now() -> Option<(u16, u16)> {
    tty::cell_from_window_size().filter(|cell| is_credible(*cell))
}

/// The protocol of real pixels, by preference: kitty is diffed and clipped like text, iTerm2's has
/// all colours, sixel has 256.
fn pixels(name: &str, replies: &Replies) -> Option<PictureMode> {
    if replies.kitty && draws_placeholders(name) {
        return Some(PictureMode::Kitty);
    }
    if ["iTerm2", "WezTerm"].iter().any(|known| name.starts_with(known)) {
        return Some(PictureMode::Iterm2);
    }
    native_sixel(name, replies)
}

/// Attribute 4 means sixel. Konsole claims it and leaves remains on the screen.
fn native_sixel(name: &str, replies: &Replies) -> Option<PictureMode> {
    (replies.claims_sixel() && !name.contains("Konsole")).then_some(PictureMode::Sixel)
}

/// Answering kitty's query is not enough: WezTerm, Konsole and kitty before 0.28 do, and draw no
/// Unicode placeholders.
fn draws_placeholders(name: &str) -> bool {
    if name.to_ascii_lowercase().starts_with("ghostty") {
        return true;
    }
    let Some(version) = name.strip_prefix("kitty") else { return false };
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map_while(|digits| digits.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(0), Some(28))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        let owned: Vec<(String, String)> =
            variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        Environment::from_variables(move |name| {
            owned.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        })
    }

    fn decided(variables: &[(&str, &str)], outer: Option<&str>, answers: &[u8]) -> ProbeResult {
        let outer = outer.map(|line| Outer::parse(line).unwrap());
        ProbeResult::decided(&environment(variables), outer.as_ref(), Replies::parse(answers), None)
    }

    const KITTY: &[u8] =
        b"\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;18;9t\x1b]11;rgb:ffff/ffff/eeee\x1b\\\x1b[?62;c";
    const XTERM: &[u8] =
        b"\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b[?64;1;2;4;6;9;15;22c\x1b[?2;0;1000;1000S";

    #[test]
    fn a_current_kitty_gets_kitty() {
        let found = decided(&[("TERM", "xterm-kitty")], None, KITTY);
        assert_eq!(found.capabilities.surface.mode, PictureMode::Kitty);
        assert_eq!(found.capabilities.surface.cell, (9, 18));
        assert_eq!(found.capabilities.colours, ColourDepth::True);
        assert!(
            found.capabilities.surface.light_background && !found.capabilities.surface.through_tmux
        );
    }

    #[test]
    fn an_old_kitty_and_terminals_without_placeholders_get_something_else() {
        let old = b"\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;18;9t\x1b[?62;c";
        assert_eq!(
            decided(&[("TERM", "xterm"), ("COLORTERM", "truecolor")], None, old)
                .capabilities
                .surface
                .mode,
            PictureMode::Quadrants
        );
        let wezterm =
            b"\x1b_Gi=31;OK\x1b\\\x1bP>|WezTerm 20240203\x1b\\\x1b[6;18;9t\x1b[?65;4;6;18;22c";
        assert_eq!(decided(&[], None, wezterm).capabilities.surface.mode, PictureMode::Iterm2);
        let konsole = b"\x1b_Gi=31;OK\x1b\\\x1bP>|Konsole 24.08\x1b\\\x1b[6;18;9t\x1b[?62;1;4c";
        assert_eq!(
            decided(&[("TERM", "xterm"), ("COLORTERM", "truecolor")], None, konsole)
                .capabilities
                .surface
                .mode,
            PictureMode::Quadrants
        );
    }

    #[test]
    fn xterm_gets_sixel_within_its_limit() {
        let found = decided(&[("TERM", "xterm-256color")], None, XTERM);
        assert_eq!(found.capabilities.surface.mode, PictureMode::Sixel);
        assert_eq!(found.capabilities.surface.sixel_limit, Some((1000, 1000)));
        assert_eq!(found.capabilities.colours, ColourDepth::TwoHundredFiftySix);
    }

    #[test]
    fn without_the_size_of_a_cell_there_are_no_pixels() {
        let found = decided(&[("TERM", "xterm-256color")], None, b"\x1b[?64;4c");
        assert_eq!(found.capabilities.surface.mode, PictureMode::HalfBlocks256);
        assert_eq!(found.capabilities.surface.cell, Surface::USUAL_CELL);
    }

    #[test]
    fn tmux_gets_pixels_only_where_they_pass() {
        let tmux = &[
            ("TMUX", "/tmp/tmux-0/default,1,0"),
            ("TERM", "tmux-256color"),
            ("COLORTERM", "truecolor"),
        ];
        let answers = b"\x1bP>|tmux 3.3a\x1b\\\x1b[6;18;9t\x1b[?1;2c\x1b_Gi=31;OK\x1b\\";
        let found = decided(tmux, Some("kitty(0.41.1)\t1\tRGB,title"), answers);
        assert_eq!(
            (found.capabilities.surface.mode, found.capabilities.surface.through_tmux),
            (PictureMode::Kitty, true)
        );
        let found = decided(tmux, Some("kitty(0.26.5)\ton\tRGB,title"), answers);
        assert_eq!(
            (found.capabilities.surface.mode, found.capabilities.surface.through_tmux),
            (PictureMode::Quadrants, false)
        );
        let found = decided(tmux, Some("XTerm(379)\toff\t256,title"), &answers[..28]);
        assert_eq!(found.capabilities.surface.mode, PictureMode::HalfBlocks256);
    }

    #[test]
    fn tmux_gets_sixel_only_where_its_terminal_draws_it() {
        let answers = b"\x1bP>|tmux 3.5a\x1b\\\x1b[6;18;9t\x1b[?1;2;4c";
        let of = |outer| decided(TMUX, outer, answers).capabilities.surface.mode;
        assert_eq!(of(Some("foot(1.16)\t0\tsixel,title\twork")), PictureMode::Sixel);
        let kitty = "kitty(0.46.2)\t0\tRGB,title\twork";
        assert_eq!(of(Some(kitty)), PictureMode::Quadrants);
        assert!(!of(None).has_real_pixels(), "tmux does not answer");
        let far = decided(&[("TERM", "tmux-256color"), ("COLORTERM", "truecolor")], None, answers);
        assert_eq!(far.capabilities.surface.mode, PictureMode::Quadrants, "over SSH from a tmux");
    }

    const TMUX: &[(&str, &str)] = &[
        ("TMUX", "/tmp/tmux-0/default,1,0"),
        ("TERM", "tmux-256color"),
        ("COLORTERM", "truecolor"),
    ];

    #[test]
    fn a_tmux_that_does_not_know_its_terminal_yet_is_asked_again_until_it_does() {
        let answers = b"\x1bP>|tmux 3.3a\x1b\\\x1b[6;18;9t\x1b[?1;2c";
        let found = decided(TMUX, Some("\t1\t\n"), answers);
        assert!(!found.capabilities.surface.mode.has_real_pixels() && found.may_be_known_later);
        assert_eq!(found.capabilities.because, "tmux does not say which terminal it runs in");

        let asked = std::cell::Cell::new(0);
        let answer_at = |time: usize, line: &'static str| {
            asked.set(0);
            let ask = || {
                asked.set(asked.get() + 1);
                Outer::parse(if asked.get() < time { "\t1\t\n" } else { line })
            };
            passes_later(ask, |_| ())
        };
        assert!(answer_at(3, "kitty(0.41.1)\t1\tRGB,title"));
        assert_eq!(asked.get(), 3);
        assert!(!answer_at(2, "XTerm(379)\t1\tRGB"), "it draws no placeholders");
        assert_eq!(asked.get(), 2);
        assert!(!answer_at(99, ""), "it is not asked for ever");
        assert_eq!(asked.get(), AGAIN_AFTER.len());

        let later = [answers.as_slice(), b"\x1b_Gi=31;OK\x1b\\"].concat();
        let found = decided(TMUX, Some("kitty(0.41.1)\t1\tRGB,title"), &later);
        assert_eq!(
            (found.capabilities.surface.mode, found.may_be_known_later),
            (PictureMode::Kitty, false)
        );
    }

    #[test]
    fn the_reason_names_what_is_missing() {
        let answers = b"\x1b[6;18;9t\x1b[?1;2c";
        let of = |outer| decided(TMUX, outer, answers).capabilities.because;
        assert_eq!(of(None), "tmux does not answer");
        assert!(of(Some("kitty(0.41.1)\t0\tRGB")).contains("set -g allow-passthrough on"));
        assert!(of(Some("kitty(0.41.1)\t1\ttitle")).contains("24-bit"));
        assert!(of(Some("XTerm(379)\t1\tRGB")).contains("XTerm(379)"));
        let plain =
            |answers| decided(&[("TERM", "xterm-256color")], None, answers).capabilities.because;
        assert_eq!(plain(b""), "the terminal does not answer");
        assert!(plain(b"\x1b[?64;4c").contains("how many pixels"));
        assert!(plain(XTERM).contains("sixel") && plain(KITTY).contains("kitty"));
    }

    #[test]
    fn a_silent_terminal_gets_cells_by_its_variables() {
        let found = decided(&[("TERM", "screen-256color")], None, b"");
        assert_eq!(found.capabilities.surface.mode, PictureMode::HalfBlocks256);
        let found = decided(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], None, b"");
        assert_eq!(
            (found.capabilities.surface.mode, found.capabilities.colours),
            (PictureMode::Glyphs, ColourDepth::None)
        );
    }
}
