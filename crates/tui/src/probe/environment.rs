//! The properties of the terminal in environment variables.

use crate::picture::ColourDepth;

/// The variables that matter, read once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// How many colours may be used: `NO_COLOR`, else `COLORTERM`, else `TERM`.
    pub colours: ColourDepth,
    /// The terminal's name, where a variable contains it.
    pub name: String,
    /// Inside of a tmux whose commands can be run.
    pub in_tmux: bool,
    /// The line to the terminal may be long.
    pub over_ssh: bool,
    term: String,
}

impl Environment {
    /// Reads the environment of this process.
    pub fn from_process() -> Self {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    /// Reads an environment in which `variable` returns the value of a name.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let program = set("TERM_PROGRAM").or(set("LC_TERMINAL"));
        let name = match program.as_deref() {
            Some("iTerm.app") => "iTerm2",
            Some(program) => program,
            None => &term,
        };
        Environment {
            colours: colours(&term, set("NO_COLOR").is_some(), set("COLORTERM").as_deref()),
            name: name.to_owned(),
            in_tmux: set("TMUX").is_some(),
            over_ssh: set("SSH_CONNECTION").or(set("SSH_TTY")).is_some(),
            term,
        }
    }

    /// Whether queries would be understood or at least ignored. The console of Linux and dumb
    /// terminals may print them.
    pub fn may_be_asked(&self) -> bool {
        !matches!(self.term.as_str(), "" | "dumb" | "linux" | "unknown")
    }

    /// Whether a kitty query can be sent directly. tmux and screen would take it for a title, and
    /// Apple's terminal prints it.
    pub fn takes_kitty_query(&self) -> bool {
        let multiplexer = ["tmux", "screen"].iter().any(|name| self.term.starts_with(name));
        !self.in_tmux && !multiplexer && self.name != "Apple_Terminal"
    }
}

fn colours(term: &str, no_color: bool, colorterm: Option<&str>) -> ColourDepth {
    let knows_24_bits = ["kitty", "ghostty", "alacritty", "foot", "wezterm", "direct"];
    if no_color || matches!(term, "" | "dumb" | "unknown") || term.starts_with("vt") {
        ColourDepth::None
    } else if matches!(colorterm, Some("truecolor" | "24bit"))
        || knows_24_bits.iter().any(|name| term.contains(name))
    {
        ColourDepth::True
    } else if term.contains("256") {
        ColourDepth::TwoHundredFiftySix
    } else {
        ColourDepth::Sixteen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_usual_order() {
        assert_eq!(colours("xterm-256color", true, Some("truecolor")), ColourDepth::None);
        assert_eq!(colours("xterm-256color", false, Some("truecolor")), ColourDepth::True);
        assert_eq!(colours("xterm-256color", false, None), ColourDepth::TwoHundredFiftySix);
        assert_eq!(colours("xterm-kitty", false, None), ColourDepth::True);
        assert_eq!(colours("xterm", false, None), ColourDepth::Sixteen);
        assert_eq!(colours("dumb", false, Some("truecolor")), ColourDepth::None);
    }

    #[test]
    fn a_dumb_terminal_is_never_asked_and_tmux_never_as_if_it_were_kitty() {
        let of = |term: &'static str| {
            Environment::from_variables(move |name| (name == "TERM").then(|| term.into()))
        };
        assert!(!of("dumb").may_be_asked() && !of("linux").may_be_asked());
        assert!(of("xterm").may_be_asked() && of("xterm").takes_kitty_query());
        assert!(of("screen-256color").may_be_asked() && !of("screen-256color").takes_kitty_query());
    }
}
